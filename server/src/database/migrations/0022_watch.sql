-- 0022: what watches over the product: work that stands still, alarms, and the counts that everybody may see.

-- A case that is about nothing in particular is open once, too.
drop index cases_open_once;
create unique index cases_open_once on cases (kind, object_id) nulls not distinct where closed_at is null;
create index cases_newest on cases (kind, object_id, opened_at desc);

-- What each process counted, added up every few seconds: too often to write each one, and it must hold over all processes.
create table watch_counts (
  what   text        not null check (what in ('failed_sign_ins', 'refusals')),
  minute timestamptz not null,
  count  bigint      not null check (count > 0),
  primary key (what, minute)
);
grant select, insert, update, delete on watch_counts to idanimo_app;

-- Who opened records within the last hour.
create index audit_log_reads on audit_log (at)
  where action in ('looked_at_record', 'downloaded_report', 'downloaded_source_report');

-- Days are counted once each from these; rows come nearly in the order of their times, so the smallest index does.
create index consents_asked on consents using brin (asked_at);
create index consents_deadline on consents using brin (deadline);
create index consent_evidence_at on consent_evidence using brin (at);
create index verification_requests_purged on verification_requests using brin (purged_at);

-- The queue's tables are the owner's alone. Answers for how many seconds the oldest work that is due has not begun, and how long
-- no worker has said that it lives; null where there is none.
create function queue_stands() returns table (jobs_seconds float8, workers_seconds float8)
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return query select
    (select extract(epoch from product_now() - min(j.run_at))::float8 from graphile_worker._private_jobs j
     where j.run_at <= product_now() and j.locked_at is null and j.attempts = 0),
    (select extract(epoch from product_now() - max(w.seen_at))::float8 from worker_heartbeats w);
end $$;
revoke execute on function queue_stands from public;
grant execute on function queue_stands to idanimo_app;

-- Whom an account asked about within the last day, once the request itself is erased: a no must not be asked away by asking again. A
-- keyed hash of account and value together, so that it matches no other account's.
create table asked_values (
  hash     bytea       primary key,
  owner_id uuid        not null references users (id) on delete cascade,
  asked_at timestamptz not null -- when the request was made
);
create index asked_values_asked on asked_values (asked_at);
create index asked_values_owner on asked_values (owner_id);
alter table asked_values enable row level security;
alter table asked_values force row level security;
create policy owners_rows on asked_values using ((select current_setting('idanimo.owner', true)) in (owner_id::text, 'system'));
grant select, insert, delete on asked_values to idanimo_app;
grant update (asked_at) on asked_values to idanimo_app;
