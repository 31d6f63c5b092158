-- A page of the search in an account's history. Parameters as history_list, then the conditions in the order of the call in
-- history/store.ts. Of requests with one masked ending, or one word in their label, the newest 1,000 are searched.
create or replace function history_search(
  uuid, timestamptz, uuid, int, text[], text[], timestamptz[], timestamptz[], boolean[], timestamptz[],
  timestamptz[], text[], timestamptz[], timestamptz[], bytea[], text[], text[], text[], timestamptz[],
  timestamptz[], text[], bytea[], text[], text[], timestamptz, uuid
) returns setof history_row
language plpgsql set search_path = public, pg_temp set plan_cache_mode = 'force_generic_plan' as $$
begin
  perform set_config('idanimo.owner', $1::text, true), set_config('idanimo.member', coalesce($26::text, ''), true);
  return query
  with found as materialized (
    select id from (
      select i.id, i.created_at from unnest($5::text[], $6::text[], $7::timestamptz[], $8::timestamptz[], $9::boolean[]) as w (kind, listed, begins, ends, in_time)
      cross join lateral (
        select id, created_at from purchase_items p
        where owner_id = $1 and search_type = w.kind and listed_as = w.listed and created_at >= w.begins and created_at < w.ends
          and (created_at, id) < ($2, $3) and ($26 is null or coalesce(made_by_user_id, owner_id) = $26)
          and (not w.in_time or (select r.purge_due_at is null or r.purge_due_at > product_now() from verification_requests r where r.id = p.id))
        order by created_at desc, id desc limit $4) i
      union
      select i.id, i.created_at from unnest($10::timestamptz[], $11::timestamptz[]) as s (begins, ends)
      cross join lateral (
        select id, created_at from purchase_items
        where owner_id = $1 and state in ('awaiting_consent', 'closed') and created_at >= s.begins and created_at < s.ends and (created_at, id) < ($2, $3)
          and ($26 is null or coalesce(made_by_user_id, owner_id) = $26)
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
        (select id from verification_requests
        where value_hash = h.hash and owner_id = $1 and (purge_due_at is null or purge_due_at > product_now())
        order by created_at desc limit 10000)
        union all
        select n.request_id from searched_numbers n
        cross join lateral (select purge_due_at from verification_requests where id = n.request_id offset 0) q
        where n.hash = h.hash and n.owner_id = $1 and (q.purge_due_at is null or q.purge_due_at > product_now())) r
      cross join lateral (select * from purchase_items where id = r.id offset 0) i
      where i.search_type || ' ' || i.listed_as = any ($16::text[]) and (i.created_at, i.id) < ($2, $3)
      union
      select i.id, i.created_at from (select distinct unnest($17::text[]) as ending) e
      cross join lateral (
        select id, purged_at is null and purge_due_at <= product_now() as late from verification_requests
        where owner_id = $1 and upper(right(value_masked, 2)) = e.ending
        order by created_at desc limit 1000) r
      cross join lateral (select * from purchase_items where id = r.id offset 0) i
      where (i.created_at, i.id) < ($2, $3) and exists (
        select from unnest($17::text[], $18::text[], $19::timestamptz[], $20::timestamptz[], $21::text[]) as w (ending, place, begins, ends, match)
        where w.ending = e.ending and w.place = i.search_type || ' ' || i.listed_as and i.created_at >= w.begins and i.created_at < w.ends
          and (w.match = 'always' or (w.match = 'late') = coalesce(r.late, false)))
      union
      select i.id, i.created_at from (
        select request_id, created_at from request_label_words
        where owner_id = $1 and word_hash = ($22::bytea[])[1] and (created_at, request_id) < ($2, $3)
        order by created_at desc, request_id desc limit 1000) l
      cross join lateral (select * from purchase_items where id = l.request_id offset 0) i
      cross join lateral (select purged_at is null and purge_due_at <= product_now() as late from verification_requests where id = i.id offset 0) r
      where not exists (
          select from unnest(($22::bytea[])[2:]) as other (word)
          where not exists (select from request_label_words o
            where o.owner_id = $1 and o.word_hash = other.word and o.created_at = l.created_at and o.request_id = i.id))
        and exists (select from unnest($23::text[], $24::text[]) as w (place, match)
          where w.place = i.search_type || ' ' || i.listed_as and (w.match = 'always' or (w.match = 'late') = coalesce(r.late, false)))
    ) any_of where created_at >= $25 order by created_at desc, id desc limit $4)
  select coalesce(m.listed, t.listed), coalesce(m.successful, t.successful), coalesce(m.unsuccessful, t.unsuccessful), page.* from (select 1) one
  left join request_totals t on t.owner_id = $1 and coalesce($26, $1) = $1
  left join member_request_totals m on m.owner_id = $1 and m.user_id = $26
  left join (
    select i.id, i.search_type, i.created_at, i.created_at::text as created_text, i.state, i.outcome, c.state as consent, c.deadline,
      c.expires_at as consent_expires_at, case when c.state is null and i.outcome = 'DELIVERED' then r.purge_due_at end as result_expires_at,
      r.value_masked, r.search_sealed, product_now() as now, l.label_sealed, c.expected_name_sealed, i.made_by_user_id
    from found f cross join lateral (select id, search_type, state, outcome, created_at, made_by_user_id from purchase_items where id = f.id offset 0) i
    -- each by primary key, so that a cached plan never scans a table
    cross join lateral (select value_masked, search_sealed, purge_due_at from verification_requests where id = i.id offset 0) r
    left join lateral (select state, deadline, expires_at, expected_name_sealed from consents where request_id = i.id offset 0) c on true
    left join lateral (select label_sealed from request_labels where request_id = i.id offset 0) l on true
  ) page on true
  order by page.created_at desc, page.id desc;
end $$;
