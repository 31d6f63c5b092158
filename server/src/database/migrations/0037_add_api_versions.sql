-- Responses to API keys have dated versions: a key's own, or that of the organisation's first call [DP-16].

alter table api_keys add column version text; -- null: that of the organisation
grant update (version) on api_keys to idanimo_app;

create table api_version_pins (
  organisation_id uuid        primary key references organisations (id) on delete restrict,
  version         text        not null,
  pinned_at       timestamptz not null default product_now()
);
grant select, insert, delete, update (version, pinned_at) on api_version_pins to idanimo_app;
