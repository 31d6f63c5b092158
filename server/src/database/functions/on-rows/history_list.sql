-- A page of an account's history, newest first. Parameters: owner, timestamp and id to continue after, limit, offset, and
-- the member whose requests alone are listed, or null.
create or replace function history_list(uuid, timestamptz, uuid, int, int, uuid) returns setof history_row
language plpgsql set search_path = public, pg_temp set plan_cache_mode = 'force_generic_plan' as $$
begin
  perform set_config('idanimo.owner', $1::text, true), set_config('idanimo.member', coalesce($6::text, ''), true);
  return query
  with found as materialized (
    select id, search_type, state, outcome, created_at, made_by_user_id from purchase_items
    where owner_id = $1 and state in ('awaiting_consent', 'closed') and (created_at, id) < ($2, $3)
      and ($6 is null or coalesce(made_by_user_id, owner_id) = $6)
    order by created_at desc, id desc limit $4 offset $5)
  select coalesce(m.listed, t.listed), coalesce(m.successful, t.successful), coalesce(m.unsuccessful, t.unsuccessful), page.* from (select 1) one
  left join request_totals t on t.owner_id = $1 and coalesce($6, $1) = $1
  left join member_request_totals m on m.owner_id = $1 and m.user_id = $6
  left join (
    select i.id, i.search_type, i.created_at, i.created_at::text as created_text, i.state, i.outcome, c.state as consent, c.deadline,
      c.expires_at as consent_expires_at, case when c.state is null and i.outcome = 'DELIVERED' then r.purge_due_at end as result_expires_at,
      r.value_masked, r.search_sealed, product_now() as now, l.label_sealed, c.expected_name_sealed, i.made_by_user_id
    from found i
    -- each by primary key, so that a cached plan never scans a table
    cross join lateral (select value_masked, search_sealed, purge_due_at from verification_requests where id = i.id offset 0) r
    left join lateral (select state, deadline, expires_at, expected_name_sealed from consents where request_id = i.id offset 0) c on true
    left join lateral (select label_sealed from request_labels where request_id = i.id offset 0) l on true
  ) page on true
  order by page.created_at desc, page.id desc;
end $$;
