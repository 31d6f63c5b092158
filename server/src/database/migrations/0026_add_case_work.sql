-- Operators work on cases in the console: who is responsible, until when, and notes. A grievance may also have arrived by
-- post or email; its clock runs from the day of arrival.

alter table cases
  add column assignee_id uuid references operators (id),
  add column due_at      timestamptz not null default product_now() + interval '5 days';
-- beside the version before: an installation has few cases
update cases set due_at = opened_at + case kind when 'guardian_asked' then interval '7 days' else interval '5 days' end;
-- beside the version before: an installation has few cases
create index cases_due on cases (due_at, id) where closed_at is null;
-- beside the version before: see above
create index cases_closed on cases (closed_at desc, id desc) where closed_at is not null;

alter table subject_cases
  add column assignee_id uuid references operators (id),
  add column arrived_by  text check (arrived_by in ('post', 'email')); -- null: written on the person's own page
-- beside the version before: an installation has few cases
create index subject_cases_done on subject_cases (answered_at desc, id desc) where answered_at is not null;

-- Notes of operators about a case of either kind. No note contains a person's number, email or control character.
create table case_notes (
  id          uuid        primary key,
  case_id     uuid        not null,
  operator_id uuid        references operators (id),
  written_by  text, -- the name given at the terminal
  at          timestamptz not null default product_now(),
  text        text        not null check (
    length(text) between 1 and 500 and text !~ '([0-9][ -]?){10}[0-9]' and text !~ '[^[:space:]]@[^[:space:]]'
    and text !~ '[[:cntrl:]]'),
  check ((operator_id is null) <> (written_by is null))
);
create index case_notes_case on case_notes (case_id, at);

alter table finds drop constraint finds_kind_check;
-- beside the version before: it allows one kind more, and 12 months of searches are few
alter table finds add constraint finds_kind_check
  check (kind in ('email', 'phone', 'reference', 'session', 'id', 'name', 'case'));

grant update (assignee_id) on cases, subject_cases to idanimo_app;
grant select, insert on case_notes to idanimo_app, idanimo_console;
grant update (assignee_id, closed_at, closed_by) on cases to idanimo_console;
-- not the keyed hash of the contact: the console opens a text, and the job process sends to the sealed contact
grant select (id, reference, kind, request_id, owner_id, sealed, opened_at, due_at, answered_at, answered_by, assignee_id, arrived_by),
  insert (id, reference, kind, contact_hash, request_id, owner_id, sealed, opened_at, due_at, arrived_by, answered_at, answered_by),
  update (sealed, answered_at, answered_by, assignee_id) on subject_cases to idanimo_console;
