-- 0016: the history is searched on the server, over all rows of an account. How a row reads stands as one word on the item itself, so
-- that each kind of match is a range of one index, in the order of the list. Being paid touches none of these indexes: an item
-- enters them when it is listed.

-- What became of a delivered record: its time came, or the yes was taken back.
alter table purchase_items
  add column record_over text check (record_over in ('GONE', 'WITHDRAWN')),
  add column listed_as text generated always as (
    case state when 'awaiting_consent' then 'WAITING' when 'closed' then coalesce(record_over, outcome) end) stored;
drop index purchase_items_listed_type;
create index purchase_items_found on purchase_items (owner_id, search_type, listed_as, created_at desc, id desc) where listed_as is not null;

-- the same value of the same account first: an exact search, and whether it was asked within a day
drop index verification_requests_value;
create index verification_requests_value on verification_requests (value_hash, owner_id, created_at desc) where value_hash is not null;

-- for the transaction log: top-ups, and those that came to nothing
create index ledger_transfers_top_ups on ledger_transfers (to_account, created_at desc, id desc) where reason = 'TOPUP';
create index payments_failed_top_ups on payments (owner_id, created_at desc, id desc) where purpose = 'TOPUP' and state in ('failed', 'cancelled');

create function note_record_gone() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update purchase_items set record_over = 'GONE' where id = new.id and outcome = 'DELIVERED' and record_over is null;
  return null;
end $$;
create trigger verification_requests_gone after update of purged_at on verification_requests for each row
  when (old.purged_at is null and new.purged_at is not null) execute function note_record_gone();

create function note_record_withdrawn() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update purchase_items set record_over = 'WITHDRAWN' where id = new.request_id and outcome = 'DELIVERED' and record_over is null;
  return null;
end $$;
create trigger consents_withdrawn after update of state on consents for each row
  when (old.state = 'granted' and new.state = 'terminated') execute function note_record_withdrawn();
revoke execute on function note_record_gone, note_record_withdrawn from public;

-- what is there already
select set_config('idanimo.owner', 'system', true);
update purchase_items i set record_over = 'WITHDRAWN' from consents c
where c.request_id = i.id and c.state = 'terminated' and i.outcome = 'DELIVERED';
update purchase_items i set record_over = 'GONE' from verification_requests r
where r.id = i.id and r.purged_at is not null and i.outcome = 'DELIVERED' and i.record_over is null;
