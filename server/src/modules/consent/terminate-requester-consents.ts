import type { Tx } from "../../database/database.ts";
import { writeAudit } from "../audit/index.ts";
import type { ConsentDeps } from "./deps.ts";
import { findConsent, insertEvidence, transitionConsent } from "./store.ts";

/**
 * Ends questions and standing yeses of an account that was closed: nobody is left to answer to, and nobody may look any more. Safe to
 * repeat, also while subjects answer.
 * @param limit how many at once; fewer answered means that none is left
 * @returns each that ended, and whether it had been a yes
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
    const extra = wasGranted ? { gone_at: consent.now } : { decided_at: consent.now };
    if (!(await transitionConsent(tx, requestId, consent.state, "asker_left", extra))) continue;
    await insertEvidence(tx, {
      id: deps.ids.rowId(),
      requestId,
      ownerId,
      event: "asker_left",
      channel: null,
      textVersion: null,
      codeHash: null,
      searchType: consent.searchType,
      withheld: consent.withheld,
    });
    await writeAudit(tx, deps.ids, {
      actorKind: "system",
      action: "consent_terminated",
      objectId: requestId,
      reason: "asker_left",
    });
    ended.push({ requestId, wasGranted });
  }
  return ended;
}
