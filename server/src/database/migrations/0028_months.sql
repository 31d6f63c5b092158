-- 0028: what is only ever written down and hardly read again stands by month: audit rows, their seals, proofs of consent. An old month
-- can be taken out whole, and what is left still proves itself. No row is moved here: what is there becomes the first part of each.
-- The parts have their indexes and unique keys for themselves, since the month is in none of the keys; ids are random, a row gets its
-- seal once because it is struck off `seals_due` in the same statement, and `verify_audit` sees a position that is there twice.

create schema months; -- the parts; the program's role cannot reach them but through the whole
create schema apart;  -- months that were taken out, to be dumped and dropped

-- Which parts there are besides the one that catches what has none.
create table month_parts (
  whole   text        not null,
  part    text        not null unique,
  from_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > from_at),
  primary key (whole, ends_at)
);
-- Months that were taken out; everything before the end of the latest is apart.
create table detached_months (
  month       date        primary key,
  ends_at     timestamptz not null unique,
  detached_at timestamptz not null default product_now(),
  detached_by text        not null
);
create trigger detached_months_append_only before update or delete or truncate on detached_months
  for each statement execute function refuse_change();
-- What of the chain they took along: where it leaves what is kept, and the seal with which it comes back.
create table audit_bridges (
  first_position bigint primary key,
  last_position  bigint not null check (last_position >= first_position),
  before_hash    bytea  not null,
  last_hash      bytea  not null,
  month          date   not null references detached_months (month)
);
create trigger audit_bridges_append_only before update or delete or truncate on audit_bridges
  for each statement execute function refuse_change();
grant select on month_parts, detached_months, audit_bridges to idanimo_app;

-- From when on rows are here. What asks for an older one must say that it stands apart.
create function kept_since() returns timestamptz language sql stable set search_path = public, pg_temp as $$
  select coalesce(max(ends_at), '-infinity') from detached_months
$$;
create function month_start(moment timestamptz) returns timestamptz language sql immutable as $$
  select date_trunc('month', moment at time zone 'UTC') at time zone 'UTC'
$$;

-- What a part says for itself when somebody writes to it past the whole.
create function guard_part(whole text, part text) returns void language plpgsql set search_path = public, pg_temp as $$
begin
  execute format('create trigger append_only before update or delete or truncate on months.%I for each statement execute function refuse_change()', part);
  if whole = 'consent_evidence' then
    execute format('alter table months.%I enable row level security', part);
    execute format('alter table months.%I force row level security', part);
    execute format($policy$create policy owners_rows on months.%I using ((select current_setting('idanimo.owner', true)) in (owner_id::text, 'system'))$policy$, part);
  end if;
end $$;

-- A part for [from_at, ends_at), made aside and then hung in: only the part that catches the rest is locked, and it is empty. Where it
-- is not, because nobody made parts in time, it becomes the part itself, if all its rows belong there. Answers whether there is one now.
create function make_part(of_whole text, by_column text, start timestamptz, finish timestamptz) returns boolean
language plpgsql set search_path = public, pg_temp as $$
declare
  part text := of_whole || '_' || to_char(start at time zone 'UTC', 'YYYY_MM');
  rest text := of_whole || '_rest';
  first_row timestamptz; last_row timestamptz; any_here boolean;
begin
  perform set_config('idanimo.owner', 'system', true);
  execute format('select min(%1$I), max(%1$I), coalesce(bool_or(%1$I >= $1 and %1$I < $2), false) from months.%2$I', by_column, rest)
    into first_row, last_row, any_here using start, finish;
  if any_here and (first_row < start or last_row >= finish) then return false; end if;
  if any_here then
    execute format('alter table %I detach partition months.%I', of_whole, rest);
    execute format('alter table months.%I rename to %I', rest, part);
    execute format('create table months.%I (like months.%I including all)', rest, part);
    perform guard_part(of_whole, rest);
  else
    execute format('create table months.%I (like months.%I including all)', part, rest);
    perform guard_part(of_whole, part);
  end if;
  execute format('alter table %I attach partition months.%I for values from (%L) to (%L)', of_whole, part, start, finish);
  if any_here then execute format('alter table %I attach partition months.%I default', of_whole, rest); end if;
  insert into month_parts values (of_whole, part, start, finish);
  return true;
end $$;

-- Makes the parts of this month and of the next `ahead`, where they are missing. Answers what is not as it should be: a part that could
-- not be made, or rows that came before theirs was. Waits for nobody longer than two seconds.
create function make_months(ahead int default 2) returns setof text
language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '2s' as $$
declare
  kept record; start timestamptz; caught bigint;
begin
  if not pg_try_advisory_xact_lock(7201, 6) then return; end if;
  for kept in select * from (values ('audit_log', 'at'), ('audit_seals', 'sealed_at'), ('consent_evidence', 'at')) t (whole, by_column) loop
    for step in 0 .. ahead loop
      start := month_start(month_start(product_now()) + make_interval(days => 31 * step));
      continue when exists (select from month_parts p where p.whole = kept.whole and p.from_at <= start and p.ends_at > start)
        or start < kept_since();
      if not make_part(kept.whole, kept.by_column, start, month_start(start + interval '32 days')) then
        return next format('%s: no part for %s, its rows stand among those of other months', kept.whole, to_char(start at time zone 'UTC', 'YYYY-MM'));
      end if;
    end loop;
    perform set_config('idanimo.owner', 'system', true);
    execute format('select count(*) from months.%I', kept.whole || '_rest') into caught;
    if caught > 0 then return next format('%s: %s rows have no month of their own', kept.whole, caught); end if;
  end loop;
end $$;

-- The functions that name the rows' types are made anew below.
alter table audit_seals drop constraint audit_seals_audit_id_fkey, drop constraint audit_seals_evidence_id_fkey;
-- beside the version before: no program names these functions, sealing and verifying do, and they are replaced in this transaction
drop function entry_of(audit_log), entry_of(consent_evidence);

-- beside the version before: what the role may do to a table it may do to the whole that takes the table's name, in this transaction
do $$
declare
  kept record; first_part text; first_end timestamptz := month_start(month_start(now()) + interval '32 days');
begin
  for kept in select * from (values ('audit_log', 'at'), ('audit_seals', 'sealed_at'), ('consent_evidence', 'at')) t (whole, by_column) loop
    first_part := kept.whole || '_before_' || to_char(first_end at time zone 'UTC', 'YYYY_MM');
    execute format('revoke all on %I from idanimo_app', kept.whole);
    execute format('alter table %I set schema months', kept.whole);
    execute format('alter table months.%I rename to %I', kept.whole, first_part);
    execute format('create table %I (like months.%I including defaults including constraints) partition by range (%I)', kept.whole, first_part, kept.by_column);
    if kept.whole = 'consent_evidence' then
      alter table consent_evidence add constraint consent_evidence_request_id_fkey
        foreign key (request_id) references verification_requests (id) on delete restrict;
    end if;
    execute format('alter table %I attach partition months.%I for values from (minvalue) to (%L)', kept.whole, first_part, first_end);
    insert into month_parts values (kept.whole, first_part, '-infinity', first_end);
    execute format('create table months.%I (like months.%I including all)', kept.whole || '_rest', first_part);
    perform guard_part(kept.whole, kept.whole || '_rest');
    execute format('alter table %I attach partition months.%I default', kept.whole, kept.whole || '_rest');
    execute format('create trigger %I before update or delete or truncate on %I for each statement execute function refuse_change()',
      kept.whole || '_append_only', kept.whole);
  end loop;
end $$;
create trigger audit_log_wait after insert on audit_log referencing new table as added for each statement execute function note_seal_due('audit');
create trigger consent_evidence_wait after insert on consent_evidence referencing new table as added for each statement execute function note_seal_due('evidence');
alter table consent_evidence enable row level security;
alter table consent_evidence force row level security;
create policy owners_rows on consent_evidence using ((select current_setting('idanimo.owner', true)) in (owner_id::text, 'system'));
grant select, insert on audit_log, consent_evidence to idanimo_app;
grant select on audit_seals to idanimo_app;
do $$ declare trouble text; begin
  for trouble in select make_months() loop raise exception '%', trouble; end loop;
end $$;

-- What a seal covers, word for word as before.
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

-- As before, and: a seal never stands in an earlier month than its row, also after a clock that went back; and a chain whose newest
-- seal was taken out with its month goes on from there.
create or replace function seal_audit(most int default 5000) returns int language plpgsql security definer set search_path = public, pg_temp as $$
declare
  last_position bigint; last_hash bytea; last_day date; sealed int;
begin
  if not pg_try_advisory_xact_lock(7201, 1) then return 0; end if;
  perform set_config('idanimo.owner', 'system', true);
  select s.position, s.hash, coalesce(l.at, e.at, s.month)::date into last_position, last_hash, last_day
  from (select * from (
      (select position, hash, audit_id, evidence_id, null::date as month from audit_seals order by position desc limit 1)
      union all
      (select b.last_position, b.last_hash, null, null, b.month from audit_bridges b order by b.last_position desc limit 1)) ends
    order by position desc limit 1) s
  left join audit_log l on l.id = s.audit_id left join consent_evidence e on e.id = s.evidence_id;
  last_position := coalesce(last_position, 0);
  last_hash := coalesce(last_hash, '\x'::bytea);
  with due as (
    select at, row_id, kind from seals_due order by at, row_id limit most
  ), entries as (
    select d.at, d.row_id, d.kind, entry_of(l) as entry from due d join audit_log l on d.kind = 'audit' and l.id = d.row_id and l.at = d.at
    union all
    select d.at, d.row_id, d.kind, entry_of(e) from due d join consent_evidence e on d.kind = 'evidence' and e.id = d.row_id and e.at = d.at
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
  insert into audit_seals (position, audit_id, evidence_id, hash, sealed_at)
  select position, case kind when 'audit' then row_id end, case kind when 'evidence' then row_id end, hash, greatest(product_now(), at)
  from chained order by position;
  get diagnostics sealed = row_count;
  return sealed;
end $$;

-- As before, over what is here: where a month was taken out, the chain is followed across it by the two seals that were kept.
create or replace function verify_audit() returns table (finding text, at_position bigint, row_kind text, row_id uuid)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  bridged_to bigint := coalesce((select max(last_position) from audit_bridges), 0);
begin
  perform set_config('idanimo.owner', 'system', true);
  return query
    select case when s.position <> s.expected then 'seal missing' when s.is_bridge then 'head differs'
        when s.entry is null then 'row missing' else 'row changed' end,
      s.expected, case when s.position = s.expected then s.kind end, case when s.position = s.expected then s.id end
    from (
      select w.*, lag(w.last_position, 1, 0::bigint) over by_position + 1 as expected, lag(w.hash, 1, '\x'::bytea) over by_position as before_it
      from (
        select a.position, a.position as last_position, a.hash, coalesce(a.audit_id, a.evidence_id) as id,
          case when a.audit_id is null then 'evidence' else 'audit' end as kind,
          case when l.id is not null then entry_of(l) when e.id is not null then entry_of(e) end as entry, null::bytea as begins, false as is_bridge
        from audit_seals a left join audit_log l on l.id = a.audit_id left join consent_evidence e on e.id = a.evidence_id
        where a.position > bridged_to or not exists (select from audit_bridges b where a.position between b.first_position and b.last_position)
        union all
        select b.first_position, b.last_position, b.last_hash, null, null, null, b.before_hash, true from audit_bridges b) w
      window by_position as (order by w.position)) s
    where s.position <> s.expected or (case when s.is_bridge then s.begins <> s.before_it
      else s.entry is null or s.hash <> sha256(s.before_it || s.entry) end)
    order by s.position limit 1;
  if found then return; end if;
  return query select 'head differs', h.position, null::text, null::uuid from audit_heads h
    where not exists (select from audit_seals s where s.position = h.position and s.hash = h.hash)
      and not exists (select from audit_bridges b where h.position between b.first_position and b.last_position
        and (h.position < b.last_position or h.hash = b.last_hash))
    order by h.position limit 1;
  return query select u.finding, null::bigint, u.kind, u.id from (
      select 'unsealed' as finding, 'audit' as kind, l.id, l.at from audit_log l where not exists (select from audit_seals s where s.audit_id = l.id)
      union all
      select 'unsealed', 'evidence', e.id, e.at from consent_evidence e where not exists (select from audit_seals s where s.evidence_id = e.id)
      union all
      select 'row missing', d.kind, d.row_id, d.at from seals_due d
      where not exists (select from audit_log l where l.id = d.row_id) and not exists (select from consent_evidence e where e.id = d.row_id)) u
    where u.at < product_now() - interval '1 minute' order by u.at, u.id limit 1;
end $$;

-- Takes a month out: its rows, their seals, and nothing else. Answers why not, or nothing when it is done. The oldest month first; none
-- that a page of ours still shows (a subject's receipt: 12 months); none with rows that wait for their seal; and no broken chain is cut.
create function detach_month(of_month date, by_whom text) returns text
language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '5s' as $$
declare
  finish timestamptz := month_start(month_start(of_month::timestamp at time zone 'UTC') + interval '32 days');
  name text := to_char(of_month, 'YYYY-MM');
  part record; oldest timestamptz; logs text; proofs text; seals text; ahead boolean;
begin
  perform pg_advisory_xact_lock(7201, 6);
  perform pg_advisory_xact_lock(7201, 1);
  perform set_config('idanimo.owner', 'system', true);
  if finish <= kept_since() then return format('%s is apart already', name); end if;
  if product_now() < finish + interval '12 months' then
    return format('%s can be taken out from %s on: until then pages of ours show what it holds', name, to_char(finish + interval '12 months', 'YYYY-MM-DD'));
  end if;
  select min(ends_at) into oldest from month_parts;
  if oldest > finish then return format('%s stands in one part with the months up to %s; take that one out', name, to_char(oldest - interval '1 day', 'YYYY-MM')); end if;
  if oldest < finish then return format('%s comes first', to_char(oldest - interval '1 day', 'YYYY-MM')); end if;
  if exists (select from seals_due d where d.at < finish) then return format('rows of %s wait for their seal', name); end if;
  if exists (select from verify_audit()) then return 'the chain of the audit does not hold: see verify-audit'; end if;
  select max(p.part) filter (where p.whole = 'audit_log'), max(p.part) filter (where p.whole = 'consent_evidence'),
    max(p.part) filter (where p.whole = 'audit_seals') into logs, proofs, seals from month_parts p where p.ends_at = finish;
  execute format('select exists (select from months.%I s where not exists (select from months.%I l where l.id = s.audit_id)
      and not exists (select from months.%I e where e.id = s.evidence_id)
      and not exists (select from audit_bridges b where s.position between b.first_position and b.last_position))', seals, logs, proofs) into ahead;
  if ahead then return format('seals of %s stand over rows of a later month', name); end if;

  insert into detached_months (month, ends_at, detached_by) values (month_start(of_month::timestamp at time zone 'UTC') at time zone 'UTC', finish, by_whom);
  -- the seals of its rows, most of them its own, a few at its end in the next month: each run of them leaves a bridge
  execute format($bridges$
    insert into audit_bridges (first_position, last_position, before_hash, last_hash, month)
    select r.first_position, r.last_position, coalesce((select s.hash from audit_seals s where s.position = r.first_position - 1),
        (select b.last_hash from audit_bridges b where b.last_position = r.first_position - 1), '\x'),
      (select s.hash from audit_seals s where s.position = r.last_position), $1
    from (select min(position) as first_position, max(position) as last_position from (
        select g.position, g.position - row_number() over (order by g.position) as run from (
          select s.position from audit_seals s join months.%I l on l.id = s.audit_id
          union select s.position from audit_seals s join months.%I e on e.id = s.evidence_id) g
        where not exists (select from audit_bridges b where g.position between b.first_position and b.last_position)) n
      group by run) r$bridges$, logs, proofs)
    using (month_start(of_month::timestamp at time zone 'UTC') at time zone 'UTC')::date;
  for part in select * from month_parts p where p.ends_at = finish loop
    execute format('alter table %I detach partition months.%I', part.whole, part.part);
    if part.whole = 'consent_evidence' then
      execute format('alter table months.%I drop constraint if exists consent_evidence_request_id_fkey', part.part);
    end if;
    execute format('alter table months.%I set schema apart', part.part);
  end loop;
  delete from month_parts p where p.ends_at = finish;
  insert into audit_log (id, actor_kind, action, reason)
  select gen_random_uuid(), 'operator', 'month_detached', format('%s: %s, chain to %s:%s', by_whom, name, coalesce(max(last_position), 0),
    coalesce((select encode(b.last_hash, 'hex') from audit_bridges b order by b.last_position desc limit 1), '')) from audit_bridges;
  return null;
end $$;

-- Some laws ask for the row that was written when something happened: they ask while its month is here. Their functions are amended
-- where they stand, so that this holds whichever laws were added meanwhile; a test of months takes one out and asks for all laws.
do $$
declare
  law record; amended text;
  soon text := '(select kept_since()) + interval ''1 minute''';
begin
  for law in select p.oid, pg_get_functiondef(p.oid) as body from pg_proc p
             where p.pronamespace = 'public'::regnamespace and p.prokind = 'f' and p.proname ~ '^check_' loop
    amended := regexp_replace(law.body, $old$(p\.state in \('paid', 'completed'\)) and (not exists \(\s*select from audit_log l)$old$,
      format('\1 and p.paid_at > %s and \2', soon), 'g');
    amended := regexp_replace(amended, $old$(t\.key like '[a-z:%]+') and (not exists \(\s*select from audit_log l)$old$,
      format('\1 and t.created_at > %s and \2', soon), 'g');
    amended := regexp_replace(amended, $old$and (not exists \(select from consent_evidence e where e\.request_id = c\.request_id)$old$,
      format('and c.decided_at > %s and \1', soon), 'g');
    if amended <> law.body then execute amended; end if;
  end loop;
end $$;

revoke execute on function guard_part, make_part, make_months, detach_month, entry_of(audit_log), entry_of(consent_evidence) from public;
grant execute on function make_months, kept_since to idanimo_app;
