import type { cancelRequest as operation } from "@idanimo/contract/pending-request";
import { partsOfRule } from "@idanimo/contract/record-parts";
import { fail, ok } from "@idanimo/contract/problems";
import type { Handler } from "../../../http/call.ts";
import { writeAudit } from "../../audit/index.ts";
import { canActOnItem } from "../../purchases/index.ts";
import type { ConsentDeps } from "../deps.ts";
import { findEvidence, insertEvidence } from "../evidence-store.ts";
import { lockRequest } from "../pending-consent-store.ts";
import { findConsent, transitionConsent } from "../store.ts";

const cancelledEvent = "requester_cancelled";

/**
 * Ends a pending request for its requester, unless the subject decided first: both lock the consent. The charge is
 * kept. A repetition has no effect.
 */
export const cancelRequest =
  (deps: ConsentDeps): Handler<typeof operation> =>
  async ({ id }, caller) => {
    const counted = await deps.limits.consume("request_action_account", caller.ownerId);
    if (!counted.ok) return counted;
    return deps.db.transaction("system", async (tx) => {
      if (!(await canActOnItem(tx, caller, id))) return fail("not_found", {});
      const locked = await lockRequest(tx, caller.ownerId, id);
      const consent = locked && (await findConsent(tx, id));
      if (!consent) return fail("not_found", {});
      const cancelled = ok({ outcome: "CANCELLED" as const });
      if (consent.state === "terminated" && (await findEvidence(tx, id, [cancelledEvent])).length > 0) return cancelled;
      const decided = { decided_at: consent.now };
      if (!consent.deadline || consent.deadline <= consent.now) return fail("request_over", {});
      if (consent.state !== "pending" || !(await transitionConsent(tx, id, "pending", cancelledEvent, decided)))
        return fail("request_over", {});
      await insertEvidence(tx, {
        id: deps.ids.rowId(),
        requestId: id,
        ownerId: caller.ownerId,
        event: cancelledEvent,
        channel: null,
        textVersion: null,
        codeHash: null,
        language: null,
        offered: partsOfRule(consent.disclosure),
        chosen: [],
        ruleVersion: consent.ruleVersion,
      });
      await writeAudit(tx, deps.ids, {
        actorKind: "user",
        actorId: caller.userId,
        action: "consent_cancelled",
        objectId: id,
      });
      await deps.events.emit(tx, "consent_cancelled", { requestId: id });
      return cancelled;
    });
  };
