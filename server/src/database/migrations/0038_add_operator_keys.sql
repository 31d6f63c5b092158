-- Personal keys of operators: a terminal command runs as the operator of its key, in place of a typed name. [OC-10]
create table operator_keys (
  id           uuid        primary key,
  operator_id  uuid        not null references operators (id) on delete cascade,
  name         text        not null check (length(name) between 1 and 60),
  prefix       text        not null check (length(prefix) <= 20), -- what is shown
  key_hash     bytea       not null unique check (length(key_hash) = 32),
  created_at   timestamptz not null default product_now(),
  expires_at   timestamptz not null,
  last_used_at timestamptz,
  ended_at     timestamptz
);
create index operator_keys_operator on operator_keys (operator_id);
grant select, insert, update on operator_keys to idanimo_console;
