-- The role of the running program. Roles belong to the server, so two databases that are created at once may both try.
do $$ begin
  create role idanimo_app nologin;
exception when duplicate_object or unique_violation then null;
end $$;
do $$ begin
  execute format('grant idanimo_app to %I', current_user);
exception when others then
  if not pg_has_role(current_user, 'idanimo_app', 'member') then raise; end if;
end $$;
