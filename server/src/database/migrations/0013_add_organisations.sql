-- Owners are people or organisations [TM-04]. A business account becomes an organisation with the same id, so that no
-- row of money or evidence changes; its user is the first member.

create table owners (
  id              uuid        primary key,
  kind            text        not null check (kind in ('person', 'organisation')),
  active_currency text        not null default 'NGN' check (active_currency in ('NGN', 'USD')),
  closed_at       timestamptz
);
grant select, insert on owners to idanimo_app;
grant update (active_currency, closed_at) on owners to idanimo_app;

create table organisations (
  id             uuid        primary key references owners (id) on delete restrict,
  name           text        not null check (length(name) between 1 and 200),
  rc_number      text,
  office_address text,
  verified_at    timestamptz, -- when the company register confirmed number and name
  live_enabled   boolean     not null default false,
  mfa_required   boolean     not null default false,
  idle_days      int         not null default 90 check (idle_days between 14 and 365),
  default_role   text        not null default 'requester',
  created_at     timestamptz not null default product_now(),
  closed_at      timestamptz
);
grant select, insert, update on organisations to idanimo_app;

create table members (
  organisation_id uuid        not null references organisations (id) on delete restrict,
  user_id         uuid        not null references users (id) on delete restrict,
  state           text        not null default 'active' check (state in ('active', 'suspended', 'removed')),
  roles           text[]      not null check (cardinality(roles) between 1 and 20), -- built-in names and ids of custom roles
  invited_by      uuid        references users (id) on delete restrict,
  joined_at       timestamptz not null default product_now(),
  last_active_at  timestamptz not null default product_now(),
  suspended_at    timestamptz,
  removed_at      timestamptz,
  primary key (organisation_id, user_id),
  check ((state = 'removed') = (removed_at is not null)),
  check (state <> 'suspended' or suspended_at is not null)
);
create index members_user on members (user_id) where state <> 'removed';
grant select, insert, update on members to idanimo_app;

-- Custom roles of an organisation.
create table roles (
  id              uuid   primary key,
  organisation_id uuid   not null references organisations (id) on delete restrict,
  name            text   not null check (length(name) between 1 and 60),
  rights          text[] not null check (cardinality(rights) > 0 and not rights && array['sso:manage', 'organisation:close']),
  unique (organisation_id, name)
);
grant select, insert, update, delete on roles to idanimo_app;

create table invitations (
  id              uuid        primary key,
  organisation_id uuid        not null references organisations (id) on delete restrict,
  email           text        not null check (email = lower(email)),
  roles           text[]      not null check (cardinality(roles) between 1 and 20),
  token_hash      bytea       not null unique, -- sha-256 of 256 random bits
  invited_by      uuid        not null references users (id) on delete restrict,
  created_at      timestamptz not null default product_now(),
  expires_at      timestamptz not null,
  used_at         timestamptz,
  revoked_at      timestamptz,
  check (used_at is null or revoked_at is null)
);
create index invitations_organisation on invitations (organisation_id, created_at desc, id desc);
create unique index invitations_open on invitations (organisation_id, email) where used_at is null and revoked_at is null;
grant select, insert, update on invitations to idanimo_app;

-- The owner and the organisation of each account that exists.
insert into owners (id, kind, active_currency, closed_at)
select id, case user_type when 'business' then 'organisation' else 'person' end, active_currency, closed_at from users;
insert into organisations (id, name, rc_number, office_address, verified_at, live_enabled, created_at, closed_at)
select id, coalesce(business_name, 'Closed account'), rc_number, office_address, verified_at, true, created_at, closed_at
from users where user_type = 'business';
insert into members (organisation_id, user_id, roles, joined_at) select id, id, '{owner}', created_at from users where user_type = 'business';

-- Creates the owner of a new account, and keeps the organisation's details equal to those of its business account.
create trigger users_owner after insert or update of business_name, rc_number, office_address, verified_at, closed_at on users
  for each row execute function create_account_owner();

do $$ declare one record; begin
  for one in
    select c.conrelid::regclass as relation, c.conname, c.confdeltype from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = 'users'::regclass and a.attname = 'owner_id'
      and c.conrelid::regclass::text not in ('notices', 'push_subscriptions')
  loop
    execute format('alter table %s drop constraint %I', one.relation, one.conname);
    execute format('alter table %s add constraint %I foreign key (owner_id) references owners (id) on delete %s', one.relation, one.conname,
      case one.confdeltype when 'c' then 'cascade' when 'n' then 'set null' else 'restrict' end);
  end loop;
end $$;

-- beside the version before: nobody runs it yet; owners.active_currency replaces it
alter table users drop column active_currency;

-- Which member made it, from the scope of the transaction; null: the account of the same id.
alter table purchases add column made_by_user_id uuid default nullif(current_setting('idanimo.member', true), '')::uuid references users (id);
alter table purchase_items add column made_by_user_id uuid default nullif(current_setting('idanimo.member', true), '')::uuid;
alter table payments add column made_by_user_id uuid default nullif(current_setting('idanimo.member', true), '')::uuid references users (id);
alter table verification_requests add column made_by_user_id uuid default nullif(current_setting('idanimo.member', true), '')::uuid references users (id);
alter table bulk_uploads add column made_by_user_id uuid default nullif(current_setting('idanimo.member', true), '')::uuid references users (id);
alter table reports add column made_by_user_id uuid default nullif(current_setting('idanimo.member', true), '')::uuid references users (id);
alter table audit_log add column organisation_id uuid;

-- request_totals for each member.
create table member_request_totals (
  owner_id     uuid   not null references owners (id) on delete cascade,
  user_id      uuid   not null,
  listed       bigint not null default 0,
  successful   bigint not null default 0,
  unsuccessful bigint not null default 0,
  primary key (owner_id, user_id)
);
grant select on member_request_totals to idanimo_app;
-- beside the version before: nobody runs it yet, and the tables are empty
create index purchase_items_of_member on purchase_items (owner_id, made_by_user_id, created_at desc, id desc)
  where made_by_user_id is not null and state in ('awaiting_consent', 'closed');
alter type history_row add attribute made_by_user_id uuid;
-- beside the version before: nobody runs it yet; its successor names the payer
drop function if exists pay_from_wallet(uuid[], text[], text[], bigint[], uuid[], text, text[], bytea[], text[], smallint[], text[]);
-- beside the version before: nobody runs it yet; their successors have one parameter more
drop function if exists history_list(uuid, timestamptz, uuid, int, int);
-- beside the version before: as above
drop function if exists history_search(uuid, timestamptz, uuid, int, text[], text[], timestamptz[], timestamptz[], boolean[], timestamptz[],
  timestamptz[], text[], timestamptz[], timestamptz[], bytea[], text[], text[], text[], timestamptz[],
  timestamptz[], text[], bytea[], text[], text[], timestamptz);

-- Each opening of a record, for twelve months: by whom of the requester's side.
create table record_views (
  id         uuid        primary key,
  request_id uuid        not null references verification_requests (id) on delete restrict,
  owner_id   uuid        not null references owners (id) on delete restrict,
  user_id    uuid        not null references users (id) on delete restrict,
  at         timestamptz not null default product_now()
);
create index record_views_request on record_views (request_id, at);
create index record_views_at on record_views using brin (at);
alter table record_views enable row level security;
alter table record_views force row level security;
create policy owners_rows on record_views using ((select current_setting('idanimo.owner', true)) in (owner_id::text, 'system'));
grant select, insert, delete on record_views to idanimo_app;

-- A member sees the requests that they made, or all with the right to [TM-03]. Without a member the owner sees all.
alter policy owners_rows on verification_requests using (
  (select current_setting('idanimo.owner', true)) in (owner_id::text, 'system')
  and ((select coalesce(current_setting('idanimo.member', true), '')) in ('', coalesce(made_by_user_id, owner_id)::text)
    or (select coalesce(current_setting('idanimo.rights', true), '') ~ 'requests:read_all')));
alter policy owners_rows on bulk_uploads using (
  (select current_setting('idanimo.owner', true)) in (owner_id::text, 'system')
  and ((select coalesce(current_setting('idanimo.member', true), '')) in ('', coalesce(made_by_user_id, owner_id)::text)
    or (select coalesce(current_setting('idanimo.rights', true), '') ~ 'requests:read_all')));
-- Records: their own, or all with the role records.
do $$ declare relation text; begin
  foreach relation in array array['results', 'result_parts', 'result_files', 'reports'] loop
    execute format($p$alter policy owners_rows on %1$I using (
      (select current_setting('idanimo.owner', true)) in (owner_id::text, 'system')
      and ((select coalesce(current_setting('idanimo.member', true), '')) = ''
        or (select coalesce(current_setting('idanimo.rights', true), '') ~ 'records:read_all')
        or exists (select from verification_requests r where r.id = %1$I.request_id
          and coalesce(r.made_by_user_id, r.owner_id)::text = (select current_setting('idanimo.member', true)))))$p$, relation);
  end loop;
end $$;
