import type { Tx } from "../../database/database.ts";
import { messagesOfRequests } from "../notifications/index.ts";
import type { Step } from "./rules.ts";

/** By request: the messages that asked about it, oldest first. */
export async function stepsOf(tx: Tx, requestIds: readonly string[]): Promise<ReadonlyMap<string, readonly Step[]>> {
  const messages = await messagesOfRequests(tx, requestIds);
  return new Map([...messages].map(([id, all]) => [id, all.filter(({ kind }) => kind === "consent_request")]));
}
