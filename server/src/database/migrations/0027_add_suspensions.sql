-- Operators suspend accounts and organisations: they read, export and close, and start or pay nothing [OC-08 OC-09].
-- The console also opens organisations that have no account of the same id, and their owners learn of it [OC-06].

create table suspensions (
  id           uuid        primary key,
  owner_id     uuid        not null references owners (id) on delete restrict,
  reason_code  text        not null check (reason_code ~ '^[a-z_]{1,40}$'),
  after_report boolean     not null, -- a second operator then decides about its end
  note         text        not null check (length(note) between 1 and 140 and note !~ '([0-9][ -]?){10}[0-9]'),
  made_by      uuid        not null references operators (id) on delete restrict,
  made_at      timestamptz not null default product_now(),
  ended_by     uuid        references operators (id) on delete restrict,
  ended_at     timestamptz,
  constraint suspensions_ended_by_operator check ((ended_at is null) = (ended_by is null))
);
create unique index suspensions_running on suspensions (owner_id) where ended_at is null;
create index suspensions_owner on suspensions (owner_id, made_at desc, id desc);
create index suspensions_old on suspensions (ended_at);
grant select, insert, update (ended_by, ended_at) on suspensions to idanimo_console;
grant select (id, owner_id, reason_code, made_at, ended_at), delete on suspensions to idanimo_app;

create trigger purchases_not_suspended before insert on purchases for each row execute function reject_suspended_owner();
create trigger payments_not_suspended before insert on payments for each row execute function reject_suspended_owner();

-- the wallets of a suspended account are locked, so that a payment that runs at the same moment ends before
grant execute on function lock_wallets(uuid) to idanimo_console;
grant select (id, kind, closed_at) on owners to idanimo_console;
grant select (id, name, rc_number, verified_at, mfa_required, created_at, closed_at) on organisations to idanimo_console;
grant select (organisation_id, user_id, state, roles, joined_at) on members to idanimo_console;
-- a suspension by support opens a case
grant insert on cases to idanimo_console;

alter table account_views drop constraint account_views_owner_id_fkey;
-- beside the version before: every account is an owner, so its rows are valid, and the table has few
alter table account_views add constraint account_views_owner_id_fkey foreign key (owner_id) references owners (id) on delete cascade;
-- beside the version before: an exact search of an organisation by its name; the table has few writes
create index organisations_name on organisations (lower(name));
