-- 0041: consent by parts of a record. A request stores which parts its purpose requires and which the person may add; a grant stores
-- the parts that it opens. Each part of a record is sealed with a key of its own, so that a part that was not chosen cannot be read
-- once its key is deleted.

alter table consents
  add column parts_required text[] not null default '{}',
  add column parts_offered  text[] not null default '{}', -- optional parts, which the person may add
  add column parts_granted  text[] not null default '{}',
  add column rule_version   text;
-- beside the version before: it writes withheld, which this version no longer reads; requests from before get their parts
-- in 0042
alter table consents
  add constraint consents_grant check (parts_granted = '{}' or (parts_required <@ parts_granted and parts_granted <@ (parts_required || parts_offered))) not valid,
  add constraint consents_rule_version check (rule_version ~ '^[0-9a-z./-]{1,40}$') not valid;
grant update (parts_required, parts_offered, parts_granted, rule_version) on consents to idanimo_app;

-- A piece of a record: what may be read only if all of its parts were granted.
create table result_parts (
  key_id     uuid   primary key, -- of its key in the key database
  request_id uuid   not null references verification_requests (id) on delete restrict,
  owner_id   uuid   not null,
  parts      text[] not null check (cardinality(parts) > 0),
  sealed     bytea  not null,
  unique (request_id, parts)
);
alter table result_parts enable row level security;
alter table result_parts force row level security;
create policy owners_rows on result_parts using ((select current_setting('idanimo.owner', true)) in (owner_id::text, 'system'));
grant select, insert, delete on result_parts to idanimo_app;
-- a record with parts has no sealed value of its own
alter table results alter column sealed drop not null;

-- Evidence names the language, the parts that were offered and chosen, and the version of the rules.
alter table consent_evidence
  add column language      text,
  add column parts_offered text[] not null default '{}', -- required and optional
  add column parts_chosen  text[] not null default '{}',
  add column rule_version  text,
  add constraint consent_evidence_chosen check (parts_chosen <@ parts_offered) not valid,
  add constraint consent_evidence_names check (
    language ~ '^[a-z]{2,3}$' and rule_version ~ '^[0-9a-z./-]{1,40}$'
    and array_to_string(parts_offered, ' ', '-') ~ '^[a-z_ ]{0,200}$') not valid;

-- What a seal covers. Rows from before have no version of the rules, and keep their hash.
create or replace function entry_of(entry consent_evidence) returns bytea stable return convert_to((jsonb_build_array(
  'consent', (entry).id, extract(epoch from (entry).at)::numeric(20, 6), (entry).request_id, (entry).owner_id, (entry).event,
  (entry).channel, (entry).text_version, encode((entry).code_hash, 'hex'), (entry).parts, (entry).withheld)
  || case when (entry).rule_version is null then '[]'::jsonb
     else jsonb_build_array((entry).language, (entry).parts_offered, (entry).parts_chosen, (entry).rule_version) end)::text, 'UTF8');

-- An account's phone number is confirmed by the code of its sign-up.
alter table users add column phone_proved_at timestamptz;

-- As look_ups_of, and what each request can show, and which contacts its owner's account confirmed.
create function lookup_progress(items uuid[]) returns table (
  id uuid, owner_id uuid, search_type text, state text, since float8, total_minor bigint, currency text, transaction_id text, is_line boolean,
  retention_class text, options text[], search_sealed bytea, value_hash bytea, created_at timestamptz, now timestamptz, call uuid,
  attempt_id uuid, part text, result text, answer_sealed bytea, age float8,
  parts_required text[], parts_offered text[], own_phone text, own_mail text)
language plpgsql set search_path = public, pg_temp set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
begin
  perform set_config('idanimo.owner', 'system', true);
  return query
  select i.id, i.owner_id, i.search_type, i.state, extract(epoch from product_now() - i.moved_at)::float8, i.price_minor + i.tax_minor, p.currency,
    p.transaction_id, i.bulk_line is not null, r.retention_class, r.options, r.search_sealed, r.value_hash, r.created_at, product_now(), paid.id,
    a.id, a.part, a.result, a.answer_sealed, extract(epoch from product_now() - a.started_at)::float8,
    coalesce(c.parts_required, '{}'), coalesce(c.parts_offered, '{}'),
    case when u.phone_proved_at is not null then u.phone end, case when u.email_proved_at is not null then u.email end
  from unnest(items) asked (id)
  -- each by its own key: a plan that is kept must not read whole tables
  cross join lateral (select * from purchase_items where purchase_items.id = asked.id offset 0) i
  cross join lateral (select * from purchases where purchases.id = i.purchase_id offset 0) p
  cross join lateral (select * from verification_requests where verification_requests.id = i.id offset 0) r
  cross join lateral (select * from users where users.id = i.owner_id offset 0) u
  left join lateral (select * from consents where consents.request_id = i.id offset 0) c on true
  left join lateral (
    select l.id from audit_log l where l.object_id = i.purchase_id and l.action in ('paid_from_wallet', 'paid_instantly') limit 1) paid on true
  left join lateral (
    -- each half has an index of its own
    select * from lookup_attempts where request_id = i.id and lookup_attempts.result <> 'not_taken'
    union all
    select * from lookup_attempts where request_id = i.id and lookup_attempts.result = 'not_taken') a on true;
end $$;
revoke execute on function lookup_progress from public;
grant execute on function lookup_progress to idanimo_app;
