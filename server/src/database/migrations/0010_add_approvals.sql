-- Acts that a second person must approve: of operators, and of an organisation's members. The database rejects an
-- approval by its requester, and each program role sees only its own scope.

-- the operator console's own role; roles belong to the server, so two databases may both try
do $$ begin
  create role idanimo_console nologin;
exception when duplicate_object or unique_violation then null;
end $$;
do $$ begin
  execute format('grant idanimo_console to %I', current_user);
exception when others then
  if not pg_has_role(current_user, 'idanimo_console', 'member') then raise; end if;
end $$;
grant usage on schema public to idanimo_console;

create table approvals (
  id              uuid        primary key,
  scope           text        not null check (scope in ('operator', 'organisation')),
  organisation_id uuid,
  kind            text        not null check (kind ~ '^[a-z_]{1,40}$'),
  object_id       uuid        not null,
  facts           jsonb       not null,
  facts_hash      bytea       not null check (octet_length(facts_hash) = 32),
  requested_by    uuid        not null,
  checker_id      uuid,
  reason          text        not null check (length(reason) between 1 and 200),
  state           text        not null default 'pending'
                  check (state in ('pending', 'approved', 'rejected', 'cancelled', 'expired', 'stale')),
  requested_at    timestamptz not null default product_now(),
  expires_at      timestamptz not null,
  decided_by      uuid,
  decided_at      timestamptz,
  decision_reason text        check (length(decision_reason) between 1 and 200),
  constraint approvals_scope_has_organisation check ((scope = 'organisation') = (organisation_id is not null)),
  constraint approvals_need_another_person check (decided_by <> requested_by),
  constraint approvals_need_the_checker check (decided_by = checker_id),
  constraint approvals_pending_is_undecided check ((state = 'pending') = (decided_at is null)),
  constraint approvals_decision_has_person check (state not in ('approved', 'rejected') or decided_by is not null)
);
create unique index approvals_one_pending on approvals (scope, organisation_id, kind, object_id) nulls not distinct
  where state = 'pending';
create index approvals_by_time on approvals (scope, organisation_id, requested_at desc, id desc);
create index approvals_pending on approvals (expires_at) where state = 'pending';
create trigger approvals_initial_state before insert on approvals for each row execute function require_initial_state('approval', 'pending');
create trigger approvals_transition before update of state on approvals for each row execute function reject_invalid_transition('approval');
alter table approvals enable row level security;
alter table approvals force row level security;
create policy organisations_rows on approvals
  using ((select current_setting('idanimo.owner', true)) in (organisation_id::text, 'system'));
create policy members_only on approvals as restrictive to idanimo_app using (scope = 'organisation');
create policy operators_only on approvals as restrictive to idanimo_console using (scope = 'operator');
grant select, insert, update (state, decided_by, decided_at, decision_reason) on approvals to idanimo_app, idanimo_console;

-- every decision writes its audit row in its own transaction
grant select, insert on audit_log to idanimo_console;
