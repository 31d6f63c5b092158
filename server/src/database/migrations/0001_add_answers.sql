-- Checks that answer one question. A lookup without an answer is refunded, an answer has a retention class of its own, and the
-- typed values that the subject reads are sealed with the request's key. The answer itself is a result with one part.

-- beside the version before: nobody runs it yet, and every value that it writes is still allowed
alter table purchase_items drop constraint purchase_items_outcome_check;
-- beside the version before: as above
alter table purchase_items add constraint purchase_items_outcome_check check (outcome in
  ('DELIVERED', 'NO_DATA', 'DENIED', 'UNANSWERED', 'PROVIDER_FAILED', 'NO_CONTACT', 'MINOR', 'BLOCKED', 'NO_ANSWER'));
drop index purchase_items_refunded;
-- beside the version before: nobody runs it yet, so no table is large
create index purchase_items_refunded on purchase_items (owner_id, state_changed_at desc, id desc)
  where outcome in ('PROVIDER_FAILED', 'NO_CONTACT', 'MINOR', 'BLOCKED', 'NO_ANSWER');

alter table verification_requests drop constraint verification_requests_retention_class_check;
-- beside the version before: as above
alter table verification_requests add constraint verification_requests_retention_class_check
  check (retention_class in ('person', 'extension', 'financial', 'vehicle', 'register', 'answer'));

alter table consents add column question_sealed bytea;
grant update (question_sealed) on consents to idanimo_app;

-- That an account asked one question about one number in a period, so that no value is found by asking again and again [AO-07]. Keyed
-- hashes of account and number, so that rows of different accounts never match. The request that was refunded or never paid does not count.
create table answer_counters (
  owner_id     uuid        not null references users (id) on delete cascade,
  subject_hash bytea       not null,
  question     text        not null,
  request_id   uuid        not null,
  period_start timestamptz not null default product_now(),
  ends_at      timestamptz not null,
  primary key (owner_id, subject_hash, question)
);
create index answer_counters_end on answer_counters (ends_at);
alter table answer_counters enable row level security;
alter table answer_counters force row level security;
create policy owners_rows on answer_counters using ((select current_setting('idanimo.owner', true)) in (owner_id::text, 'system'));
grant select, insert, delete on answer_counters to idanimo_app;
grant update (request_id, period_start, ends_at) on answer_counters to idanimo_app;
