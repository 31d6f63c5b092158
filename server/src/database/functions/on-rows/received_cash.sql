-- What the ledger took from the provider for one payment. Of several payments for a purchase one paid it, and the others went to the
-- wallet. Without paid_minor: the first that was settled.
create or replace function received_cash(payment payments) returns bigint
language sql stable set search_path = public, pg_temp as $$
  select credit.minor + case when payment.state = 'succeeded' and payment.purchase_id is not null and case
        when payment.paid_minor is not null then payment.paid_minor > credit.minor
        else payment.id = (select b.id from payments b where b.purchase_id = payment.purchase_id and b.state = 'succeeded'
                           order by b.settled_at, b.id limit 1) end
      then (select coalesce(sum(t.amount_minor), 0)::bigint from ledger_transfers t join ledger_accounts a on a.id = t.from_account
            where t.key = 'purchase:' || payment.purchase_id and a.kind = 'provider_cash')
      else 0 end
  from (select coalesce(sum(t.amount_minor), 0)::bigint as minor from ledger_transfers t where t.key = 'payment:' || payment.reference) credit
$$;
