import type { SearchType } from "@idanimo/contract/catalogue";
import type { Currency } from "@idanimo/contract/money";
import type { DayRange } from "@idanimo/contract/statement-days";
import { sql } from "kysely";
import { productNow, type Tx } from "../../../database/database.ts";
import { type AccountHolder, findAccountHolder } from "../../accounts/index.ts";
import { itemsView, purchasesView } from "../../purchases/index.ts";
import { ledgerAccountsView, ledgerTransfersView } from "../../wallet/index.ts";

/** Queries for a wallet's statement. Days are Lagos days. */

/**
 * One event that moved money in the wallet, its legs summed. Refunds of one purchase on one day are one movement.
 */
export type Movement = {
  /** Time of the first event, if several are summed. */
  readonly at: Date;
  readonly reason: "TOPUP" | "VERIFICATION" | "STAKEHOLDERS" | "REFUND" | "ADJUSTMENT";
  /** Minor units; negative for money out. */
  readonly minor: bigint;
  readonly reference: string | null;
  /** Labels of a charge's purchase. */
  readonly labels: readonly string[] | null;
  /** Types of the refunded lookups, each once. */
  readonly searchTypes: readonly SearchType[];
  /** Number of lookups refunded; 1 for anything else. */
  readonly lines: number;
  /** Who paid, or whose check was refunded; null for the account of the owner's id, and for corrections. */
  readonly madeBy: string | null;
};

/**
 * Reads the opening balance and the movements from the ledger in one statement, oldest first. Refunds are summed in
 * the database, because a file may refund 100,000 lines in a day.
 * @param most one more is read, so that the caller knows whether there are more
 */
export async function readMovements(
  tx: Tx,
  ownerId: string,
  currency: Currency,
  { from, to }: DayRange,
  most: number,
): Promise<{ readonly opening: bigint; readonly movements: readonly Movement[] }> {
  const found = await sql<{ opening: bigint } & (Movement | { readonly at: null })>`
    with wallet as (
      select id from ${ledgerAccountsView} a where owner_id = ${ownerId} and kind = 'wallet' and currency = ${currency}
    ), span as (
      select ${from}::date::timestamp at time zone 'Africa/Lagos' as begins,
             (${to}::date + 1)::timestamp at time zone 'Africa/Lagos' as ends
    ), legs as (
      select t.key, t.reason, t.created_at, t.amount_minor as minor from ${ledgerTransfersView} t, wallet w where t.to_account = w.id
      union all
      select t.key, t.reason, t.created_at, -t.amount_minor from ${ledgerTransfersView} t, wallet w where t.from_account = w.id
    ), opening as (
      select coalesce(sum(minor), 0)::bigint as minor from legs, span where created_at < begins
    ), events as (
      select key, reason, min(created_at) as at, sum(minor) as minor from legs, span
      where created_at >= begins and created_at < ends group by key, reason
    ), moved as (
      select min(e.key) as key, e.reason, min(e.at) as at, sum(e.minor)::bigint as minor, count(*)::int as lines,
             array_remove(array_agg(distinct i.search_type), null) as "searchTypes",
             coalesce(i.purchase_id, case when e.key like 'purchase:%' then substring(e.key from 10)::uuid end) as purchase_id
      from events e
      left join ${itemsView} i on i.id = case when e.key like 'refund:%' then substring(e.key from 8)::uuid
        when e.key like 'adjustment:refund:%' then substring(e.key from 19)::uuid end
      group by e.reason, 7, case when i.id is null then e.key else ((e.at at time zone 'Africa/Lagos')::date)::text end
      order by at, key limit ${most + 1}
    )
    select o.minor as opening, m.at, m.reason, m.minor, m.lines, m."searchTypes",
           coalesce(p.transaction_id, case when m.key like 'payment:%' then split_part(m.key, ':', 2) end) as reference,
           case when m.key like 'purchase:%' then (select array_agg(line ->> 'label') from jsonb_array_elements(p.quote::jsonb) line) end as labels,
           coalesce(p.made_by_user_id, y.made_by_user_id) as "madeBy"
    from opening o
    left join moved m on true
    left join ${purchasesView} p on p.id = m.purchase_id
    left join payments y on m.key like 'payment:%' and y.reference = split_part(m.key, ':', 2)
    order by m.at, m.key`.execute(tx);
  return {
    opening: found.rows[0]?.opening ?? 0n,
    movements: found.rows.filter((row): row is { opening: bigint } & Movement => row.at !== null),
  };
}

export type Holder = Pick<AccountHolder, "name" | "businessName" | "email">;

/** The owner of a wallet, and the database's time. */
export async function findHolder(tx: Tx, userId: string): Promise<Holder & { readonly now: Date }> {
  const found = await sql<{ now: Date }>`select ${productNow} as now`.execute(tx);
  return { ...(await findAccountHolder(tx, userId)), now: found.rows[0]?.now ?? new Date() };
}
