import { type Currency, money, type Money } from "@idanimo/contract/money";
import type { PaymentState } from "@idanimo/contract/verification-states";
import type { PaymentPurpose } from "@idanimo/contract/wallet";
import { sql } from "kysely";
import { secondsFromNow, productNow, type Tx } from "../../database/database.ts";
import { requestScopedId } from "../../kernel/request-context.ts";
import type { IdSource } from "../../kernel/ids.ts";
import { purchaseHasReference } from "../purchases/index.ts";
import { findTransferAmount } from "../wallet/index.ts";

/** Queries and rows of card payments. */

export type Payment = {
  readonly id: string;
  readonly reference: string;
  readonly ownerId: string;
  /** The member who pays; null for a person's own account. */
  readonly madeBy: string | null;
  readonly purpose: PaymentPurpose;
  readonly amount: Money;
  readonly state: PaymentState;
  readonly link: string | null;
  readonly processorResponse: string | null;
  readonly isPastDeadline: boolean;
  /**
   * The provider received another amount than requested. The payment may still succeed once with the requested
   * amount.
   */
  readonly isDifferentAmount: boolean;
};

const isPastDeadline = sql<boolean>`ends_at <= product_now()`.as("is_over");
const paymentColumns = [
  "id",
  "reference",
  "owner_id",
  "made_by_user_id",
  "purpose",
  "currency",
  "amount_minor",
  "state",
  "link",
  "processor_response",
  "quarantined_minor",
] as const;
type PaymentRow = {
  id: string;
  reference: string;
  owner_id: string;
  made_by_user_id: string | null;
  purpose: PaymentPurpose;
  currency: Currency;
  amount_minor: bigint;
  state: PaymentState;
  link: string | null;
  processor_response: string | null;
  quarantined_minor: bigint | null;
  is_over: boolean;
};
const asPayment = (row: PaymentRow): Payment => ({
  id: row.id,
  reference: row.reference,
  ownerId: row.owner_id,
  madeBy: row.made_by_user_id,
  purpose: row.purpose,
  amount: money(row.currency, row.amount_minor),
  state: row.state,
  link: row.link,
  processorResponse: row.processor_response,
  isPastDeadline: row.is_over,
  isDifferentAmount: row.quarantined_minor !== null && row.state !== "succeeded",
});

export async function findPayment(tx: Tx, reference: string): Promise<Payment | undefined> {
  const row = await tx
    .selectFrom("payments")
    .select(paymentColumns)
    .select(isPastDeadline)
    .where("reference", "=", reference)
    .executeTakeFirst();
  return row && asPayment(row);
}

/** A payment as operators need it: nothing about the payer but the account id. */
export async function findPaymentById(tx: Tx, id: string) {
  return tx
    .selectFrom("payments")
    .select(["reference", "owner_id", "purpose", "state", "currency", "amount_minor"])
    .select(["provider", "provider_id", "quarantined_minor", "created_at"])
    .where("id", "=", id)
    .executeTakeFirst();
}

/** The newest payment of a purchase. */
export async function findNewestPaymentOfPurchase(tx: Tx, purchaseId: string): Promise<Payment | undefined> {
  const row = await tx
    .selectFrom("payments")
    .select(paymentColumns)
    .select(isPastDeadline)
    .where("purchase_id", "=", purchaseId)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row && asPayment(row);
}

export async function insertPayment(
  tx: Tx,
  made: {
    readonly id: string;
    readonly reference: string;
    readonly ownerId: string;
    readonly purpose: PaymentPurpose;
    readonly purchaseId: string | null;
    readonly amount: Money;
    readonly provider: string;
    readonly lifeMinutes: number;
  },
): Promise<void> {
  await tx
    .insertInto("payments")
    .values({
      id: made.id,
      reference: made.reference,
      owner_id: made.ownerId,
      purpose: made.purpose,
      purchase_id: made.purchaseId,
      currency: made.amount.currency,
      amount_minor: made.amount.minor,
      state: "initiated",
      provider: made.provider,
      provider_id: null,
      link: null,
      processor_response: null,
      quarantined_minor: null,
      ends_at: secondsFromNow(made.lifeMinutes * 60),
      checked_at: null,
      settled_at: null,
    })
    .execute();
}

/** Whether a purchase or a payment has this reference. */
export async function isReferenceTaken(tx: Tx, reference: string): Promise<boolean> {
  const found = await sql<{ taken: boolean }>`select ${purchaseHasReference(reference)}
    or exists (select from payments where reference = ${reference}) as taken`.execute(tx);
  return found.rows[0]?.taken === true;
}

/** Query of the purchases with an undecided payment. */
export const purchasesAwaitingPayment = sql<string>`(
  select purchase_id from payments where state = 'initiated' and purchase_id is not null)`;

export async function storePaymentLink(tx: Tx, reference: string, link: string): Promise<void> {
  await tx.updateTable("payments").set({ link }).where("reference", "=", reference).execute();
}

/** Records that the provider was queried and had no final state. */
export async function markChecked(tx: Tx, reference: string): Promise<void> {
  await tx.updateTable("payments").set({ checked_at: productNow }).where("reference", "=", reference).execute();
}

/**
 * References to query again: undecided ones every 30 seconds, ended ones every hour for three days, because a late
 * success still counts.
 */
export async function findPaymentsToCheck(tx: Tx, most: number): Promise<readonly string[]> {
  const rows = await sql<{ reference: string }>`
    select reference from payments
    where created_at < product_now() - interval '10 seconds'
      and ((state = 'initiated' and (checked_at is null or checked_at < product_now() - interval '30 seconds'))
        or (state in ('failed', 'cancelled', 'expired') and quarantined_minor is null and created_at > product_now() - interval '3 days'
            and checked_at < product_now() - interval '1 hour'))
    order by checked_at nulls first, created_at limit ${most}`.execute(tx);
  return rows.rows.map((row) => row.reference);
}

/**
 * Queues settlement jobs durably in one statement, ordered by reference so that two processes cannot deadlock.
 * Skips unknown references (ours are stored before the provider receives them) and succeeded payments, so that
 * repeated webhooks cannot cause provider queries.
 */
export async function enqueueSettlements(tx: Tx, references: readonly string[]): Promise<void> {
  await sql`select enqueue_job('settle_payment', json_build_object('reference', p.reference), 'settle_payment:' || p.reference)
    from (select reference from payments where reference = any (${[...new Set(references)]}) and state <> 'succeeded'
          order by reference) p`.execute(tx);
}

/** The amount a settled payment credited to its owner's wallet; undefined if all of it paid for a purchase. */
export async function findWalletCredit(tx: Tx, reference: string): Promise<Money | undefined> {
  return findTransferAmount(tx, `payment:${reference}`);
}

/** Whether a provider id belongs to another payment already. */
export async function isProviderIdUsed(
  tx: Tx,
  provider: string,
  providerId: string,
  reference: string,
): Promise<boolean> {
  const row = await tx
    .selectFrom("payments")
    .select("id")
    .where("provider", "=", provider)
    .where("provider_id", "=", providerId)
    .where("reference", "<>", reference)
    .executeTakeFirst();
  return row !== undefined;
}

export type PaymentAttempts = {
  readonly failed: number;
  readonly succeeded: number;
  /** Milliseconds until the oldest of the newest `most` failures is a day old. */
  readonly retryAfterMs: number;
};

/**
 * Counts how a user's payments of the last day ended. An undecided payment is not a failure.
 * @param most number of failures that `retryAfterMs` looks back at
 */
export async function countPaymentAttempts(tx: Tx, ownerId: string, most: number): Promise<PaymentAttempts> {
  const found = await sql<{ failed: number; succeeded: number; wait: number }>`
    with day as (select state, created_at from payments
      where owner_id = ${ownerId} and created_at > product_now() - interval '1 day')
    select (select count(*) from day where state in ('failed', 'cancelled', 'expired'))::int as failed,
      (select count(*) from day where state = 'succeeded')::int as succeeded,
      coalesce((select extract(epoch from created_at + interval '1 day' - product_now()) from day
        where state in ('failed', 'cancelled', 'expired') order by created_at desc offset ${most - 1} limit 1), 0)::float8 as wait`.execute(
    tx,
  );
  const row = found.rows[0] ?? { failed: 0, succeeded: 0, wait: 0 };
  return { failed: row.failed, succeeded: row.succeeded, retryAfterMs: row.wait * 1_000 };
}

/** What a settlement did. */
export const settlementOutcomes = ["settled", "already", "refused", "quarantined", "unknown", "unchanged"] as const;
export type SettlementOutcome = (typeof settlementOutcomes)[number];

/** Settles a payment as the provider reports it; see the SQL function `settle_payment`. */
export async function recordSettlement(
  tx: Tx,
  ids: IdSource,
  reference: string,
  report: {
    readonly kind: "successful" | "failed" | "cancelled" | "expired";
    readonly providerId: string | null;
    readonly paidMinor: bigint | null;
    readonly paidCurrency: string | null;
    readonly processorResponse: string | null;
  },
): Promise<SettlementOutcome> {
  const done = await sql<{
    what: SettlementOutcome;
  }>`select settle_payment(${reference}, ${report.kind}, ${report.providerId},
    ${report.paidMinor}, ${report.paidCurrency}, ${report.processorResponse}, ${ids.rowId()}, ${ids.rowId()}, ${ids.rowId()}, ${requestScopedId(ids)}) as what`.execute(
    tx,
  );
  return done.rows[0]?.what ?? "unknown";
}
