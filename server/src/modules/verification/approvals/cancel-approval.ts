import type { cancelApprovalRequest as operation } from "@idanimo/contract/organisations/approvals";
import { fail, ok } from "@idanimo/contract/problems";
import { type Handler, scopeOf } from "../../../http/call.ts";
import { cancelApproval, findApprovalOf } from "../../approvals/index.ts";
import { findPurchase } from "../../purchases/index.ts";
import type { VerificationDeps } from "../deps.ts";
import { abandonWaiting, publishChange } from "./end-approval.ts";
import { purchaseKind } from "./facts.ts";

/** Cancels a purchase that waits for an approval, by the member who requested it [TM-07]. */
export const cancelApprovalRequest =
  (deps: VerificationDeps): Handler<typeof operation> =>
  async ({ sessionCode }, caller) => {
    const organisationId = caller.ownerId;
    return deps.db.transaction(scopeOf(caller), async (tx) => {
      const scope = { kind: "organisation", organisationId } as const;
      const purchase = await findPurchase(tx, organisationId, sessionCode);
      const waiting = purchase && (await findApprovalOf(tx, scope, { kind: purchaseKind, objectId: purchase.id }));
      if (!purchase) return fail("not_found", {});
      if (!waiting) return fail("already_decided", {});
      const cancelled = await cancelApproval(tx, deps, { id: waiting.id, scope, by: caller.userId });
      if (!cancelled.ok) return cancelled;
      await abandonWaiting(tx, waiting.objectId);
      await publishChange(tx, { ...waiting, organisationId });
      return ok({ result: "success" });
    });
  };
