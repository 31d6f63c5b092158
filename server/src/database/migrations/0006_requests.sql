-- 0006: what was asked about whom, what the person said, and what was found. Row-level security is the second lock: a
-- transaction sees the rows of the owner it names, or all of them when it works for the product itself.
create function may_see(owner uuid) returns boolean language sql stable as $$
  select current_setting('idanimo.owner', true) in (owner::text, 'system')
$$;

create table verification_requests (
  id              uuid        primary key references purchase_items (id) on delete restrict,
  owner_id        uuid        not null references users (id) on delete restrict,
  search_type     text        not null,
  retention_class text        not null check (retention_class in ('person', 'extension', 'financial', 'vehicle', 'register')),
  options         text[]      not null default '{}',
  search_sealed   bytea,      -- the typed values, sealed with the request's own key
  value_masked    text        not null,
  value_hash      bytea,      -- keyed hash for exact search; erased with the rest
  created_at      timestamptz not null default product_now(),
  purge_due_at    timestamptz, -- when its personal values must be gone; null while nobody knows yet or for a public register
  purged_at       timestamptz,
  check (purged_at is null or (search_sealed is null and value_hash is null))
);
create index verification_requests_value on verification_requests (value_hash, created_at desc) where value_hash is not null;
create index verification_requests_purge on verification_requests (purge_due_at) where purged_at is null and purge_due_at is not null;

-- A paid provider is asked once for one part of a request, unless it proved that it did not take the first question (R-12).
create table lookup_attempts (
  id          uuid        primary key, -- travels to the provider as our reference
  request_id  uuid        not null references verification_requests (id) on delete restrict,
  part        text        not null default 'main',
  provider    text        not null,
  started_at  timestamptz not null default product_now(),
  finished_at timestamptz,
  result      text        not null default 'sent' check (result in ('sent', 'found', 'not_found', 'failed', 'not_taken'))
);
create unique index lookup_attempts_once on lookup_attempts (request_id, part) where result <> 'not_taken';
create index lookup_attempts_recent on lookup_attempts (provider, started_at desc);

create table consents (
  request_id     uuid        primary key references verification_requests (id) on delete restrict,
  owner_id       uuid        not null references users (id) on delete restrict,
  search_type    text        not null,
  retention_class text       not null,
  purpose_code   text        not null,
  note_sealed    bytea,      -- the asker's own words, sealed with the request's key
  state          text        not null check (state in ('initiate', 'pending', 'granted', 'denied', 'terminated', 'no_data_found')),
  contact_sealed bytea,      -- phone and mail of the agency's record, sealed with the request's key; never shown to the asker
  phone_hash     bytea,      -- keyed, to match a reply's sender
  token_hash     bytea       unique, -- of the link
  code_hash      bytea,
  tries_left     smallint    not null default 5 check (tries_left >= 0),
  text_version   text,
  created_at     timestamptz not null default product_now(),
  asked_at       timestamptz,
  deadline       timestamptz,
  decided_at     timestamptz,
  decided_by     text        check (decided_by in ('sms', 'page')),
  gone_at        timestamptz,
  check ((state = 'pending') <= (asked_at is not null and deadline is not null)),
  check ((state = 'granted') <= (decided_at is not null and gone_at is not null))
);
create index consents_pending on consents (deadline) where state = 'pending';
create index consents_phone on consents (phone_hash) where state = 'pending';
insert into allowed_moves values
  ('consent', 'initiate', 'pending'), ('consent', 'initiate', 'no_data_found'), ('consent', 'initiate', 'terminated'),
  ('consent', 'pending', 'granted'), ('consent', 'pending', 'denied'), ('consent', 'pending', 'terminated'),
  ('consent', 'granted', 'terminated');
create trigger consents_begin before insert on consents for each row execute function refuse_other_beginning('consent', 'initiate');
create trigger consents_move before update of state on consents for each row execute function refuse_illegal_move('consent');

-- Proof of what was asked and answered, without any of the subject's data.
create table consent_evidence (
  id           uuid        primary key,
  request_id   uuid        not null references verification_requests (id) on delete restrict,
  owner_id     uuid        not null,
  event        text        not null,
  channel      text        check (channel in ('sms', 'mail', 'page')),
  text_version text,
  code_hash    bytea,
  at           timestamptz not null default product_now()
);
create index consent_evidence_request on consent_evidence (request_id);
create trigger consent_evidence_append_only before update or delete or truncate on consent_evidence
  for each statement execute function refuse_change();

create table results (
  request_id  uuid        primary key references verification_requests (id) on delete restrict,
  owner_id    uuid        not null,
  sealed      bytea       not null,
  source      text        not null,
  received_at timestamptz not null default product_now(),
  gone_at     timestamptz -- for a kind without consent; null otherwise or for a public register
);

-- Nothing is kept of a look-up that nobody paid for (R-04).
create function refuse_unpaid_result() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not exists (select from purchase_items i join purchases p on p.id = i.purchase_id
                 where i.id = new.request_id and p.state in ('paid', 'completed')) then
    raise exception 'a result needs a settled charge' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger results_need_charge before insert on results for each row execute function refuse_unpaid_result();

alter table verification_requests enable row level security;
alter table verification_requests force row level security;
alter table consents enable row level security;
alter table consents force row level security;
alter table consent_evidence enable row level security;
alter table consent_evidence force row level security;
alter table results enable row level security;
alter table results force row level security;
create policy owners_rows on verification_requests using ((select current_setting('idanimo.owner', true)) in (owner_id::text, 'system'));
create policy owners_rows on consents using ((select current_setting('idanimo.owner', true)) in (owner_id::text, 'system'));
create policy owners_rows on consent_evidence using ((select current_setting('idanimo.owner', true)) in (owner_id::text, 'system'));
create policy owners_rows on results using ((select current_setting('idanimo.owner', true)) in (owner_id::text, 'system'));
drop function may_see;

grant select, insert on verification_requests, lookup_attempts, consents, consent_evidence, results to idanimo_app;
grant update (search_sealed, value_masked, value_hash, purge_due_at, purged_at) on verification_requests to idanimo_app;
grant update (finished_at, result) on lookup_attempts to idanimo_app;
grant update (state, note_sealed, contact_sealed, phone_hash, token_hash, code_hash, tries_left, text_version, asked_at, deadline, decided_at, decided_by, gone_at) on consents to idanimo_app;
grant delete on results to idanimo_app;
