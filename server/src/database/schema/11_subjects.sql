-- Which requests concerned a phone number or email address; 12 months.
create table subject_index (
  contact_hash bytea       not null,
  kind         text        not null check (kind in ('phone', 'mail')),
  request_id   uuid        not null references verification_requests (id) on delete restrict,
  asked_at     timestamptz not null default product_now(),
  primary key (contact_hash, request_id)
);
create index subject_index_newest on subject_index (contact_hash, asked_at desc);
create index subject_index_request on subject_index (request_id);
create index subject_index_asked on subject_index (asked_at);
alter table subject_index enable row level security;
alter table subject_index force row level security;
create policy products_rows on subject_index using ((select current_setting('idanimo.owner', true)) = 'system');
grant select, insert, delete on subject_index to idanimo_app;

-- Accounts that a subject blocks: one, or all.
create table subject_blocks (
  id           uuid        primary key,
  contact_hash bytea       not null,
  owner_id     uuid        references users (id) on delete cascade, -- null: all accounts
  made_at      timestamptz not null default product_now(),
  unique nulls not distinct (contact_hash, owner_id)
);
create index subject_blocks_owner on subject_blocks (owner_id) where owner_id is not null;
alter table subject_blocks enable row level security;
alter table subject_blocks force row level security;
create policy products_rows on subject_blocks using ((select current_setting('idanimo.owner', true)) = 'system');
grant select, insert, delete on subject_blocks to idanimo_app;

-- A subject who proved a phone number or email address by a link or a code; they see the requests sent to it.
create table subject_sessions (
  token_hash     bytea       primary key,
  phone_hash     bytea,
  mail_hash      bytea,
  way            text        not null check (way in ('link', 'code')),
  created_at     timestamptz not null default product_now(),
  ends_at        timestamptz not null,
  contact_sealed bytea,
  check (num_nonnulls(phone_hash, mail_hash) = 1)
);
create index subject_sessions_end on subject_sessions (ends_at);
alter table subject_sessions enable row level security;
alter table subject_sessions force row level security;
create policy products_rows on subject_sessions using ((select current_setting('idanimo.owner', true)) = 'system');
grant select, insert, delete on subject_sessions to idanimo_app;

-- Codes that prove a phone number or mail address.
create table subject_codes (
  id           uuid        primary key,
  contact_hash bytea       not null,
  kind         text        not null check (kind in ('phone', 'mail')),
  code_hash    bytea       not null, -- keyed with a pepper that is not in the database
  attempts_left   smallint    not null check (attempts_left >= 0),
  created_at   timestamptz not null default product_now(),
  ends_at      timestamptz not null
);
create index subject_codes_end on subject_codes (ends_at);
alter table subject_codes enable row level security;
alter table subject_codes force row level security;
create policy products_rows on subject_codes using ((select current_setting('idanimo.owner', true)) = 'system');
grant select, insert, delete on subject_codes to idanimo_app;
grant update (attempts_left) on subject_codes to idanimo_app;

-- Requests of subjects to us: rights, grievances, reports of misuse. An operator answers by the due date. Text and contact are
-- sealed with the case's own key.
create table subject_cases (
  id           uuid        primary key,
  reference    text        not null unique check (reference ~ '^ID-[A-Z0-9]{6}$'), -- a label to read aloud, not a secret
  kind         text        not null check (kind in ('access', 'correction', 'erasure', 'grievance', 'misuse')),
  contact_hash bytea,
  request_id   uuid        references verification_requests (id) on delete restrict, -- what it is about
  owner_id     uuid        references users (id) on delete set null,                -- whom it is about
  sealed       bytea,
  opened_at    timestamptz not null default product_now(),
  due_at       timestamptz not null,
  answered_at  timestamptz,
  answered_by  text,
  check ((answered_at is null) = (answered_by is null))
);
create index subject_cases_open on subject_cases (due_at) where answered_at is null;
create index subject_cases_contact on subject_cases (contact_hash, opened_at desc);
create unique index subject_cases_misuse on subject_cases (request_id) where kind = 'misuse'; -- a request is reported once
create index subject_cases_owner on subject_cases (owner_id) where kind = 'misuse';
create index subject_cases_answered on subject_cases (answered_at) where sealed is not null and answered_at is not null;
alter table subject_cases enable row level security;
alter table subject_cases force row level security;
create policy products_rows on subject_cases using ((select current_setting('idanimo.owner', true)) = 'system');
grant select, insert on subject_cases to idanimo_app;
grant update (contact_hash, sealed, answered_at, answered_by) on subject_cases to idanimo_app;

-- Requesters who closed their account. Subjects see the name for twelve months, and a blocked requester stays blocked after
-- registering again with the same address. The name is sealed with a key of its own.
create table closed_requesters (
  id           uuid        primary key, -- also of the key
  owner_id     uuid        not null unique references users (id) on delete restrict,
  mailbox_hash bytea       not null, -- keyed
  sealed       bytea,
  closed_at      timestamptz not null default product_now()
);
create index closed_requesters_mailbox on closed_requesters (mailbox_hash);
create index closed_requesters_closed on closed_requesters (closed_at);
alter table closed_requesters enable row level security;
alter table closed_requesters force row level security;
create policy products_rows on closed_requesters using ((select current_setting('idanimo.owner', true)) = 'system');
grant select, insert, delete on closed_requesters to idanimo_app;
grant update (sealed) on closed_requesters to idanimo_app;
