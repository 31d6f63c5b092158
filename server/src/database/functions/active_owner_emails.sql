-- The email addresses of active owners of this installation, for the notices that the job process sends. It may read no operator.
create or replace function active_owner_emails() returns table (id uuid, email text)
language sql stable security definer set search_path = public, pg_temp as $$
  select o.id, o.email from operators o where o.state = 'active' and 'owner' = any (o.roles) order by o.id
$$;
revoke execute on function active_owner_emails from public;
