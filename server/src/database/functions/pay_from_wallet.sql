-- Pays purchases from wallets, many in one statement, and returns one outcome for each. With idempotency keys it stores the first
-- response, and returns the stored one for a repetition. `first_body` is the stored response, or the body of a reached cap [TM-06]. `ids` contains three ids for each payment: two transfers, one audit row.
-- `users` are the people who pay, each only what they made; `owners` have the wallets.
create or replace function pay_from_wallet(
  users uuid[], owners uuid[], codes text[], labels text[], amounts bigint[], ids uuid[], path text, keys text[], hashes bytea[],
  words text[], said smallint[], bodies text[]
) returns table (answer text, first_status smallint, first_body text)
language plpgsql security definer set search_path = public, pg_temp set plan_cache_mode = 'force_generic_plan' as $$
declare
  one record; cap jsonb; answers text[] := '{}'; statuses smallint[] := '{}'; texts text[] := '{}';
  held bigint[] := '{}'; -- remaining balance of each wallet after the payments before
  paying uuid[] := '{}'; wallets uuid[] := '{}'; legs uuid[] := '{}'; notes uuid[] := '{}'; payers uuid[] := '{}';
  kept int[] := '{}'; kept_now int;
  near_caps uuid[] := '{}'; -- purchases of members who may reach a cap in this batch
begin
  perform from ledger_accounts a where a.owner_id = any (owners) and a.kind = 'wallet' order by a.id for update;
  perform from purchases p where p.session_code = any (codes) and p.owner_id = any (owners) order by p.id for update;
  if exists (select from purchases p where p.session_code = any (codes) and p.owner_id = any (owners) and p.made_by_user_id is not null) then
    near_caps := purchases_near_caps(array(
      select p.id from purchases p where p.session_code = any (codes) and p.owner_id = any (owners) and p.state = 'initiated'));
  end if;
  for one in
    select a.place::int, a.owner, a.payer, a.amount, a.label, a.key, a.hash, p.id, p.transaction_id, p.total_minor, p.made_by_user_id, p.needs_approval, p.state, p.payment_type, p.currency,
      p.quote_ends_at, o.active_currency,
      exists (select from suspensions s where s.ended_at is null and s.owner_id in (a.owner, a.payer)) as suspended, w.id as wallet, w.balance_minor, dense_rank() over (order by w.id) as purse,
      k.body_hash, k.status, k.body, k.started_at,
      -- the first payment with this key; if the key is stored already, the first with this body
      (first_value(a.place) over (partition by a.payer, a.key, case when k.key is not null then a.hash end order by a.place))::int as first_place
    from unnest(users, owners, codes, labels, amounts, keys, hashes) with ordinality a (payer, owner, code, label, amount, key, hash, place)
    left join purchases p on p.session_code = a.code and p.owner_id = a.owner and coalesce(p.made_by_user_id, p.owner_id) = a.payer
    left join owners o on o.id = a.owner
    left join ledger_accounts w on w.owner_id = a.owner and w.kind = 'wallet' and w.currency = o.active_currency
    left join idempotency_keys k on k.owner_id = a.payer and k.route = path and k.key = a.key
    order by a.place
  loop
    answer := null; first_status := null; first_body := null;
    if one.key is not null then
      if one.body_hash <> one.hash then answer := 'same_key_other_body';
      elsif one.status is not null then answer := 'answered'; first_status := one.status; first_body := one.body;
      elsif one.started_at >= product_now() - interval '60 seconds' then answer := 'same_key_in_flight';
      elsif one.first_place < one.place then -- the first one is in this batch
        if hashes[one.first_place] is distinct from one.hash then answer := 'same_key_other_body';
        else answer := answers[one.first_place]; first_status := statuses[one.first_place]; first_body := texts[one.first_place]; end if;
      else kept := kept || one.place;
      end if;
    end if;
    if answer is null then
      if one.id is null or one.transaction_id <> one.label then answer := 'not_found';
      elsif one.total_minor <> one.amount then answer := 'amount_mismatch';
      elsif one.id = any (paying) then answer := 'success';
      elsif one.state in ('paid', 'completed') then answer := case one.payment_type when 'WALLET' then 'success' else 'already_paid' end;
      elsif one.suspended then answer := 'account_suspended';
      elsif one.state = 'awaiting_approval' then answer := 'needs_approval';
      elsif one.state = 'abandoned' or one.quote_ends_at <= product_now() then answer := 'quote_ended';
      elsif one.needs_approval then answer := 'needs_approval';
      elsif one.active_currency <> one.currency then answer := 'currency_mismatch';
      elsif coalesce(held[one.purse], one.balance_minor) < one.total_minor then answer := 'wallet_balance_low';
      else
        cap := case when one.id = any (near_caps) then find_reached_cap(one.id, paying) end;
        if cap is not null then
          answer := 'cap_reached'; first_body := (bodies[array_position(words, answer)]::jsonb || jsonb_build_object('details', cap))::text;
        end if;
      end if;
      if answer is null then
        held[one.purse] := coalesce(held[one.purse], one.balance_minor) - one.total_minor;
        paying := paying || one.id; wallets := wallets || one.wallet; payers := payers || one.payer;
        legs := legs || ids[3 * one.place - 2 : 3 * one.place - 1]; notes := notes || ids[3 * one.place];
        answer := 'success';
      end if;
    end if;
    if answer = 'needs_approval' then kept := array_remove(kept, one.place); end if; -- the caller requests it, and stores the key
    answers := answers || answer; statuses := statuses || first_status; texts := texts || first_body;
  end loop;

  if cardinality(paying) > 0 then
    perform post_charges(paying, wallets, legs);
    perform mark_all_paid(paying, 'WALLET');
    perform count_spending(paying);
    insert into audit_log (id, actor_kind, actor_id, action, object_id, reason, organisation_id)
    select note, 'user', payer, 'paid_from_wallet', bought, '', o.id from unnest(notes, payers, paying) n (note, payer, bought)
    join purchases p on p.id = bought left join owners o on o.id = p.owner_id and o.kind = 'organisation';
  end if;
  if cardinality(kept) > 0 then
    insert into idempotency_keys as i (owner_id, route, key, body_hash, status, body)
    select users[k.place], path, keys[k.place], hashes[k.place], w.status, coalesce(texts[k.place], w.body)
    from unnest(kept) k (place) join unnest(words, said, bodies) w (word, status, body) on w.word = answers[k.place]
    on conflict (owner_id, route, key) do update set status = excluded.status, body = excluded.body, started_at = product_now()
      where i.status is null and i.body_hash = excluded.body_hash and i.started_at < product_now() - interval '60 seconds';
    get diagnostics kept_now = row_count;
    -- another transaction used a key meanwhile: roll back; the repetition sees it
    if kept_now <> cardinality(kept) then raise exception 'the idempotency key was used meanwhile' using errcode = 'serialization_failure'; end if;
  end if;
  return query select * from unnest(answers, statuses, texts);
end $$;
revoke execute on function pay_from_wallet(uuid[], uuid[], text[], text[], bigint[], uuid[], text, text[], bytea[], text[], smallint[], text[]) from public;
grant execute on function pay_from_wallet(uuid[], uuid[], text[], text[], bigint[], uuid[], text, text[], bytea[], text[], smallint[], text[]) to idanimo_app;
