-- 0014: whose stakeholders were ordered on which result. An order is a purchase with one look-up like any other; this row says for which
-- company of which business result it is, so that one company of one result is bought once.
create table stakeholder_orders (
  request_id uuid        primary key references verification_requests (id) on delete restrict,
  parent_id  uuid        not null references verification_requests (id) on delete restrict check (parent_id <> request_id),
  cac_id     text        not null, -- the register's own id of the company
  owner_id   uuid        not null references users (id) on delete restrict,
  created_at timestamptz not null default product_now()
);
create index stakeholder_orders_company on stakeholder_orders (parent_id, cac_id);
alter table stakeholder_orders enable row level security;
alter table stakeholder_orders force row level security;
create policy owners_rows on stakeholder_orders using ((select current_setting('idanimo.owner', true)) in (owner_id::text, 'system'));
grant select, insert on stakeholder_orders to idanimo_app;
