import type { SearchType } from "@idanimo/contract/catalogue";
import type { Currency } from "@idanimo/contract/money";
import type { TransactionType } from "@idanimo/contract/wallet";
import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../../database/database.ts";
import type { Cursor } from "../../../kernel/cursor.ts";
import { itemsView, labelsView, purchasesView } from "../../purchases/index.ts";
import { ledgerAccountsView, ledgerTransfersView } from "../../wallet/index.ts";

/** Queries for the transaction log. No decisions here. */

/** One row of the transaction log. */
export type TransactionRow = {
  readonly id: string;
  readonly at: Date;
  readonly at_text: string;
  readonly reference: string;
  readonly minor: bigint;
  readonly currency: Currency;
  readonly kind: TransactionType;
  readonly successful: boolean;
  /** What was charged: the wallet or a card. Null for anything but a charge or top-up. */
  readonly paid_with: "WALLET" | "INSTANT" | null;
  /** Key of its transfers in the ledger. */
  readonly ledger_key: string | null;
  /** Labels of the lines of a charge's purchase. */
  readonly lines: readonly string[] | null;
  /** Search type of a refunded lookup. */
  readonly search_type: SearchType | null;
  /** The request whose label is shown. */
  readonly labelled_id: string | null;
  readonly label_sealed: Buffer | null;
  /** Who made the purchase or the payment; null for the account of the owner's id. */
  readonly made_by_user_id: string | null;
};

/** Which rows of the log. */
export type TransactionFilter = {
  readonly type?: TransactionType | undefined;
  /** No row is older than this. */
  readonly since?: string | undefined;
  /** Only rows of these purchases, and the top-up with this reference. */
  /** Only rows that this member made. */
  readonly madeBy?: string | undefined;
  readonly only?: { readonly purchaseIds: readonly string[]; readonly reference: string } | undefined;
};
export type TransactionSlice = { readonly after: Cursor | undefined; readonly most: number; readonly skip?: number };

/**
 * Reads a user's transactions: charges, refunds, and top-ups with their outcome. Newest first, by keyset. Each
 * source table is read by its own index, only as far as `skip` and `most` require.
 */
export async function readTransactions(
  tx: Tx,
  userId: string,
  { after, most, skip = 0 }: TransactionSlice,
  { type, since, madeBy, only }: TransactionFilter = {},
): Promise<readonly TransactionRow[]> {
  const limit = sql`limit ${most + skip}`;
  /** Keyset condition, order and limit of one source, by the two columns of its index. */
  const page = (kind: TransactionType, at: RawBuilder<unknown>, id: RawBuilder<unknown>) =>
    sql`${type !== undefined && type !== kind ? sql`and false` : sql``}
      ${since === undefined ? sql`` : sql`and ${at} >= ${since}::timestamptz`}
      ${after ? sql`and (${at}, ${id}) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql``} order by ${at} desc, ${id} desc ${limit}`;
  const among = (id: RawBuilder<unknown>) => (only ? sql`and ${id} = any (${[...only.purchaseIds]}::uuid[])` : sql``);
  const named = (reference: RawBuilder<unknown>) => (only ? sql`and ${reference} = ${only.reference}` : sql``);
  const by = (maker: RawBuilder<unknown>) =>
    madeBy === undefined ? sql`` : sql`and coalesce(${maker}, ${userId}::uuid) = ${madeBy}::uuid`;
  const found = await sql<TransactionRow>`
    with moves as (
      select * from (
        (select p.id, p.paid_at as at, p.transaction_id as reference, p.total_minor as minor, p.currency, 'VERIFICATION' as kind, true as successful,
           p.payment_type as paid_with, 'purchase:' || p.id as ledger_key, p.id as purchase_id, null::uuid as item_id, p.made_by_user_id
         from ${purchasesView} p where p.owner_id = ${userId} and p.paid_at is not null ${by(sql`p.made_by_user_id`)} ${among(sql`p.id`)} ${page("VERIFICATION", sql`p.paid_at`, sql`p.id`)})
        union all
        (select i.id, i.state_changed_at, p.transaction_id, i.price_minor + i.tax_minor, p.currency, 'REFUND', true, null, 'refund:' || i.id, p.id, i.id, i.made_by_user_id
         from (select * from ${itemsView} i where i.owner_id = ${userId} and i.outcome in ('PROVIDER_FAILED', 'NO_CONTACT', 'MINOR', 'BLOCKED', 'NO_ANSWER')
           ${by(sql`i.made_by_user_id`)} ${among(sql`i.purchase_id`)} ${page("REFUND", sql`i.state_changed_at`, sql`i.id`)}) i join ${purchasesView} p on p.id = i.purchase_id)
        union all
        (select r.id, r.confirmed_at, p.transaction_id, r.amount_minor, r.currency, 'REFUND', true, null, 'adjustment:refund:' || r.item_id, p.id, r.item_id, p.made_by_user_id
         from (select r.* from operator_refunds r where r.owner_id = ${userId} and r.confirmed_at is not null
           ${madeBy === undefined ? sql`` : sql`and exists (select from ${itemsView} i where i.id = r.item_id ${by(sql`i.made_by_user_id`)})`}
           ${only ? sql`and exists (select from ${itemsView} i where i.id = r.item_id ${among(sql`i.purchase_id`)})` : sql``}
           ${page("REFUND", sql`r.confirmed_at`, sql`r.id`)}) r join ${itemsView} i on i.id = r.item_id join ${purchasesView} p on p.id = i.purchase_id)
        union all
        (select t.id, t.created_at, split_part(t.key, ':', 2), t.amount_minor, t.currency, 'TOPUP', true, 'INSTANT', t.key, null, null, t.made_by_user_id
         from ${ledgerAccountsView} a cross join lateral (
           select t.*, y.made_by_user_id from ${ledgerTransfersView} t left join payments y on y.reference = split_part(t.key, ':', 2)
           where t.to_account = a.id and t.reason = 'TOPUP' ${by(sql`y.made_by_user_id`)} ${named(sql`split_part(t.key, ':', 2)`)}
             ${page("TOPUP", sql`t.created_at`, sql`t.id`)}) t
         where a.owner_id = ${userId})
        union all
        (select y.id, y.created_at, y.reference, y.amount_minor, y.currency, 'TOPUP', false, 'INSTANT', null, null, null, y.made_by_user_id
         from payments y where y.owner_id = ${userId} and y.purpose = 'TOPUP' and y.state in ('failed', 'cancelled') ${by(sql`y.made_by_user_id`)} ${named(sql`y.reference`)}
         ${page("TOPUP", sql`y.created_at`, sql`y.id`)})
      ) sources order by at desc, id desc limit ${most} offset ${skip})
    select m.id, m.at, m.at::text as at_text, m.made_by_user_id, m.reference, m.minor, m.currency, m.kind, m.successful, m.paid_with, m.ledger_key,
      case when m.kind = 'VERIFICATION' then (
        select array_agg(distinct line ->> 'label') from ${purchasesView} p cross join lateral jsonb_array_elements(p.quote::jsonb) line where p.id = m.purchase_id) end as lines,
      i.search_type, i.id as labelled_id, l.label_sealed
    from moves m
    left join lateral (
      select id, search_type from ${itemsView} i
      where i.purchase_id = m.purchase_id and (m.item_id is null or i.id = m.item_id) order by position limit 1) i on true
    left join ${labelsView} l on l.request_id = i.id
    order by m.at desc, m.id desc`.execute(tx);
  return found.rows;
}

/** The purchase of an account with a reference. */
export async function findPurchaseByReference(tx: Tx, userId: string, reference: string): Promise<readonly string[]> {
  const found = await sql<{ id: string }>`
    select id from ${purchasesView} p where p.transaction_id = ${reference} and p.owner_id = ${userId}`.execute(tx);
  return found.rows.map(({ id }) => id);
}

/**
 * The balance of the account's wallet right after each of these ledger keys; none for a key that did not move a wallet.
 * Reads what moved since the oldest of them.
 */
export async function readBalancesAfter(
  tx: Tx,
  userId: string,
  keys: readonly string[],
): Promise<ReadonlyMap<string, bigint>> {
  const found = await sql<{ key: string; balance: bigint }>`
    with wallets as (
      select id, balance_minor as balance from ${ledgerAccountsView} a where a.owner_id = ${userId} and a.kind = 'wallet'
    ), shown as (
      select w.id as wallet, t.key, max(t.created_at) as at from ${ledgerTransfersView} t join wallets w on w.id in (t.from_account, t.to_account)
      where t.key = any (${[...keys]}::text[]) group by w.id, t.key
    ), bounds as (
      select wallet, min(at) as oldest, max(at) as newest from shown group by wallet
    ), moved as (
      select b.wallet, b.newest, t.created_at as at, t.amount_minor as minor from bounds b
      cross join lateral (select created_at, amount_minor from ${ledgerTransfersView} t where t.to_account = b.wallet and t.created_at > b.oldest) t
      union all
      select b.wallet, b.newest, t.created_at, -t.amount_minor from bounds b
      cross join lateral (select created_at, amount_minor from ${ledgerTransfersView} t where t.from_account = b.wallet and t.created_at > b.oldest) t
    ), after_page as (
      select wallet, sum(minor) as minor from moved where at > newest group by wallet
    )
    select s.key, (w.balance - coalesce(a.minor, 0) - coalesce((
      select sum(m.minor) from moved m where m.wallet = s.wallet and m.at > s.at and m.at <= m.newest), 0))::bigint as balance
    from shown s join wallets w on w.id = s.wallet left join after_page a on a.wallet = s.wallet`.execute(tx);
  return new Map(found.rows.map(({ key, balance }) => [key, balance]));
}
