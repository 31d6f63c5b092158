-- Email domains of organisations, proved by a DNS record [TM-11]. Several organisations may claim a domain, so that
-- nobody can block it; only one has it verified.

create table domains (
  organisation_id uuid        not null references organisations (id) on delete restrict,
  domain          text        not null check (domain = lower(domain) and length(domain) between 4 and 253),
  token           text        not null, -- 256 random bits, public once they are in DNS
  created_at      timestamptz not null default product_now(),
  verified_at     timestamptz,
  primary key (organisation_id, domain)
);
create unique index domains_verified on domains (domain) where verified_at is not null;
grant select, insert, delete on domains to idanimo_app;
grant update (verified_at) on domains to idanimo_app;
