import type { Tx } from "../../database/database.ts";

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
