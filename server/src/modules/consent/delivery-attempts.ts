import type { Tx } from "../../database/database.ts";
import { findMessagesByRequest } from "../notifications/index.ts";
import type { DeliveryAttempt } from "./rules.ts";

/** Finds the messages that asked about each request, oldest first. */
export async function findDeliveryAttempts(
  tx: Tx,
  requestIds: readonly string[],
): Promise<ReadonlyMap<string, readonly DeliveryAttempt[]>> {
  const messages = await findMessagesByRequest(tx, requestIds);
  return new Map([...messages].map(([id, all]) => [id, all.filter(({ kind }) => kind === "consent_request")]));
}
