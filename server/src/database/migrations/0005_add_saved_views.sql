-- Filters of the history that an account saved under a name, at most ten.
create table saved_views (
  owner_id uuid     not null references users (id) on delete cascade,
  position smallint not null constraint saved_views_at_most_ten check (position between 1 and 10),
  name     text     not null,
  filters  jsonb    not null,
  primary key (owner_id, position),
  constraint saved_views_name_once unique (owner_id, name)
);
alter table saved_views enable row level security;
alter table saved_views force row level security;
create policy owners_rows on saved_views using ((select current_setting('idanimo.owner', true)) in (owner_id::text, 'system'));
grant select, insert, delete on saved_views to idanimo_app;
grant update (filters) on saved_views to idanimo_app;
