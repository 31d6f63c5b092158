-- A directory creates, suspends and removes members over SCIM 2.0 with a token of its own [TM-12].

create table scim_tokens (
  id              uuid        primary key,
  organisation_id uuid        not null references organisations (id) on delete restrict,
  token_hash      bytea       not null unique, -- sha-256 of 40 random characters
  created_by      uuid        not null references users (id) on delete restrict,
  created_at      timestamptz not null default product_now(),
  expires_at      timestamptz not null,
  last_used_at    timestamptz,
  warned_at       timestamptz, -- when the owners were told of its end
  check (expires_at <= created_at + interval '366 days')
);
create index scim_tokens_organisation on scim_tokens (organisation_id, created_at);
create index scim_tokens_ending on scim_tokens (expires_at) where warned_at is null;
grant select, insert, delete on scim_tokens to idanimo_app;
grant update (last_used_at, warned_at) on scim_tokens to idanimo_app;

-- What the directory calls a member. The account itself stays the person's.
create table scim_users (
  organisation_id uuid        not null,
  user_id         uuid        not null,
  external_id     text        check (length(external_id) between 1 and 200),
  given_name      text        check (length(given_name) <= 200),
  family_name     text        check (length(family_name) <= 200),
  display_name    text        check (length(display_name) <= 200),
  given_roles     text[]      not null default '{}', -- of the member's roles: those that come from the directory
  created_at      timestamptz not null default product_now(),
  modified_at     timestamptz not null default product_now(),
  primary key (organisation_id, user_id),
  foreign key (organisation_id, user_id) references members (organisation_id, user_id) on delete restrict
);
grant select, insert, delete on scim_users to idanimo_app;
grant update (external_id, given_name, family_name, display_name, given_roles, modified_at) on scim_users to idanimo_app;

create table scim_groups (
  scim_id         uuid        primary key,
  organisation_id uuid        not null references organisations (id) on delete restrict,
  external_id     text        check (length(external_id) between 1 and 200),
  name            text        not null check (length(name) between 1 and 200),
  role            text        check (role <> 'owner'), -- a built-in name or the id of a custom role; null gives nothing
  created_at      timestamptz not null default product_now(),
  modified_at     timestamptz not null default product_now(),
  unique (organisation_id, scim_id)
);
create unique index scim_groups_name on scim_groups (organisation_id, lower(name));
grant select, insert, delete on scim_groups to idanimo_app;
grant update (external_id, name, role, modified_at) on scim_groups to idanimo_app;

-- Both keys contain the organisation: no group has a member of another one.
create table scim_group_members (
  organisation_id uuid not null,
  scim_id         uuid not null,
  user_id         uuid not null,
  primary key (scim_id, user_id),
  foreign key (organisation_id, scim_id) references scim_groups (organisation_id, scim_id) on delete cascade,
  foreign key (organisation_id, user_id) references scim_users (organisation_id, user_id) on delete cascade
);
create index scim_group_members_user on scim_group_members (organisation_id, user_id);
grant select, insert, delete on scim_group_members to idanimo_app;
