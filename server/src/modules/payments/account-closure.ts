import { productNow, type Tx } from "../../database/database.ts";

/** Whether the provider may still take money for a payment of this account, which must end before it closes. */
export async function hasPendingPayment(tx: Tx, ownerId: string): Promise<boolean> {
  const row = await tx
    .selectFrom("payments")
    .select("id")
    .where("owner_id", "=", ownerId)
    .where("state", "=", "initiated")
    .where("ends_at", ">", productNow)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
