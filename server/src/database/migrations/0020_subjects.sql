-- 0020: what the person looked up may know and do. None of it holds a name, a number or a record: a person is known here by the keyed
-- hash of a phone number or a mail address, which whoever reads the tables cannot undo.

-- Who is asking: a business whose number and name the register knows.
alter table users add column verified_at timestamptz;

alter table consents
  add column is_self  boolean  not null default false,  -- the record's contact is the asker's own
  add column withheld text[]   not null default '{}',   -- parts of the record that the person left out of their yes
  add column steps    smallint not null default 0 check (steps between 0 and 3), -- how many times they were written to
  add column next_step_at timestamptz,                  -- when the next way is tried, if nothing arrives before
  -- Each way has a link of its own, so that whoever has one proves the contact it went to and no other. That of the text message is
  -- in token_hash; a question from before this had one link, which is there.
  add column mail_token_hash bytea unique;
create index consents_links on consents (asked_at) where token_hash is not null or mail_token_hash is not null;
create index consents_next_step on consents (next_step_at) where state = 'pending' and next_step_at is not null;
create index consents_refused on consents (owner_id) where state = 'denied';
grant update (is_self, withheld, steps, next_step_at, mail_token_hash) on consents to idanimo_app;
-- What a person leaves out of their yes is not kept: the record is sealed anew without it.
grant update (sealed) on results to idanimo_app;

-- Who asked about the owner of a phone number or mail address; kept for 12 months.
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

-- Whom a person lets ask no more: one account, or everybody.
create table subject_blocks (
  id           uuid        primary key,
  contact_hash bytea       not null,
  owner_id     uuid        references users (id) on delete cascade, -- null: everybody
  made_at      timestamptz not null default product_now(),
  unique nulls not distinct (contact_hash, owner_id)
);
create index subject_blocks_owner on subject_blocks (owner_id) where owner_id is not null;

-- A person who proved a phone number or a mail address, by a link of ours or a code: what they see is what was asked over it.
create table subject_sessions (
  token_hash bytea       primary key,
  phone_hash bytea,
  mail_hash  bytea,
  way        text        not null check (way in ('link', 'code')),
  created_at timestamptz not null default product_now(),
  ends_at    timestamptz not null,
  check (num_nonnulls(phone_hash, mail_hash) = 1)
);
create index subject_sessions_end on subject_sessions (ends_at);

-- Codes that prove a phone number or mail address.
create table subject_codes (
  id           uuid        primary key,
  contact_hash bytea       not null,
  kind         text        not null check (kind in ('phone', 'mail')),
  code_hash    bytea       not null, -- keyed with a pepper that is not in the database
  tries_left   smallint    not null check (tries_left >= 0),
  created_at   timestamptz not null default product_now(),
  ends_at      timestamptz not null
);
create index subject_codes_end on subject_codes (ends_at);

-- What a person asks of us: their rights, a grievance, a report of misuse. An operator answers it by its day. The words and the
-- contact are sealed with a key of the case's own.
create table subject_cases (
  id           uuid        primary key,
  reference    text        not null unique check (reference ~ '^ID-[A-Z0-9]{6}$'), -- a label, read aloud; never a key
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

-- These belong to nobody who has an account: only the product's own work sees them.
do $$
declare name text;
begin
  foreach name in array array['subject_index', 'subject_blocks', 'subject_sessions', 'subject_codes', 'subject_cases'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format($policy$create policy products_rows on %I using ((select current_setting('idanimo.owner', true)) = 'system')$policy$, name);
  end loop;
end $$;
grant select, insert, delete on subject_index, subject_blocks, subject_sessions, subject_codes to idanimo_app;
grant update (tries_left) on subject_codes to idanimo_app;
grant select, insert on subject_cases to idanimo_app;
grant update (sealed, answered_at, answered_by) on subject_cases to idanimo_app;

-- The counts that everybody may see, one row a day.
create table transparency_days (
  day             date        primary key,
  asked           bigint      not null,
  granted         bigint      not null,
  denied          bigint      not null,
  unanswered      bigint      not null, -- the time passed, opened or not
  unreached       bigint      not null, -- wrong person, or no message arrived
  withdrawn       bigint      not null,
  deleted         bigint      not null,
  deleted_on_time bigint      not null check (deleted_on_time <= deleted),
  counted_at      timestamptz not null default product_now()
);
grant select, insert on transparency_days to idanimo_app;
