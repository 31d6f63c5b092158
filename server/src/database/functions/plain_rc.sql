-- A number of the register is one company's: only one account goes by it as verified, however it is written.
create or replace function plain_rc(rc text) returns text
language sql immutable parallel safe as $$
  select regexp_replace(upper(regexp_replace(rc, '[^0-9A-Za-z]', '', 'g')), '^(RC)?0*', '')
$$;
