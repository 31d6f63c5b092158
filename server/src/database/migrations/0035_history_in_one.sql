-- 0035: a page of the history is one statement. Whose rows it may see, and one plan for every account, were told to the database in
-- statements before it and after it; now a function says both itself. It runs as who calls it, so the second lock stands as it stood,
-- and what it says of the owner ends with the statement. `purchase_items` and `request_totals` are read by their owner's id.

-- A row and what stands beside it, whatever found it; the three totals come along also where no row does.
create type history_row as (
  listed bigint, successful bigint, unsuccessful bigint,
  id uuid, search_type text, created_at timestamptz, created_text text, state text, outcome text, consent text, deadline timestamptz,
  consent_gone_at timestamptz, result_gone_at timestamptz, value_masked text, search_sealed bytea, now timestamptz
);

-- Rows of an account, newest first: its owner, the place they stand behind, how many, and how many are left out before the first.
create function history_list(uuid, timestamptz, uuid, int, int) returns setof history_row
language plpgsql set search_path = public, pg_temp set plan_cache_mode = force_generic_plan as $$
begin
  perform set_config('idanimo.owner', $1::text, true);
  return query
  with found as materialized (
    select id, search_type, state, outcome, created_at from purchase_items
    where owner_id = $1 and state in ('awaiting_consent', 'closed') and (created_at, id) < ($2, $3)
    order by created_at desc, id desc limit $4 offset $5)
  select t.listed, t.successful, t.unsuccessful, page.* from (select 1) one
  left join request_totals t on t.owner_id = $1
  left join (
    select i.id, i.search_type, i.created_at, i.created_at::text as created_text, i.state, i.outcome, c.state as consent, c.deadline,
      c.gone_at as consent_gone_at, case when c.state is null and i.outcome = 'DELIVERED' then r.purge_due_at end as result_gone_at,
      r.value_masked, r.search_sealed, product_now() as now
    from found i
    -- each by its own key: a plan made once for every account must not read whole tables
    cross join lateral (select value_masked, search_sealed, purge_due_at from verification_requests where id = i.id offset 0) r
    left join lateral (select state, deadline, gone_at from consents where request_id = i.id offset 0) c on true
  ) page on true
  order by page.created_at desc, page.id desc;
end $$;

-- The same of those that fit any of: kinds listed alike within a time ($5 to $9), whole times ($10, $11), places whose rows are over
-- though nothing says so yet ($12 to $14), hashes of a value ($15) and the places they may be found in ($16).
-- Each way to find a row is a scan of its own, in the order of the list and no longer than the page needs; only what they found is put
-- together. So a search costs the same in an account of a million rows. Of requests for one value the newest 10,000 are found.
create function history_search(
  uuid, timestamptz, uuid, int, text[], text[], timestamptz[], timestamptz[], boolean[], timestamptz[], timestamptz[],
  text[], timestamptz[], timestamptz[], bytea[], text[]
) returns setof history_row
language plpgsql set search_path = public, pg_temp set plan_cache_mode = force_generic_plan as $$
begin
  perform set_config('idanimo.owner', $1::text, true);
  return query
  with found as materialized (
    select id from (
      select i.id, i.created_at from unnest($5::text[], $6::text[], $7::timestamptz[], $8::timestamptz[], $9::boolean[]) as w (kind, listed, begins, ends, in_time)
      cross join lateral (
        select id, created_at from purchase_items p
        where owner_id = $1 and search_type = w.kind and listed_as = w.listed and created_at >= w.begins and created_at < w.ends
          and (created_at, id) < ($2, $3)
          and (not w.in_time or (select r.purge_due_at is null or r.purge_due_at > product_now() from verification_requests r where r.id = p.id))
        order by created_at desc, id desc limit $4) i
      union
      select i.id, i.created_at from unnest($10::timestamptz[], $11::timestamptz[]) as s (begins, ends)
      cross join lateral (
        select id, created_at from purchase_items
        where owner_id = $1 and state in ('awaiting_consent', 'closed') and created_at >= s.begins and created_at < s.ends and (created_at, id) < ($2, $3)
        order by created_at desc, id desc limit $4) i
      union
      select i.id, i.created_at from verification_requests r
      cross join lateral (select * from purchase_items where id = r.id offset 0) i
      where cardinality($12::text[]) > 0 and r.owner_id = $1 and r.purged_at is null and r.purge_due_at <= product_now()
        and exists (
          select from unnest($12::text[], $13::timestamptz[], $14::timestamptz[]) as l (place, begins, ends)
          where l.place = i.search_type || ' ' || i.listed_as and i.created_at >= l.begins and i.created_at < l.ends)
        and (i.created_at, i.id) < ($2, $3)
      union
      select i.id, i.created_at from unnest($15::bytea[]) as h (hash)
      cross join lateral (
        select id from verification_requests
        where value_hash = h.hash and owner_id = $1 and (purge_due_at is null or purge_due_at > product_now())
        order by created_at desc limit 10000) r
      cross join lateral (select * from purchase_items where id = r.id offset 0) i
      where i.search_type || ' ' || i.listed_as = any ($16::text[]) and (i.created_at, i.id) < ($2, $3)
    ) any_of order by created_at desc, id desc limit $4)
  select t.listed, t.successful, t.unsuccessful, page.* from (select 1) one
  left join request_totals t on t.owner_id = $1
  left join (
    select i.id, i.search_type, i.created_at, i.created_at::text as created_text, i.state, i.outcome, c.state as consent, c.deadline,
      c.gone_at as consent_gone_at, case when c.state is null and i.outcome = 'DELIVERED' then r.purge_due_at end as result_gone_at,
      r.value_masked, r.search_sealed, product_now() as now
    from found f cross join lateral (select id, search_type, state, outcome, created_at from purchase_items where id = f.id offset 0) i
    -- each by its own key: a plan made once for every account must not read whole tables
    cross join lateral (select value_masked, search_sealed, purge_due_at from verification_requests where id = i.id offset 0) r
    left join lateral (select state, deadline, gone_at from consents where request_id = i.id offset 0) c on true
  ) page on true
  order by page.created_at desc, page.id desc;
end $$;
