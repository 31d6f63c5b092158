import { nilUuid } from "../../../kernel/cursor.ts";
import type { Currency } from "@idanimo/contract/money";
import type { DayRange } from "@idanimo/contract/statement-days";
import { sql } from "kysely";
import { productNow, type Tx } from "../../../database/database.ts";
import type { AccountKind, AccountLine, OffLedgerLine, AccountingReport, MovementLine } from "./rules.ts";
import { casesView } from "../../audit/index.ts";
import { ledgerAccountsView, ledgerTransfersView } from "../../wallet/index.ts";

/** Queries of the accounting report. One report reads everything in one snapshot. */

const periodBounds = ({ from, to }: DayRange) => sql`
  select ${from}::date::timestamp at time zone 'Africa/Lagos' as begins,
    (${to}::date + 1)::timestamp at time zone 'Africa/Lagos' as ends`;

/**
 * Opening, in, out and closing of summed legs, with the sides of cash reversed. Closing is summed independently.
 */
const accountSums = sql`
  coalesce(sum(case when l.created_at < s.begins then l.minor end), 0)::bigint as opening,
  coalesce(sum(case when l.created_at >= s.begins and l.created_at < s.ends and l.minor > 0 then l.minor end), 0)::bigint as "cameIn",
  coalesce(-sum(case when l.created_at >= s.begins and l.created_at < s.ends and l.minor < 0 then l.minor end), 0)::bigint as "wentOut",
  coalesce(sum(case when l.created_at < s.ends then l.minor end), 0)::bigint as closing`;

export async function readAccountingReport(tx: Tx, days: DayRange): Promise<AccountingReport> {
  const accounts = await sql<AccountLine>`
    with s as (${periodBounds(days)}), l as (
      select a.kind, a.currency, t.created_at, case a.kind when 'provider_cash' then t.amount_minor else -t.amount_minor end as minor
      from ${ledgerTransfersView} t join ${ledgerAccountsView} a on a.id = t.from_account
      union all
      select a.kind, a.currency, t.created_at, case a.kind when 'provider_cash' then -t.amount_minor else t.amount_minor end
      from ${ledgerTransfersView} t join ${ledgerAccountsView} a on a.id = t.to_account
    )
    select l.kind, l.currency, ${accountSums} from l, s group by l.kind, l.currency`.execute(tx);
  const movements = await sql<MovementLine>`
    with s as (${periodBounds(days)})
    select m.what, m."from", m."to", m.currency, count(distinct m.key) as times, sum(m.amount_minor)::bigint as minor
    from (
      select t.key, t.currency, t.amount_minor, f.kind as "from", g.kind as "to", case
          when t.reason = 'TOPUP' then case when y.purpose = 'VERIFICATION' then 'late_payment' else 'top_up' end
          when t.reason in ('VERIFICATION', 'STAKEHOLDERS') then case g.kind when 'tax' then 'tax' else 'charge' end
          when t.reason = 'REFUND' then case f.kind when 'tax' then 'tax_refund' else 'refund' end
          when t.key like 'adjustment:refund:%' then 'operator_refund'
          when t.key like 'adjustment:closed:%' then 'closed_balance'
          else 'correction' end as what
      from s, ${ledgerTransfersView} t join ${ledgerAccountsView} f on f.id = t.from_account join ${ledgerAccountsView} g on g.id = t.to_account
      left join payments y on t.reason = 'TOPUP' and y.reference = substring(t.key from '^payment:(.*)$')
      where t.created_at >= s.begins and t.created_at < s.ends
    ) m group by m.what, m."from", m."to", m.currency`.execute(tx);
  const offLedger = await sql<OffLedgerLine>`
    with s as (${periodBounds(days)}), aside as (
      select coalesce(substring(c.detail from 'came [0-9]+ ([A-Z]{3})$'), y.currency) as currency, y.quarantined_minor as minor,
        c.opened_at, c.closed_at
      from ${casesView} c join payments y on y.id = c.object_id where c.kind = 'payment_mismatch' and y.quarantined_minor is not null
    ), owed as (
      select 'NGN' as currency, naira_minor as minor, made_at, paid_at from pay_outs where naira_minor > 0
      union all select 'USD', dollars_minor, made_at, paid_at from pay_outs where dollars_minor > 0
    ), found as (
      select 'put_aside' as what, currency, minor from aside, s where opened_at >= begins and opened_at < ends
      union all select 'still_aside', currency, minor from aside, s where opened_at < ends and (closed_at is null or closed_at >= ends)
      union all select 'paid_out', currency, minor from owed, s where paid_at >= begins and paid_at < ends
      union all select 'to_pay_out', currency, minor from owed, s where made_at < ends and (paid_at is null or paid_at >= ends)
      union all select 'sent_back', coalesce(t.currency, '-'), r.amount_minor from s, provider_refunds r
        left join provider_transactions t on t.provider = r.provider and t.their_id = r.refunded_id
        where r.made_at >= s.begins and r.made_at < s.ends
    )
    select what, currency, count(*) as times, sum(minor)::bigint as minor from found group by what, currency order by what, currency`.execute(
    tx,
  );
  const walletBalances = await sql<{ currency: Currency; balances: bigint; transfers: bigint }>`
    select a.currency, sum(a.balance_minor)::bigint as balances, coalesce(max(m.minor), 0)::bigint as transfers
    from ${ledgerAccountsView} a left join (
      select currency, sum(minor) as minor from (
        select t.currency, t.amount_minor as minor from ${ledgerTransfersView} t join ${ledgerAccountsView} g on g.id = t.to_account and g.kind = 'wallet'
        union all
        select t.currency, -t.amount_minor from ${ledgerTransfersView} t join ${ledgerAccountsView} f on f.id = t.from_account and f.kind = 'wallet') l
      group by currency) m on m.currency = a.currency
    where a.kind = 'wallet' group by a.currency`.execute(tx);
  const compared = await sql<{ days: number; open: number; now: Date }>`
    select (select count(distinct day) from reconciliation_days where day between ${days.from}::date and ${days.to}::date)::int as days,
      (select count(*) from reconciliation_differences where resolved_at is null and cleared_at is null
        and day between ${days.from}::date and ${days.to}::date)::int as open, ${productNow} as now`.execute(tx);
  const { now = new Date(0), days: comparedDays = 0, open = 0 } = compared.rows[0] ?? {};
  return {
    accounts: accounts.rows,
    movements: movements.rows,
    offLedger: offLedger.rows,
    walletBalances: walletBalances.rows,
    reconciliation: { days: comparedDays, open },
    now,
  };
}

export type AccountDetail = Omit<AccountLine, "kind"> & { readonly id: string; readonly kind: AccountKind };

/**
 * Reads a page of accounts after an id, each by its id only, never its owner. Leaves out accounts without
 * movements.
 */
export async function readAccountDetails(
  tx: Tx,
  days: DayRange,
  after: string | undefined,
  most: number,
): Promise<{ readonly rows: readonly AccountDetail[]; readonly next: string | undefined }> {
  const found = await sql<AccountDetail & { touched: boolean }>`
    with s as (${periodBounds(days)}), page as (
      select id, kind, currency from ${ledgerAccountsView} a where id > ${after ?? nilUuid} order by id limit ${most}
    )
    select p.id, p.kind, p.currency, ${accountSums}, count(l.minor) > 0 as touched
    from page p cross join s left join lateral (
      select t.created_at, case p.kind when 'provider_cash' then t.amount_minor else -t.amount_minor end as minor
      from ${ledgerTransfersView} t where t.from_account = p.id and t.created_at < s.ends
      union all
      select t.created_at, case p.kind when 'provider_cash' then -t.amount_minor else t.amount_minor end
      from ${ledgerTransfersView} t where t.to_account = p.id and t.created_at < s.ends) l on true
    group by p.id, p.kind, p.currency order by p.id`.execute(tx);
  const last = found.rows.at(-1);
  return { rows: found.rows.filter(({ touched }) => touched), next: found.rows.length < most ? undefined : last?.id };
}
