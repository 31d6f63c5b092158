-- 0013: bulk files. A file is checked and kept sealed until it is bought; each of its lines is then an item of one purchase, with
-- its own request, key and consent. Being paid stays one quick statement: the lines of a file begin in slices, by a job.

alter table purchase_items alter column position type int;
alter table purchase_items add column bulk_line int check (bulk_line > 0); -- the line of the file it was
alter table purchases add column bulk_from int; -- items from this position on are lines of a file
-- for the slices, the progress, and whether any line is open; ordinary items are not in it
create index purchase_items_bulk on purchase_items (purchase_id, state, position) where bulk_line is not null;

create table bulk_uploads (
  id          uuid        primary key, -- also the id of its key
  owner_id    uuid        not null references users (id) on delete restrict,
  records     int         not null default 0 check (records >= 0),
  bad_count   int         not null default 0 check (bad_count >= 0),
  bad         jsonb       not null default '[]', -- the first bad lines: line and message, never the number
  created_at  timestamptz not null default product_now(),
  checked_at  timestamptz, -- null until the whole file was read
  purchase_id uuid        unique references purchases (id) on delete restrict,
  stopped_at  timestamptz,
  purged_at   timestamptz, -- when its own lines were erased; those of a purchase live with their requests
  check (purchase_id is null or (checked_at is not null and bad_count = 0))
);
create index bulk_uploads_kept on bulk_uploads (created_at) where purged_at is null;
-- Some hundred lines of a file, sealed with the file's own key.
create table bulk_chunks (
  upload_id uuid  not null references bulk_uploads (id) on delete cascade,
  owner_id  uuid  not null,
  number    int   not null,
  sealed    bytea not null,
  primary key (upload_id, number)
);
alter table bulk_uploads enable row level security;
alter table bulk_uploads force row level security;
alter table bulk_chunks enable row level security;
alter table bulk_chunks force row level security;
create policy owners_rows on bulk_uploads using ((select current_setting('idanimo.owner', true)) in (owner_id::text, 'system'));
create policy owners_rows on bulk_chunks using ((select current_setting('idanimo.owner', true)) in (owner_id::text, 'system'));
grant select, insert, delete on bulk_uploads, bulk_chunks to idanimo_app;
grant update (records, bad_count, bad, checked_at, purchase_id, stopped_at, purged_at) on bulk_uploads to idanimo_app;

-- Wakes the job that begins a file's lines; it steps behind every look-up.
create function queue_bulk(of_purchase uuid, in_seconds int) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform graphile_worker.add_job('begin_bulk', json_build_object('purchaseId', of_purchase), job_key => 'begin_bulk:' || of_purchase,
    run_at => case when in_seconds > 0 then clock_timestamp() + make_interval(secs => in_seconds) end, max_attempts => 25, priority => 20);
end $$;
revoke execute on function queue_bulk from public;
grant execute on function queue_bulk to idanimo_app;

-- Being paid queues the look-ups in the same transaction, whichever way it was paid; of a file it queues only the beginning.
create or replace function mark_paid(purchase purchases, way text) returns void language plpgsql set search_path = public, pg_temp as $$
declare item uuid;
begin
  update purchases set state = 'paid', payment_type = way, paid_at = product_now() where id = purchase.id;
  for item in update purchase_items set state = 'looking_up', moved_at = product_now() where purchase_id = purchase.id and position < coalesce(purchase.bulk_from, 2147483647) returning id loop
    perform graphile_worker.add_job('look_up', json_build_object('itemId', item), job_key => 'look_up:' || item, max_attempts => 25);
  end loop;
  if purchase.bulk_from is not null then perform queue_bulk(purchase.id, 0); end if;
end $$;


-- Wakes the look-up of a line: behind all others, and at most six at once, so that other people's work always finds a free hand.
create function queue_bulk_line(item_id uuid, place int) returns void
language sql set search_path = public, pg_temp as $$
  select graphile_worker.add_job('look_up', json_build_object('itemId', item_id), queue_name => 'bulk_' || place % 6,
    job_key => 'look_up:' || item_id, max_attempts => 25, priority => 10)
$$;
revoke execute on function queue_bulk_line from public;

-- Begins the next lines of a paid file, so many that at most `most` are being looked up, and wakes itself while any is left.
-- The file's row is locked: two wake-ups would count the same lines. Answers how many began.
create function begin_bulk(of_purchase uuid, most int) returns int
language plpgsql security definer set search_path = public, pg_temp as $$
declare running int; begun int := 0; line record;
begin
  perform from bulk_uploads u join purchases p on p.id = u.purchase_id
  where u.purchase_id = of_purchase and u.stopped_at is null and p.state = 'paid' for update of u;
  if not found then return 0; end if;
  select count(*) into running from purchase_items i
  where i.purchase_id = of_purchase and i.bulk_line is not null and i.state = 'looking_up';
  for line in
    update purchase_items set state = 'looking_up', moved_at = product_now() where id in (
      select i.id from purchase_items i where i.purchase_id = of_purchase and i.bulk_line is not null and i.state = 'priced'
      order by i.position limit greatest(most - running, 0)) returning id, position
  loop
    perform queue_bulk_line(line.id, line.position);
    begun := begun + 1;
  end loop;
  if exists (select from purchase_items i where i.purchase_id = of_purchase and i.bulk_line is not null and i.state = 'priced') then
    perform queue_bulk(of_purchase, case when begun = 0 then 1 else 0 end);
  end if;
  return begun;
end $$;
revoke execute on function begin_bulk from public;
grant execute on function begin_bulk to idanimo_app;

-- Wakes lines whose wake-up may be lost, and files that have lines left and are not stopped.
create function wake_bulk(older_than_seconds int) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform queue_bulk_line(i.id, i.position) from purchase_items i
  where i.bulk_line is not null and i.state = 'looking_up' and i.moved_at < product_now() - make_interval(secs => older_than_seconds);
  perform queue_bulk(u.purchase_id, 0) from bulk_uploads u join purchases p on p.id = u.purchase_id and p.state = 'paid'
  where u.stopped_at is null and exists (
    select from purchase_items i where i.purchase_id = p.id and i.bulk_line is not null and i.state = 'priced');
end $$;
revoke execute on function wake_bulk from public;
grant execute on function wake_bulk to idanimo_app;

-- Gives back lines that were not begun, of a file that stands stopped for longer than it may: they end as BLOCKED, nobody was asked.
-- Answers how many; fewer than `most` means that none is left.
create function give_back_bulk(of_purchase uuid, stopped_hours int, most int) returns int
language plpgsql security definer set search_path = public, pg_temp as $$
declare lines uuid[]; line uuid;
begin
  perform from bulk_uploads u where u.purchase_id = of_purchase
    and u.stopped_at <= product_now() - make_interval(hours => stopped_hours) for update;
  if not found then return 0; end if;
  with moved as (
    update purchase_items set state = 'looking_up', moved_at = product_now() where id in (
      select i.id from purchase_items i where i.purchase_id = of_purchase and i.bulk_line is not null and i.state = 'priced'
      order by i.position limit most) returning id)
  select array_agg(id) into lines from moved;
  foreach line in array coalesce(lines, '{}') loop
    perform close_item(line, 'BLOCKED', gen_random_uuid(), gen_random_uuid(), gen_random_uuid());
  end loop;
  update consents set state = 'terminated' where request_id = any (lines) and state = 'initiate';
  update verification_requests set purge_due_at = product_now() where id = any (lines);
  return coalesce(array_length(lines, 1), 0);
end $$;
revoke execute on function give_back_bulk from public;
grant execute on function give_back_bulk to idanimo_app;

-- As in 0008, but for how it finds out that an item was the last one.
create or replace function close_item(item_id uuid, how text, first_id uuid, second_id uuid, audit_id uuid) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  item purchase_items; purchase purchases; wallet uuid; refunded boolean := how in ('PROVIDER_FAILED', 'NO_CONTACT', 'MINOR', 'BLOCKED');
begin
  select * into item from purchase_items i where i.id = item_id;
  if item.id is null or item.state in ('priced', 'closed') then return false; end if;
  if refunded then -- wallet before purchase, as everywhere
    select a.id into wallet from ledger_accounts a join purchases p on p.id = item.purchase_id
    where a.owner_id = item.owner_id and a.kind = 'wallet' and a.currency = p.currency for update of a;
  end if;
  select * into purchase from purchases p where p.id = item.purchase_id for update;
  update purchase_items set state = 'closed', outcome = how, moved_at = product_now()
  where id = item_id and (state = 'looking_up'
    or (state = 'awaiting_consent' and how in ('DELIVERED', 'DENIED', 'UNANSWERED', 'BLOCKED', 'NO_CONTACT')));
  if not found then return false; end if;
  if refunded then
    insert into ledger_transfers (id, key, leg, from_account, to_account, currency, amount_minor, reason)
    select leg_id, 'refund:' || item_id, leg, house_account(kind, purchase.currency), wallet, purchase.currency, amount, 'REFUND'
    from (values (first_id, 1, 'revenue', item.price_minor), (second_id, 2, 'tax', item.tax_minor)) legs (leg_id, leg, kind, amount)
    where amount > 0;
  end if;
  -- lines of a file first, by their own index: a purchase of 100,000 must not read all of them each time one ends
  if not exists (select from purchase_items o where o.purchase_id = purchase.id and o.bulk_line is not null
                 and o.state in ('priced', 'looking_up', 'awaiting_consent')) then
    update purchases set state = 'completed', completed_at = product_now()
    where id = purchase.id and state = 'paid' and not exists (select from purchase_items where purchase_id = purchase.id and state <> 'closed');
  end if;
  insert into audit_log (id, actor_kind, action, object_id, reason)
  values (audit_id, 'system', case when refunded then 'refunded' else 'closed' end, item_id, how);
  return true;
end $$;

-- As in 0009, with what holds for files.
create or replace function check_invariants(running_minutes int default 15) returns table (law text, detail text)
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform set_config('idanimo.owner', 'system', true);

  return query select 'R-01', format('wallet %s holds %s, its transfers say %s', a.id, a.balance_minor, coalesce(sum(m.delta), 0))
  from ledger_accounts a left join lateral (
    select -t.amount_minor as delta from ledger_transfers t where t.from_account = a.id
    union all select t.amount_minor from ledger_transfers t where t.to_account = a.id) m on true
  where a.kind = 'wallet' group by a.id having a.balance_minor <> coalesce(sum(m.delta), 0);

  return query select 'R-02', format('wallet %s is below zero', id) from ledger_accounts where balance_minor < 0;

  return query select 'R-03', format('item %s ended as %s, refunds of it: %s', i.id, i.outcome, coalesce(r.amount, 0))
  from purchase_items i left join (
    select key, sum(amount_minor) as amount from ledger_transfers where reason = 'REFUND' group by key) r on r.key = 'refund:' || i.id
  where coalesce(r.amount, 0) <> case when i.outcome in ('PROVIDER_FAILED', 'NO_CONTACT', 'MINOR', 'BLOCKED')
    then i.price_minor + i.tax_minor else 0 end;
  return query select 'R-03', format('item %s is %s since %s', i.id, i.state, i.moved_at) from purchase_items i
  where (i.state = 'looking_up' and i.moved_at < product_now() - make_interval(mins => running_minutes))
     or (i.state = 'awaiting_consent' and i.moved_at < product_now() - interval '24 hours' - make_interval(mins => running_minutes));

  return query select 'R-03', format('item %s was paid for and never begun', i.id) from purchase_items i
  join purchases p on p.id = i.purchase_id and p.state in ('paid', 'completed') where i.state = 'priced' and i.bulk_line is null;
  return query select 'R-04', format('purchase %s is %s, charged %s of %s', p.id, p.state, coalesce(c.amount, 0), p.total_minor)
  from purchases p left join (
    select key, sum(amount_minor) as amount from ledger_transfers where reason = 'VERIFICATION' group by key) c on c.key = 'purchase:' || p.id
  where coalesce(c.amount, 0) <> case when p.state in ('paid', 'completed') then p.total_minor else 0 end;
  return query select 'R-04', format('result %s without a settled charge', r.request_id) from results r
  where not exists (select from purchase_items i join purchases p on p.id = i.purchase_id
                    where i.id = r.request_id and p.state in ('paid', 'completed'));

  return query select 'R-06', format('payment %s is %s, counted %s', p.reference, p.state, coalesce(c.amount, 0))
  from payments p left join lateral (
    select sum(t.amount_minor) as amount from ledger_transfers t
    where t.key = 'payment:' || p.reference or (t.key = 'purchase:' || p.purchase_id and exists (
      select from ledger_accounts a where a.id = t.from_account and a.kind = 'provider_cash'))) c on true
  where (p.state = 'succeeded' and coalesce(c.amount, 0) < p.amount_minor)
     or (p.state <> 'succeeded' and exists (select from ledger_transfers t where t.key = 'payment:' || p.reference));

  return query select 'R-08', format('request %s: record kept though consent is %s', r.request_id, c.state)
  from results r join consents c on c.request_id = r.request_id
  where c.state in ('denied', 'terminated', 'no_data_found') and c.decided_at < product_now() - interval '15 minutes';

  return query select 'R-09', format('purchase %s is %s with %s open items', p.id, p.state, count(*)) from purchases p
  join purchase_items i on i.purchase_id = p.id and i.state <> 'closed' where p.state = 'completed' group by p.id, p.state;
  return query select 'R-09', format('item %s is %s, consent %s', i.id, coalesce(i.outcome, i.state), c.state)
  from purchase_items i join consents c on c.request_id = i.id
  where (i.outcome = 'DELIVERED' and c.state not in ('granted', 'terminated')) or (i.outcome = 'DENIED' and c.state <> 'denied')
     or (i.state = 'awaiting_consent' and c.state <> 'pending') or (i.outcome = 'NO_DATA' and c.state <> 'no_data_found')
     or (i.state = 'closed' and c.state in ('initiate', 'pending'));

  return query select 'R-10', format('purchase %s was paid without an audit row', p.id) from purchases p
  where p.state in ('paid', 'completed') and not exists (
    select from audit_log l where l.object_id = p.id and l.action in ('paid_from_wallet', 'paid_instantly'));
  return query select 'R-10', v.finding || coalesce(' at ' || v.at_position, '') from verify_audit() v where v.finding <> 'unsealed';

  return query select 'R-11', format('transfer %s (%s) has no cause', t.id, t.key) from ledger_transfers t
  where not case split_part(t.key, ':', 1)
    when 'purchase' then exists (select from purchases p where 'purchase:' || p.id = t.key)
    when 'refund'   then exists (select from purchase_items i where 'refund:' || i.id = t.key)
    when 'payment'  then exists (select from payments p where 'payment:' || p.reference = t.key)
    when 'adjustment' then true else false end;

  return query select 'R-12', format('request %s was asked %s times for %s', request_id, count(*), part) from lookup_attempts
  where result <> 'not_taken' group by request_id, part having count(*) > 1;

  return query select 'R-14', format('purchase %s: items %s, total %s', p.id, sum(i.price_minor + i.tax_minor), p.total_minor)
  from purchases p join purchase_items i on i.purchase_id = p.id group by p.id
  having sum(i.price_minor) <> p.price_minor or sum(i.tax_minor) <> p.tax_minor;

  return query select 'PRICE-15', format('file %s has %s lines, its purchase %s', u.id, u.records, count(i.id)) from bulk_uploads u
  left join purchase_items i on i.purchase_id = u.purchase_id and i.bulk_line is not null
  where u.purchase_id is not null group by u.id having count(i.id) <> u.records;

  return query select 'DASH-02', format('totals of %s say %s/%s/%s', u.id, coalesce(t.listed, 0), coalesce(t.successful, 0), coalesce(t.unsuccessful, 0))
  from users u left join request_totals t on t.owner_id = u.id left join lateral (
    select count(*) filter (where i.state in ('awaiting_consent', 'closed')) as listed,
           count(*) filter (where i.outcome = 'DELIVERED') as good, count(*) filter (where i.outcome <> 'DELIVERED') as bad
    from purchase_items i where i.owner_id = u.id) c on true
  where (coalesce(t.listed, 0), coalesce(t.successful, 0), coalesce(t.unsuccessful, 0)) <> (c.listed, c.good, c.bad);
end $$;
