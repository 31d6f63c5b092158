import type {
  ownWaitingApprovals as listOperation,
  waitingApprovalCount as countOperation,
} from "@idanimo/contract/organisations/approvals";
import { ok } from "@idanimo/contract/problems";
import { type Handler, scopeOf } from "../../../http/call.ts";
import { countPendingForOthers, findApprovals } from "../../approvals/index.ts";
import type { VerificationDeps } from "../deps.ts";
import { purchaseKind, shownFacts } from "./facts.ts";

const listedMost = 50;

/** Counts the approvals that the caller may decide, for the navigation. */
export const waitingApprovalCount =
  ({ db }: Pick<VerificationDeps, "db">): Handler<typeof countOperation> =>
  async (_input, caller) =>
    db.transaction(scopeOf(caller), async (tx) =>
      ok({
        waiting:
          caller.member === null
            ? 0
            : await countPendingForOthers(tx, { organisationId: caller.ownerId, kind: purchaseKind }, caller.userId),
      }),
    );

/** Lists what the caller has sent for approval and no one has decided [TM-08]. */
export const ownWaitingApprovals =
  ({ db }: Pick<VerificationDeps, "db">): Handler<typeof listOperation> =>
  async (_input, caller) => {
    if (caller.member === null) return ok({ approvals: [] });
    return db.transaction(scopeOf(caller), async (tx) => {
      const scope = { kind: "organisation", organisationId: caller.ownerId } as const;
      const of = {
        pending: true,
        kinds: [purchaseKind],
        requestedBy: caller.userId,
        after: undefined,
        limit: listedMost,
      };
      const found = await findApprovals(tx, scope, of);
      return ok({
        approvals: found.map((approval) => ({
          ...shownFacts(approval),
          sessionCode: approval.facts["session"] ?? "",
          requestedAt: approval.requestedAt.toISOString(),
          expiresAt: approval.expiresAt.toISOString(),
        })),
      });
    });
  };
