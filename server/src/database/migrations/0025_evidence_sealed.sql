-- 0025: one chain for audit rows and proofs of consent, in one order: a seal names the one row it covers. What was sealed before
-- keeps its seal and its hash; proofs that were there already wait for theirs like new ones.

-- A proof says which parts of the record a person was asked for, and which of them they left out.
alter table consent_evidence
  add column parts    text[] not null default '{}',
  add column withheld text[] not null default '{}',
  add constraint consent_evidence_withheld check (withheld <@ parts),
  -- words of our own and hashes, so that nothing of a person can stand here
  add constraint consent_evidence_words check (
    event ~ '^[a-z_]{1,40}$' and text_version ~ '^[0-9a-z./-]{1,40}$' and array_to_string(parts, ' ', '-') ~ '^[a-z ]{0,100}$'
    and octet_length(code_hash) = 32);

alter table audit_seals
  alter column audit_id drop not null,
  add column evidence_id uuid references consent_evidence (id),
  add constraint audit_seals_one_row check (num_nonnulls(audit_id, evidence_id) = 1);
create unique index audit_seals_evidence on audit_seals (evidence_id) where evidence_id is not null;

-- What waits for its seal, in the order of the chain. It points at nothing by itself: each payment writes here.
create table seals_due (
  at     timestamptz not null,
  row_id uuid        not null,
  kind   text        not null check (kind in ('audit', 'evidence')),
  primary key (at, row_id)
);
-- an owner who is no superuser sees the proofs only so
select set_config('idanimo.owner', 'system', true);
insert into seals_due select at, audit_id, 'audit' from audit_unsealed union all select at, id, 'evidence' from consent_evidence;
drop trigger audit_log_wait on audit_log;
drop function note_unsealed;
drop table audit_unsealed;

create function note_seal_due() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into seals_due select at, id, tg_argv[0] from added;
  return null;
end $$;
create trigger audit_log_wait after insert on audit_log referencing new table as added for each statement execute function note_seal_due('audit');
create trigger consent_evidence_wait after insert on consent_evidence referencing new table as added for each statement execute function note_seal_due('evidence');

-- What a seal covers: everything the row says, and the seal before it. The two kinds cannot be taken for each other: one begins with
-- an id, the other with a word.
drop function verify_audit, audit_hash;
create function entry_of(entry audit_log) returns bytea language sql immutable set search_path = public, pg_temp as $$
  select convert_to(jsonb_build_array(
    (entry).id, extract(epoch from (entry).at)::numeric(20, 6), (entry).actor_kind, (entry).actor_id, (entry).action,
    (entry).object_id, (entry).reason)::text, 'UTF8')
$$;
create function entry_of(entry consent_evidence) returns bytea language sql immutable set search_path = public, pg_temp as $$
  select convert_to(jsonb_build_array(
    'consent', (entry).id, extract(epoch from (entry).at)::numeric(20, 6), (entry).request_id, (entry).owner_id, (entry).event,
    (entry).channel, (entry).text_version, encode((entry).code_hash, 'hex'), (entry).parts, (entry).withheld)::text, 'UTF8')
$$;
create function next_seal(hash bytea, before_them bytea, entry bytea) returns bytea language sql immutable as $$
  select sha256(coalesce(hash, before_them) || entry)
$$;
create aggregate seal_chain(before_them bytea, entry bytea) (sfunc = next_seal, stype = bytea);

-- Chains what waits for its seal, oldest first, at most `most` rows; answers how many. One caller at a time. A day's head is written
-- with the first row of a later day, and names the day of the last row before it. A row that is gone before its seal stays listed.
create or replace function seal_audit(most int default 5000) returns int language plpgsql security definer set search_path = public, pg_temp as $$
declare
  last_position bigint; last_hash bytea; last_day date; sealed int;
begin
  if not pg_try_advisory_xact_lock(7201, 1) then return 0; end if;
  perform set_config('idanimo.owner', 'system', true);
  select s.position, s.hash, coalesce(l.at, e.at)::date into last_position, last_hash, last_day
  from (select * from audit_seals order by position desc limit 1) s
  left join audit_log l on l.id = s.audit_id left join consent_evidence e on e.id = s.evidence_id;
  last_position := coalesce(last_position, 0);
  last_hash := coalesce(last_hash, '\x'::bytea);
  with due as (
    select at, row_id, kind from seals_due order by at, row_id limit most
  ), entries as (
    select d.at, d.row_id, d.kind, entry_of(l) as entry from due d join audit_log l on d.kind = 'audit' and l.id = d.row_id
    union all
    select d.at, d.row_id, d.kind, entry_of(e) from due d join consent_evidence e on d.kind = 'evidence' and e.id = d.row_id
  ), chained as (
    select last_position + row_number() over in_order as position, seal_chain(last_hash, entry) over in_order as hash,
      greatest(last_day, max(at::date) over in_order) as day, at, row_id, kind
    from entries window in_order as (order by at, row_id rows unbounded preceding)
  ), heads as (
    insert into audit_heads
    select day_before, position_before, hash_before from (
      select day, lag(day, 1, last_day) over by_position as day_before, lag(position, 1, last_position) over by_position as position_before,
        lag(hash, 1, last_hash) over by_position as hash_before
      from chained window by_position as (order by position)) c
    where day > day_before on conflict do nothing
  ), done as (
    delete from seals_due d using chained c where d.at = c.at and d.row_id = c.row_id
  )
  insert into audit_seals (position, audit_id, evidence_id, hash)
  select position, case kind when 'audit' then row_id end, case kind when 'evidence' then row_id end, hash from chained order by position;
  get diagnostics sealed = row_count;
  return sealed;
end $$;

-- Names the first seal that does not fit, a head that differs, and the first row that stands unsealed for longer than a minute, or went
-- before its seal. No row means that all is well.
create function verify_audit() returns table (finding text, at_position bigint, row_kind text, row_id uuid)
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform set_config('idanimo.owner', 'system', true);
  return query
    select case when s.position <> s.expected then 'seal missing' when s.entry is null then 'row missing' else 'row changed' end,
      s.expected, case when s.position = s.expected then s.kind end, case when s.position = s.expected then s.id end
    from (
      select a.position, a.hash, coalesce(a.audit_id, a.evidence_id) as id, case when a.audit_id is null then 'evidence' else 'audit' end as kind,
        row_number() over by_position as expected, lag(a.hash, 1, '\x'::bytea) over by_position as before_it,
        case when l.id is not null then entry_of(l) when e.id is not null then entry_of(e) end as entry
      from audit_seals a left join audit_log l on l.id = a.audit_id left join consent_evidence e on e.id = a.evidence_id
      window by_position as (order by a.position)) s
    where s.position <> s.expected or s.entry is null or s.hash <> sha256(s.before_it || s.entry)
    order by s.position limit 1;
  if found then return; end if;
  return query select 'head differs', h.position, null::text, null::uuid from audit_heads h
    where not exists (select from audit_seals s where s.position = h.position and s.hash = h.hash) order by h.position limit 1;
  return query select u.finding, null::bigint, u.kind, u.id from (
      select 'unsealed' as finding, 'audit' as kind, l.id, l.at from audit_log l where not exists (select from audit_seals s where s.audit_id = l.id)
      union all
      select 'unsealed', 'evidence', e.id, e.at from consent_evidence e where not exists (select from audit_seals s where s.evidence_id = e.id)
      union all
      select 'row missing', d.kind, d.row_id, d.at from seals_due d
      where not exists (select from audit_log l where l.id = d.row_id) and not exists (select from consent_evidence e where e.id = d.row_id)) u
    where u.at < product_now() - interval '1 minute' order by u.at, u.id limit 1;
end $$;
revoke execute on function verify_audit, note_seal_due, entry_of(audit_log), entry_of(consent_evidence), next_seal, seal_chain from public;
grant execute on function verify_audit to idanimo_app;
grant select on seals_due to idanimo_app;

-- What was asked of the laws until now, and two more of R-10: a decision has its proof, and a row has its seal after five minutes.
alter function check_invariants(int) rename to check_purchases;
revoke execute on function check_purchases from idanimo_app;
create function check_invariants(running_minutes int default 15) returns table (law text, detail text)
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform set_config('idanimo.owner', 'system', true);
  return query select p.law, p.detail from check_purchases(running_minutes) p;
  return query select 'R-10', format('request %s: consent is %s without proof of %s', c.request_id, c.state, needed.event)
  from consents c cross join (values ('granted'), ('denied'), ('withdrawn')) needed (event)
  where case needed.event when 'denied' then c.state = 'denied' when 'granted' then c.state = 'granted' or c.state = 'terminated' and c.decided_by is not null
      else c.state = 'terminated' and c.decided_by is not null end
    and not exists (select from consent_evidence e where e.request_id = c.request_id
      and (e.event = needed.event or needed.event = 'withdrawn' and e.event = 'asker_left'));
  return query select 'R-10', format('%s row %s waits for its seal since %s', d.kind, d.id, d.at) from (
      select 'audit' as kind, l.id, l.at from audit_log l where not exists (select from audit_seals s where s.audit_id = l.id)
      union all
      select 'evidence', e.id, e.at from consent_evidence e where not exists (select from audit_seals s where s.evidence_id = e.id)) d
  where d.at < product_now() - interval '5 minutes' order by d.at limit 1;
end $$;
revoke execute on function check_invariants from public;
grant execute on function check_invariants to idanimo_app;
