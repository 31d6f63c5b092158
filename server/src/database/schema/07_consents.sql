create table consents (
  request_id      uuid        primary key references verification_requests (id) on delete restrict,
  owner_id        uuid        not null references users (id) on delete restrict,
  search_type     text        not null,
  retention_class text       not null,
  purpose_code    text        not null,
  note_sealed     bytea, -- the requester's message, sealed with the request's key
  state           text        not null check (state in ('initiate', 'pending', 'granted', 'denied', 'terminated', 'no_data_found')),
  contact_sealed  bytea, -- phone and email of the record, sealed with the request's key; never shown to the requester
  phone_hash      bytea, -- keyed, to match the sender of a reply
  token_hash      bytea       unique, -- of the link
  code_hash       bytea,
  attempts_left      smallint    not null default 5 check (attempts_left >= 0),
  text_version    text,
  created_at      timestamptz not null default product_now(),
  asked_at        timestamptz,
  deadline        timestamptz,
  decided_at      timestamptz,
  decided_by      text        check (decided_by in ('sms', 'page')),
  expires_at         timestamptz,
  is_self         boolean  not null default false, -- the record's contact is the requester's own
  withheld        text[]   not null default '{}', -- parts that were not granted
  steps           smallint not null default 0 check (steps between 0 and 3), -- messages sent so far
  next_step_at    timestamptz, -- when the next channel is used, if no delivery is reported
  -- Each channel has a link of its own, which proves the contact it was sent to. token_hash is that of the SMS.
  mail_token_hash bytea unique,
  parts_required  text[] not null default '{}',
  parts_offered   text[] not null default '{}', -- optional parts, which the subject may add
  parts_granted   text[] not null default '{}',
  rule_version    text,
  ends_by         timestamptz,
  expected_name_sealed bytea, -- the name that the requester was given, sealed with the request's key
  check ((state = 'pending') <= (asked_at is not null and deadline is not null)),
  check ((state = 'granted') <= (decided_at is not null and expires_at is not null)),
  constraint consents_grant check (parts_granted = '{}' or (parts_required <@ parts_granted and parts_granted <@ (parts_required || parts_offered))),
  constraint consents_rule_version check (rule_version ~ '^[0-9a-z./-]{1,40}$'),
  constraint consents_granted_parts
  check (state <> 'granted' or rule_version is null or parts_granted <> '{}')
);
create index consents_pending on consents (deadline) where state = 'pending';
create index consents_phone on consents (phone_hash) where state = 'pending';
create trigger consents_initial_state before insert on consents for each row execute function require_initial_state('consent', 'initiate');
create trigger consents_transition before update of state on consents for each row execute function reject_invalid_transition('consent');
create trigger consents_withdrawn after update of state on consents for each row
  when (old.state = 'granted' and new.state = 'terminated') execute function mark_record_withdrawn();
create index consents_links on consents (asked_at) where token_hash is not null or mail_token_hash is not null;
create index consents_next_step on consents (next_step_at) where state = 'pending' and next_step_at is not null;
create index consents_refused on consents (owner_id) where state = 'denied';
-- for the daily counts; rows arrive almost in order, so block ranges suffice
create index consents_asked on consents using brin (asked_at);
create index consents_deadline on consents using brin (deadline);
create trigger consents_parts_unchanged before update on consents for each row
  when (old.rule_version is not null and (
    (old.state <> 'initiate' and (old.parts_required, old.parts_offered) is distinct from (new.parts_required, new.parts_offered))
    or (not (old.state = 'pending' and new.state = 'granted') and old.parts_granted is distinct from new.parts_granted)))
  execute function reject_changed_parts();
alter table consents enable row level security;
alter table consents force row level security;
create policy owners_rows on consents using ((select current_setting('idanimo.owner', true)) in (owner_id::text, 'system'));
grant select, insert on consents to idanimo_app;
grant update (
  note_sealed, state, contact_sealed, phone_hash, token_hash, code_hash, attempts_left, text_version, asked_at,
  deadline, decided_at, decided_by, expires_at, is_self, withheld, steps, next_step_at, mail_token_hash,
  parts_required, parts_offered, parts_granted, rule_version, expected_name_sealed
) on consents to idanimo_app;
