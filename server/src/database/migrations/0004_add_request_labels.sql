-- The requester's private label of a request. It outlives the record, so that the requester knows which request failed or expired;
-- sealed with the account's key. Found by keyed hashes of its words and of their beginnings.
create table request_labels (
  request_id   uuid        primary key references verification_requests (id) on delete restrict,
  owner_id     uuid        not null references users (id) on delete cascade,
  label_sealed bytea       not null,
  created_at   timestamptz not null -- when the request was made
);
create index request_labels_created on request_labels (created_at);
create index request_labels_owner on request_labels (owner_id);
alter table request_labels enable row level security;
alter table request_labels force row level security;
create policy owners_rows on request_labels using ((select current_setting('idanimo.owner', true)) in (owner_id::text, 'system'));
grant select, insert, delete on request_labels to idanimo_app;
grant update (label_sealed) on request_labels to idanimo_app;

create table request_label_words (
  owner_id   uuid        not null references users (id) on delete cascade,
  word_hash  bytea       not null,
  created_at timestamptz not null, -- when the request was made: a word's rows are in the order of the history
  request_id uuid        not null references request_labels (request_id) on delete cascade,
  primary key (owner_id, word_hash, created_at, request_id)
);
create index request_label_words_request on request_label_words (request_id);
alter table request_label_words enable row level security;
alter table request_label_words force row level security;
create policy owners_rows on request_label_words using ((select current_setting('idanimo.owner', true)) in (owner_id::text, 'system'));
grant select, insert, delete on request_label_words to idanimo_app;

alter type history_row add attribute label_sealed bytea, add attribute expected_name_sealed bytea;
