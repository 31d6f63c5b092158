-- What a lookup needs to continue: item, request, attempts so far, parts it may show, and the owner's confirmed contacts.
create or replace function lookup_progress(items uuid[]) returns table (
  id uuid, owner_id uuid, search_type text, state text, since float8, total_minor bigint, currency text,
  transaction_id text, is_line boolean, retention_class text, options text[], search_sealed bytea, value_hash bytea,
  created_at timestamptz, now timestamptz, call uuid, attempt_id uuid, part text, result text, response_sealed bytea,
  age float8, parts_required text[], parts_offered text[], own_phone text, own_mail text
)
language plpgsql set search_path = public, pg_temp set plan_cache_mode = 'force_generic_plan' set enable_seqscan = 'off' as $$
begin
  perform set_config('idanimo.owner', 'system', true);
  return query
  select i.id, i.owner_id, i.search_type, i.state, extract(epoch from product_now() - i.state_changed_at)::float8, i.price_minor + i.tax_minor, p.currency,
    p.transaction_id, i.bulk_line is not null, r.retention_class, r.options, r.search_sealed, r.value_hash, r.created_at, product_now(), paid.id,
    a.id, a.part, a.result, a.response_sealed, extract(epoch from product_now() - a.started_at)::float8,
    coalesce(c.parts_required, '{}'), coalesce(c.parts_offered, '{}'),
    case when u.phone_verified_at is not null then u.phone end, case when u.email_verified_at is not null then u.email end
  from unnest(items) asked (id)
  -- each by primary key, so that a cached plan never scans a table
  cross join lateral (select * from purchase_items where purchase_items.id = asked.id offset 0) i
  cross join lateral (select * from purchases where purchases.id = i.purchase_id offset 0) p
  cross join lateral (select * from verification_requests where verification_requests.id = i.id offset 0) r
  left join lateral (select * from users where users.id = i.owner_id offset 0) u on true
  left join lateral (select * from consents where consents.request_id = i.id offset 0) c on true
  left join lateral (
    select l.id from audit_log l where l.object_id = i.purchase_id and l.action in ('paid_from_wallet', 'paid_instantly') limit 1) paid on true
  left join lateral (
    -- each half has its own index
    select * from lookup_attempts where request_id = i.id and lookup_attempts.result <> 'not_accepted'
    union all
    select * from lookup_attempts where request_id = i.id and lookup_attempts.result = 'not_accepted') a on true;
end $$;
revoke execute on function lookup_progress from public;
grant execute on function lookup_progress to idanimo_app;
