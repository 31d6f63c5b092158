-- 0001: the ground every later migration stands on: the role the running program has, the product's clock, rows that never
-- change, and states that move only along a table.

-- Roles belong to the whole server, so two databases migrated at once may both try.
do $$ begin
  create role idanimo_app nologin;
exception when duplicate_object or unique_violation then null;
end $$;
do $$ begin
  execute format('grant idanimo_app to %I', current_user);
exception when others then
  if not pg_has_role(current_user, 'idanimo_app', 'member') then raise; end if;
end $$;
grant usage on schema public to idanimo_app;

-- The product's clock. Only a test, as the owner, replaces it. Declared stable so that an index serves `x < product_now()`.
create function product_now() returns timestamptz language sql stable parallel safe as 'select clock_timestamp()';

create function refuse_change() returns trigger language plpgsql as $$
begin raise exception '% is append-only; correct it with a new row', tg_table_name using errcode = 'insufficient_privilege'; end $$;

-- Legal moves of each life. The server's state tables say the same; a test compares them.
create table allowed_moves (
  life       text not null,
  from_state text not null,
  to_state   text not null check (to_state <> from_state),
  primary key (life, from_state, to_state)
);
grant select on allowed_moves to idanimo_app;

-- Refuses a state change that the table does not hold. Argument: the life's name.
create function refuse_illegal_move() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.state is distinct from old.state and not exists (
    select from allowed_moves where life = tg_argv[0] and from_state = old.state and to_state = new.state
  ) then
    raise exception '% cannot move from % to %', tg_argv[0], old.state, new.state using errcode = 'check_violation';
  end if;
  return new;
end $$;

-- Refuses a life that does not begin at its first state. Arguments: the life's name, its first state.
create function refuse_other_beginning() returns trigger language plpgsql as $$
begin
  if new.state <> tg_argv[1] then
    raise exception '% begins as %, not as %', tg_argv[0], tg_argv[1], new.state using errcode = 'check_violation';
  end if;
  return new;
end $$;

-- Work for the queue, in the caller's transaction. The queue's own tables belong to the owner alone.
create function enqueue_job(task text, payload json, key text, run_at timestamptz default null, attempts int default 25)
returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform graphile_worker.add_job(task, payload, job_key => key, run_at => run_at, max_attempts => attempts);
end $$;
revoke execute on function enqueue_job from public;
grant execute on function enqueue_job to idanimo_app;
