-- 0017: what a source gave beside a record as a file, such as a vehicle's own report: sealed with the request's own key. A file is here
-- only as long as its result, and goes with it.
create table result_files (
  request_id uuid  not null references results (request_id) on delete cascade,
  owner_id   uuid  not null,
  name       text  not null check (name in ('source.pdf')),
  media_type text  not null check (media_type in ('application/pdf')),
  sealed     bytea not null check (octet_length(sealed) <= 10 * 1024 * 1024 + 64),
  primary key (request_id, name)
);
alter table result_files alter column sealed set storage external; -- sealed bytes do not shrink: not tried

create trigger result_files_need_charge before insert on result_files for each row execute function refuse_unpaid_result();

alter table result_files enable row level security;
alter table result_files force row level security;
create policy owners_rows on result_files using ((select current_setting('idanimo.owner', true)) in (owner_id::text, 'system'));

grant select, insert on result_files to idanimo_app;
