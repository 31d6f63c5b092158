-- Audit log, consent evidence and the hash chain over both. The three tables are partitioned by month, so that an old
-- month can be detached as a whole. The chain is a table of its own: a row is sealed by a job and never touched again.

create schema partitions; -- the program's role reaches them through the partitioned table only
create schema detached;   -- detached months, to be dumped and dropped

create table audit_log (
  id         uuid        not null,
  at         timestamptz not null default product_now(),
  actor_kind text        not null check (actor_kind in ('visitor', 'user', 'subject', 'operator', 'system')),
  actor_id   uuid,
  action     text        not null check (action ~ '^[a-z_]+$'),
  object_id  uuid,       -- the request, purchase, payment or account that was acted on
  reason     text        not null check (length(reason) <= 200)
) partition by range (at);
create trigger audit_log_append_only before update or delete or truncate on audit_log
  for each statement execute function reject_change();
create trigger audit_log_enqueue_seals after insert on audit_log referencing new table as added
  for each statement execute function enqueue_seals('audit');
grant select, insert on audit_log to idanimo_app;

create table audit_seals (
  position    bigint      not null,
  audit_id    uuid,
  hash        bytea       not null,
  sealed_at   timestamptz not null default product_now(),
  evidence_id uuid,
  constraint audit_seals_one_row check (num_nonnulls(audit_id, evidence_id) = 1)
) partition by range (sealed_at);
create trigger audit_seals_append_only before update or delete or truncate on audit_seals
  for each statement execute function reject_change();
grant select on audit_seals to idanimo_app;

-- Proof of what was asked and decided. It contains codes and hashes of ours, and nothing about a person.
create table consent_evidence (
  id            uuid        not null,
  request_id    uuid        not null references verification_requests (id) on delete restrict,
  owner_id      uuid        not null,
  event         text        not null,
  channel       text        check (channel in ('sms', 'mail', 'page')),
  text_version  text,
  code_hash     bytea,
  at            timestamptz not null default product_now(),
  parts         text[]      not null default '{}',
  withheld      text[]      not null default '{}',
  language      text,
  parts_offered text[]      not null default '{}', -- required and optional
  parts_chosen  text[]      not null default '{}',
  rule_version  text,
  constraint consent_evidence_withheld check (withheld <@ parts),
  constraint consent_evidence_codes check (
    event ~ '^[a-z_]{1,40}$' and text_version ~ '^[0-9a-z./-]{1,40}$' and array_to_string(parts, ' ', '-') ~ '^[a-z ]{0,100}$'
    and octet_length(code_hash) = 32),
  constraint consent_evidence_chosen check (parts_chosen <@ parts_offered),
  constraint consent_evidence_names check (
    language ~ '^[a-z]{2,3}$' and rule_version ~ '^[0-9a-z./-]{1,40}$'
    and array_to_string(parts_offered, ' ', '-') ~ '^[a-z_ ]{0,200}$')
) partition by range (at);
create trigger consent_evidence_append_only before update or delete or truncate on consent_evidence
  for each statement execute function reject_change();
create trigger consent_evidence_enqueue_seals after insert on consent_evidence referencing new table as added
  for each statement execute function enqueue_seals('evidence');
alter table consent_evidence enable row level security;
alter table consent_evidence force row level security;
create policy owners_rows on consent_evidence using ((select current_setting('idanimo.owner', true)) in (owner_id::text, 'system'));
grant select, insert on consent_evidence to idanimo_app;

-- The head of the chain at the end of each day, to be stored elsewhere as well.
create table audit_heads (
  day       date   primary key,
  position  bigint not null,
  hash      bytea  not null
);
create trigger audit_heads_append_only before update or delete or truncate on audit_heads
  for each statement execute function reject_change();
grant select on audit_heads to idanimo_app;

-- Rows that are not sealed yet, in the order of the chain. Without foreign keys, because every payment writes here.
create table seals_due (
  at     timestamptz not null,
  row_id uuid        not null,
  kind   text        not null check (kind in ('audit', 'evidence')),
  primary key (at, row_id)
);
grant select on seals_due to idanimo_app;

-- The partitions, besides the default one of each table.
create table month_partitions (
  table_name     text        not null,
  partition_name text        not null unique,
  starts_at      timestamptz not null,
  ends_at        timestamptz not null check (ends_at > starts_at),
  primary key (table_name, ends_at)
);
grant select on month_partitions to idanimo_app;

-- Detached months; all rows before the end of the newest are detached.
create table detached_months (
  month       date        primary key,
  ends_at     timestamptz not null unique,
  detached_at timestamptz not null default product_now(),
  detached_by text        not null
);
create trigger detached_months_append_only before update or delete or truncate on detached_months
  for each statement execute function reject_change();
grant select on detached_months to idanimo_app;

-- The part of the chain that was detached with a month: the hash before it, and its last one.
create table audit_bridges (
  first_position bigint primary key,
  last_position  bigint not null check (last_position >= first_position),
  before_hash    bytea  not null,
  last_hash      bytea  not null,
  month          date   not null references detached_months (month)
);
create trigger audit_bridges_append_only before update or delete or truncate on audit_bridges
  for each statement execute function reject_change();
grant select on audit_bridges to idanimo_app;

-- Keys and indexes are on the partitions, because the month is in none of the keys. Later partitions copy those of the
-- default partition, which receives the rows of a month without a partition.
create table partitions.audit_log_default (like audit_log including all, primary key (id));
create index audit_log_default_object_id_idx on partitions.audit_log_default (object_id);
create index audit_log_default_at_idx on partitions.audit_log_default (at)
  where action in ('viewed_record', 'downloaded_report', 'downloaded_source_report');
create table partitions.audit_seals_default (like audit_seals including all, primary key (position), unique (audit_id));
create unique index audit_seals_default_evidence_id_idx on partitions.audit_seals_default (evidence_id) where evidence_id is not null;
create table partitions.consent_evidence_default (like consent_evidence including all, primary key (id));
create index consent_evidence_default_request_id_idx on partitions.consent_evidence_default (request_id);
create index consent_evidence_default_at_idx on partitions.consent_evidence_default using brin (at);

-- The first partition contains everything up to the end of the current month.
do $$
declare
  parent text; first_part text; first_end timestamptz := month_start(month_start(now()) + interval '32 days');
begin
  foreach parent in array array['audit_log', 'audit_seals', 'consent_evidence'] loop
    first_part := parent || '_before_' || to_char(first_end at time zone 'UTC', 'YYYY_MM');
    execute format('create table partitions.%I (like partitions.%I including all)', first_part, parent || '_default');
    perform protect_partition(parent, first_part);
    perform protect_partition(parent, parent || '_default');
    execute format('alter table %I attach partition partitions.%I for values from (minvalue) to (%L)', parent, first_part, first_end);
    execute format('alter table %I attach partition partitions.%I default', parent, parent || '_default');
    insert into month_partitions values (parent, first_part, '-infinity', first_end);
  end loop;
end $$;
do $$ declare problem text; begin
  for problem in select create_partitions() loop raise exception '%', problem; end loop;
end $$;
