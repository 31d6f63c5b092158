-- One step of the hash chain, as an aggregate over rows in order.
create or replace function next_seal(hash bytea, before_them bytea, entry bytea) returns bytea
language sql immutable as $$
  select sha256(coalesce(hash, before_them) || entry)
$$;
revoke execute on function next_seal from public;

create or replace aggregate seal_chain(before_them bytea, entry bytea) (sfunc = next_seal, stype = bytea);
revoke execute on function seal_chain from public;
