-- The product's clock; only a test replaces it. Stable, so that an index serves `x < product_now()`. PL/pgSQL is measurably faster
-- here than SQL.
create or replace function product_now() returns timestamptz
language plpgsql stable parallel safe as $$
  begin return clock_timestamp(); end
$$;
