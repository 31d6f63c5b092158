-- Gives a partition the triggers and policies of its table, for statements that name the partition itself.
create or replace function protect_partition(of_table text, partition_name text) returns void
language plpgsql set search_path = public, pg_temp as $$
begin
  execute format('create trigger append_only before update or delete or truncate on partitions.%I for each statement execute function reject_change()', partition_name);
  if of_table = 'consent_evidence' then
    execute format('alter table partitions.%I enable row level security', partition_name);
    execute format('alter table partitions.%I force row level security', partition_name);
    execute format($policy$create policy owners_rows on partitions.%I using ((select current_setting('idanimo.owner', true)) in (owner_id::text, 'system'))$policy$, partition_name);
  end if;
end $$;
revoke execute on function protect_partition from public;
