-- Detaches a month: its rows and their seals. Returns the reason if it cannot, or null. Only the oldest month, never one that a
-- page still shows (a receipt: 12 months), one with unsealed rows, or one of a broken chain.
create or replace function detach_month(of_month date, by_whom text) returns text
language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '5s' as $$
declare
  finish timestamptz := month_start(month_start(of_month::timestamp at time zone 'UTC') + interval '32 days');
  name text := to_char(of_month, 'YYYY-MM');
  detached record; oldest timestamptz; logs text; evidence text; seals text; has_later_rows boolean;
begin
  perform pg_advisory_xact_lock(7201, 6);
  perform pg_advisory_xact_lock(7201, 1);
  perform set_config('idanimo.owner', 'system', true);
  if finish <= retained_since() then return format('%s is detached already', name); end if;
  if product_now() < finish + interval '12 months' then
    return format('%s can be detached from %s on: until then pages show its rows', name, to_char(finish + interval '12 months', 'YYYY-MM-DD'));
  end if;
  select min(ends_at) into oldest from month_partitions;
  if oldest > finish then return format('%s is in one partition with the months up to %s; detach that one', name, to_char(oldest - interval '1 day', 'YYYY-MM')); end if;
  if oldest < finish then return format('%s must be detached first', to_char(oldest - interval '1 day', 'YYYY-MM')); end if;
  if exists (select from seals_due d where d.at < finish) then return format('rows of %s are not sealed yet', name); end if;
  if exists (select from verify_audit()) then return 'the audit chain is broken: see verify-audit'; end if;
  select max(p.partition_name) filter (where p.table_name = 'audit_log'), max(p.partition_name) filter (where p.table_name = 'consent_evidence'),
    max(p.partition_name) filter (where p.table_name = 'audit_seals') into logs, evidence, seals from month_partitions p where p.ends_at = finish;
  execute format('select exists (select from partitions.%I s where not exists (select from partitions.%I l where l.id = s.audit_id)
      and not exists (select from partitions.%I e where e.id = s.evidence_id)
      and not exists (select from audit_bridges b where s.position between b.first_position and b.last_position))', seals, logs, evidence) into has_later_rows;
  if has_later_rows then return format('seals of %s cover rows of a later month', name); end if;

  insert into detached_months (month, ends_at, detached_by) values (month_start(of_month::timestamp at time zone 'UTC') at time zone 'UTC', finish, by_whom);
  -- the seals of its rows, some of them in the next month: each run of them leaves a bridge
  execute format($bridges$
    insert into audit_bridges (first_position, last_position, before_hash, last_hash, month)
    select r.first_position, r.last_position, coalesce((select s.hash from audit_seals s where s.position = r.first_position - 1),
        (select b.last_hash from audit_bridges b where b.last_position = r.first_position - 1), '\x'),
      (select s.hash from audit_seals s where s.position = r.last_position), $1
    from (select min(position) as first_position, max(position) as last_position from (
        select g.position, g.position - row_number() over (order by g.position) as run from (
          select s.position from audit_seals s join partitions.%I l on l.id = s.audit_id
          union select s.position from audit_seals s join partitions.%I e on e.id = s.evidence_id) g
        where not exists (select from audit_bridges b where g.position between b.first_position and b.last_position)) n
      group by run) r$bridges$, logs, evidence)
    using (month_start(of_month::timestamp at time zone 'UTC') at time zone 'UTC')::date;
  for detached in select * from month_partitions p where p.ends_at = finish loop
    execute format('alter table %I detach partition partitions.%I', detached.table_name, detached.partition_name);
    if detached.table_name = 'consent_evidence' then
      execute format('alter table partitions.%I drop constraint if exists consent_evidence_request_id_fkey', detached.partition_name);
    end if;
    execute format('alter table partitions.%I set schema detached', detached.partition_name);
  end loop;
  delete from month_partitions p where p.ends_at = finish;
  insert into audit_log (id, actor_kind, actor_id, action, reason)
  select gen_random_uuid(), 'operator', (select o.id from operators o where o.email = by_whom), 'month_detached', format('%s: %s, chain to %s:%s', by_whom, name, coalesce(max(last_position), 0),
    coalesce((select encode(b.last_hash, 'hex') from audit_bridges b order by b.last_position desc limit 1), '')) from audit_bridges;
  return null;
end $$;
revoke execute on function detach_month from public;
