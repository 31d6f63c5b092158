-- OpenID Connect for organisations [TM-11]: one connection each, and the accounts that its subjects sign in to.

create table sso_connections (
  organisation_id      uuid        primary key references organisations (id) on delete restrict,
  issuer               text        not null,
  client_id            text        not null,
  client_secret_sealed bytea       not null, -- with the organisation's key
  state                text        not null check (state in ('off', 'offered', 'enforced')),
  exempt_user_id       uuid        references users (id) on delete restrict,
  changed_at           timestamptz not null default product_now(),
  check (state <> 'enforced' or exempt_user_id is not null)
);
grant select, insert, update on sso_connections to idanimo_app;

create table sso_identities (
  issuer     text        not null,
  subject    text        not null,
  user_id    uuid        not null references users (id) on delete restrict,
  created_at timestamptz not null default product_now(),
  primary key (issuer, subject)
);
create index sso_identities_user on sso_identities (user_id);
grant select, insert, delete on sso_identities to idanimo_app;
