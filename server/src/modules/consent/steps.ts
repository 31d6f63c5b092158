import type { Tx } from "../../database/database.ts";
import { messagesOfRequest } from "../notifications/index.ts";
import type { Step } from "./rules.ts";

/** The messages that asked about one request, oldest first. */
export async function stepsOf(tx: Tx, requestId: string): Promise<readonly Step[]> {
  return (await messagesOfRequest(tx, requestId)).filter(({ kind }) => kind === "consent_request");
}
