-- Who gets a notice about something of an owner: for an organisation the member who made it, else its first owner; null if it has
-- neither. A person's own account gets its own.
create or replace function notice_recipient(of_owner uuid, made_by uuid, request_id uuid) returns uuid
language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce(
    (select o.id from owners o where o.id = of_owner and o.kind = 'person'),
    (select m.user_id from members m where m.organisation_id = of_owner and m.user_id = coalesce(made_by,
      (select i.made_by_user_id from purchase_items i where i.id = request_id), of_owner) and m.state = 'active'),
    (select m.user_id from members m where m.organisation_id = of_owner and m.state = 'active' and 'owner' = any (m.roles)
     order by m.joined_at, m.user_id limit 1))
$$;
revoke execute on function notice_recipient from public;
grant execute on function notice_recipient to idanimo_app;
