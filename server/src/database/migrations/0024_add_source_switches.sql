-- Operators close and open a source; the newest row of a source counts, and one without a row is open [OC-13].

create table source_switches (
  position     bigint      generated always as identity primary key,
  source       text        not null check (source ~ '^[A-Za-z][A-Za-z0-9 _-]{0,39}$'),
  state        text        not null check (state in ('open', 'closed')),
  message_code text        check (message_code ~ '^[a-z_]{1,40}$'),
  made_by      uuid        not null references operators (id),
  made_at      timestamptz not null default product_now(),
  constraint source_switches_closed_has_message check ((state = 'closed') = (message_code is not null))
);
create index source_switches_newest on source_switches (source, position desc);
create index source_switches_operator on source_switches (made_by);
grant select on source_switches to idanimo_app;
grant select, insert on source_switches to idanimo_console;
