-- An amount in kobo: dollars at the rate of their quote, rounded to the nearest kobo.
create or replace function naira_of(minor bigint, currency text, rate bigint) returns bigint
language sql immutable parallel safe as $$
  select case currency when 'NGN' then minor else (minor * rate + 50) / 100 end
$$;
revoke execute on function naira_of from public;
