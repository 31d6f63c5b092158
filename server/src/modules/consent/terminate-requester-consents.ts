import { partsOfRule } from "@idanimo/contract/record-parts";
import type { Tx } from "../../database/database.ts";
import { writeAudit } from "../audit/index.ts";
import type { ConsentDeps } from "./deps.ts";
import { insertEvidence } from "./evidence-store.ts";
import { findConsent, transitionConsent } from "./store.ts";

/**
 * Ends pending and granted consents of a closed account. Idempotent, and safe while subjects answer.
 * @param limit how many per call; a shorter result means that none is left
 * @returns each consent that ended, and whether it was granted
 */
export async function terminateRequesterConsents(
  deps: Pick<ConsentDeps, "ids">,
  tx: Tx,
  ownerId: string,
  limit: number,
): Promise<readonly { readonly requestId: string; readonly wasGranted: boolean }[]> {
  const open = await tx
    .selectFrom("consents")
    .select("request_id")
    .where("owner_id", "=", ownerId)
    .where("state", "in", ["pending", "granted"])
    .limit(limit)
    .forUpdate()
    .execute();
  const ended = [];
  for (const { request_id: requestId } of open) {
    const consent = await findConsent(tx, requestId);
    if (consent?.state !== "pending" && consent?.state !== "granted") continue;
    const wasGranted = consent.state === "granted";
    const extra = wasGranted ? { expires_at: consent.now } : { decided_at: consent.now };
    if (!(await transitionConsent(tx, requestId, consent.state, "requester_closed", extra))) continue;
    await insertEvidence(tx, {
      id: deps.ids.rowId(),
      requestId,
      ownerId,
      event: "requester_closed",
      channel: null,
      textVersion: null,
      codeHash: null,
      language: null,
      offered: partsOfRule(consent.disclosure),
      chosen: consent.granted,
      ruleVersion: consent.ruleVersion,
    });
    await writeAudit(tx, deps.ids, {
      actorKind: "system",
      action: "consent_terminated",
      objectId: requestId,
      reason: "requester_closed",
    });
    ended.push({ requestId, wasGranted });
  }
  return ended;
}
