import type { PaymentView } from "@idanimo/contract/console/money";
import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../database/database.ts";
import { type Cursor, encodeCursor } from "../../kernel/cursor.ts";

/** The account and purchase of a card payment with an EA number. */
export const findPaymentForOperator = (
  tx: Tx,
  reference: string,
): Promise<{ readonly ownerId: string; readonly purchaseId: string | null } | undefined> =>
  tx
    .selectFrom("payments")
    .select(["owner_id as ownerId", "purchase_id as purchaseId"])
    .where("reference", "=", reference)
    .executeTakeFirst();

type PageOf = { readonly after: Cursor | undefined; readonly limit: number };

/** Each condition has an index, so that a page of few among millions is found at once. */
const paymentConditions = {
  all: sql<boolean>`true`,
  waiting: sql<boolean>`state = 'initiated'`,
  paid: sql<boolean>`state = 'succeeded'`,
  failed: sql<boolean>`state in ('failed', 'cancelled', 'expired') and quarantined_minor is null`,
  differs: sql<boolean>`quarantined_minor is not null`,
} as const satisfies Record<PaymentView, RawBuilder<boolean>>;

/** A page of card payments, newest first, each with its own cursor. */
export async function findPaymentPage(tx: Tx, view: PaymentView, { after, limit }: PageOf) {
  const rows = await tx
    .selectFrom("payments")
    .select(["id", "reference", "owner_id as ownerId", "purpose", "currency", "amount_minor as minor", "state"])
    .select(["quarantined_minor as quarantinedMinor", "created_at as createdAt", "settled_at as settledAt"])
    .select(sql<string>`created_at::text`.as("at"))
    .where(paymentConditions[view])
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(created_at, id) < (${after?.at}::timestamptz, ${after?.id}::uuid)`),
    )
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
  return rows.map(({ at, ...row }) => ({ ...row, cursor: encodeCursor(at, row.id) }));
}

/** A page of refunds by operators, newest first, each with its own cursor. */
export async function findRefundPage(tx: Tx, { after, limit }: PageOf) {
  const rows = await tx
    .selectFrom("operator_refunds")
    .select(["id", "item_id as itemId", "owner_id as ownerId", "currency", "amount_minor as minor", "reason"])
    .select(["asked_by as askedBy", "asked_at as askedAt", "confirmed_by as confirmedBy"])
    .select(["confirmed_at as confirmedAt", sql<string>`asked_at::text`.as("at")])
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(asked_at, id) < (${after?.at}::timestamptz, ${after?.id}::uuid)`),
    )
    .orderBy("asked_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
  return rows.map(({ at, ...row }) => ({ ...row, cursor: encodeCursor(at, row.id) }));
}
