-- The product's clock is read some thirty times for a payment and its look-up; in this language a reading takes a third of the time.
create or replace function product_now() returns timestamptz
language plpgsql stable parallel safe as $$
  begin return clock_timestamp(); end
$$;
