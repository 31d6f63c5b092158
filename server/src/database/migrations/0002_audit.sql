-- 0002: who asked, who agreed, who looked, who paid, what was purged. Rows are written unchained, so that no payment waits
-- for another; a job chains them in order every second. The chain stands apart, so a row is never touched again.
create table audit_log (
  id         uuid        primary key,
  at         timestamptz not null default product_now(),
  actor_kind text        not null check (actor_kind in ('visitor', 'user', 'subject', 'operator', 'system')),
  actor_id   uuid,
  action     text        not null check (action ~ '^[a-z_]+$'),
  object_id  uuid,       -- the request, purchase, payment or account it was done to
  reason     text        not null check (length(reason) <= 200)
);
create index audit_log_object on audit_log (object_id);
create trigger audit_log_append_only before update or delete or truncate on audit_log
  for each statement execute function refuse_change();

create table audit_seals (
  position  bigint      primary key,
  audit_id  uuid        not null unique references audit_log (id),
  hash      bytea       not null,
  sealed_at timestamptz not null default product_now()
);
create trigger audit_seals_append_only before update or delete or truncate on audit_seals
  for each statement execute function refuse_change();

-- The chain's head at the end of each day, to be kept elsewhere too.
create table audit_heads (
  day       date   primary key,
  position  bigint not null,
  hash      bytea  not null
);
create trigger audit_heads_append_only before update or delete or truncate on audit_heads
  for each statement execute function refuse_change();

-- What a seal covers: everything the row says, and the seal before it.
create function audit_hash(before_it bytea, entry audit_log) returns bytea language sql immutable set search_path = public, pg_temp as $$
  select sha256(before_it || convert_to(jsonb_build_array(
    (entry).id, extract(epoch from (entry).at)::numeric(20, 6), (entry).actor_kind, (entry).actor_id, (entry).action,
    (entry).object_id, (entry).reason)::text, 'UTF8'))
$$;

-- Rows that wait for their seal stand in a list of their own: looking for them among all rows would take longer every day.
create table audit_unsealed (audit_id uuid primary key references audit_log (id), at timestamptz not null);
create index audit_unsealed_order on audit_unsealed (at, audit_id);
create function note_unsealed() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into audit_unsealed select id, at from added;
  return null;
end $$;
create trigger audit_log_wait after insert on audit_log referencing new table as added for each statement execute function note_unsealed();

-- Chains every row that has no seal yet, oldest first, at most `most` of them; answers how many. One caller at a time. A day's head
-- is written with the first row of a later day, and names the day of the last row before it.
create function seal_audit(most int default 5000) returns int language plpgsql security definer set search_path = public, pg_temp as $$
declare
  entry audit_log; last_hash bytea; last_position bigint; sealed int := 0; last_day date;
begin
  if not pg_try_advisory_xact_lock(7201, 1) then return 0; end if;
  select s.position, s.hash, l.at::date into last_position, last_hash, last_day
  from audit_seals s join audit_log l on l.id = s.audit_id order by s.position desc limit 1;
  last_position := coalesce(last_position, 0);
  last_hash := coalesce(last_hash, '\x'::bytea);
  for entry in
    select l.* from (select audit_id from audit_unsealed order by at, audit_id limit most) w join audit_log l on l.id = w.audit_id
    order by l.at, l.id
  loop
    if entry.at::date > last_day then
      insert into audit_heads values (last_day, last_position, last_hash) on conflict do nothing;
    end if;
    last_day := greatest(last_day, entry.at::date);
    last_position := last_position + 1;
    last_hash := audit_hash(last_hash, entry);
    insert into audit_seals (position, audit_id, hash) values (last_position, entry.id, last_hash);
    delete from audit_unsealed where audit_id = entry.id;
    sealed := sealed + 1;
  end loop;
  return sealed;
end $$;
revoke execute on function seal_audit from public;
grant execute on function seal_audit to idanimo_app;

-- Names the first seal that does not fit, and rows left unsealed for longer than a minute. No row means that all is well.
create function verify_audit() returns table (finding text, at_position bigint, audit_row uuid)
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  seal record; before_it bytea := '\x'; expected bigint := 0;
begin
  for seal in select s.position, s.hash, s.audit_id, l as entry, l.id as found
              from audit_seals s left join audit_log l on l.id = s.audit_id order by s.position loop
    expected := expected + 1;
    if seal.position <> expected then
      return query select 'seal missing', expected, null::uuid; return;
    elsif seal.found is null then
      return query select 'row missing', seal.position, seal.audit_id; return;
    elsif seal.hash <> audit_hash(before_it, seal.entry) then
      return query select 'row changed', seal.position, seal.audit_id; return;
    end if;
    before_it := seal.hash;
  end loop;
  return query select 'head differs', h.position, null::uuid from audit_heads h
    where not exists (select from audit_seals s where s.position = h.position and s.hash = h.hash) order by h.position limit 1;
  return query select 'unsealed', null::bigint, l.id from audit_log l
    where l.at < product_now() - interval '1 minute' and not exists (select from audit_seals s where s.audit_id = l.id)
    order by l.at, l.id limit 1;
end $$;
revoke execute on function verify_audit from public;
grant execute on function verify_audit to idanimo_app;

grant select, insert on audit_log to idanimo_app;
grant select on audit_seals, audit_heads, audit_unsealed to idanimo_app;
