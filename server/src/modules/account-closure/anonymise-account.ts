import type { Tx } from "../../database/database.ts";
import { deleteKeysOfOwner } from "../../http/idempotency.ts";
import { anonymiseUser } from "../accounts/index.ts";
import { deleteNoticesOfOwner } from "../notifications/index.ts";

/** Deletes what identifies a closed account: its credentials, personal data, notices, devices and stored responses. */
export async function anonymiseAccount(tx: Tx, userId: string): Promise<void> {
  await anonymiseUser(tx, userId);
  await deleteNoticesOfOwner(tx, userId);
  await deleteKeysOfOwner(tx, userId);
}
