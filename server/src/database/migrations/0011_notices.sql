-- 0011: what was told to an account holder, and the devices that are told too. No subject data: a kind, amounts, references.
create table notices (
  id         uuid        primary key,
  owner_id   uuid        not null references users (id) on delete cascade,
  key        text        not null unique, -- what it is about: telling twice keeps one
  kind       text        not null,
  facts      jsonb       not null default '{}',
  link       text,
  created_at timestamptz not null default product_now(),
  read_at    timestamptz
);
create index notices_newest on notices (owner_id, created_at desc, id desc);
create index notices_unread on notices (owner_id) where read_at is null;
create index notices_old on notices (created_at);

-- One device belongs to the sign-in that named it last, and goes with it (T-69).
create table push_subscriptions (
  endpoint   text        primary key check (length(endpoint) <= 1000),
  owner_id   uuid        not null references users (id) on delete cascade,
  sign_in_id uuid        not null references sign_ins (id) on delete cascade,
  p256dh     text        not null,
  auth       text        not null,
  created_at timestamptz not null default product_now()
);
create index push_subscriptions_owner on push_subscriptions (owner_id);
create index push_subscriptions_sign_in on push_subscriptions (sign_in_id);

grant select, insert, delete on notices, push_subscriptions to idanimo_app;
grant update (read_at) on notices to idanimo_app;
grant update (owner_id, sign_in_id, p256dh, auth) on push_subscriptions to idanimo_app;
