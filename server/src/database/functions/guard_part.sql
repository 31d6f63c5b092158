-- Gives a partition the triggers and policies of its table, for statements that name the partition itself.
create or replace function guard_part(whole text, part text) returns void
language plpgsql set search_path = public, pg_temp as $$
begin
  execute format('create trigger append_only before update or delete or truncate on months.%I for each statement execute function refuse_change()', part);
  if whole = 'consent_evidence' then
    execute format('alter table months.%I enable row level security', part);
    execute format('alter table months.%I force row level security', part);
    execute format($policy$create policy owners_rows on months.%I using ((select current_setting('idanimo.owner', true)) in (owner_id::text, 'system'))$policy$, part);
  end if;
end $$;
revoke execute on function guard_part from public;
