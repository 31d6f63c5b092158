-- A company's register number in one spelling, so that one verified account can use it.
create or replace function normalize_rc_number(rc text) returns text
language sql immutable parallel safe as $$
  select regexp_replace(upper(regexp_replace(rc, '[^0-9A-Za-z]', '', 'g')), '^(RC)?0*', '')
$$;
