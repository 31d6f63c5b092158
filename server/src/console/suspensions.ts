import {
  type endSuspension as endOperation,
  followsReport,
  type suspendAccount,
  suspensionReviewDays,
} from "@idanimo/contract/console/suspensions";
import { operatorApprovalHours } from "@idanimo/contract/console/rights";
import { fail, ok } from "@idanimo/contract/problems";
import { suspensionReasons } from "@idanimo/contract/suspensions";
import { findNow, type Tx } from "../database/database.ts";
import { type ApprovalKind, type Facts, requestApproval } from "../modules/approvals/index.ts";
import { closeCase, findOpenCaseAbout, openCase } from "../modules/audit/index.ts";
import { findOperator } from "../modules/operator-identity/index.ts";
import { endSuspension, insertSuspension, lockRunningSuspension, type Suspension } from "../modules/accounts/index.ts";
import { lockWallets } from "../modules/wallet/index.ts";
import { hasApprover, operatorScope } from "./approvers.ts";
import type { ConsoleDeps } from "./deps.ts";
import type { ConsoleHandler } from "./mount.ts";
import { auditAct, findOpenedOwner, findOwner, type OperatorOwner, tellOwner } from "./opened-owner.ts";
import { addWorkingDays } from "./working-days.ts";

const reviewCaseKind = "suspension_review";

/** How a notice names what is suspended. */
const nameOf = ({ account, organisation }: OperatorOwner) =>
  account?.businessName ?? organisation?.name ?? "your account";

/** Suspends at once. An owner of the installation reviews what support did. [OC-08 OC-09] */
export function createSuspend({ db, ids }: ConsoleDeps): ConsoleHandler<typeof suspendAccount> {
  return ({ id, reasonCode, reason }, operator) =>
    db.transaction("system", async (tx) => {
      const opened = await findOpenedOwner(tx, operator, id);
      if (!opened.ok) return opened;
      const owner = opened.value;
      if (owner.isClosed) return fail("account_closed", {});
      await lockWallets(tx, id); // a payment that has begun ends before; a later one is refused
      const made = {
        id: ids.rowId(),
        ownerId: id,
        reasonCode,
        afterReport: followsReport(reasonCode),
        note: reason,
        madeBy: operator.id,
      };
      if (!(await insertSuspension(tx, made))) return fail("already_suspended", {});
      await auditAct(tx, ids, owner, {
        operatorId: operator.id,
        action: "account_suspended",
        reason: `${reasonCode}: ${reason}`,
      });
      await tellOwner(tx, ids, owner, {
        kind: "support_suspended",
        facts: { what: nameOf(owner), reason: suspensionReasons[reasonCode] },
      });
      if (operator.roles.includes("owner")) return ok({ result: "success", reviewBy: null });
      const now = await findNow(tx);
      const reviewBy = addWorkingDays(now, suspensionReviewDays);
      const dueDays = Math.round((reviewBy.getTime() - now.getTime()) / 86_400_000);
      await openCase(tx, ids, { kind: reviewCaseKind, objectId: id, detail: reasonCode, dueDays });
      return ok({ result: "success", reviewBy: reviewBy.toISOString() });
    });
}

const factsOf = ({ id, reasonCode, madeAt }: Suspension): Facts => ({
  suspensionId: id,
  reasonCode,
  since: madeAt.toISOString(),
});

/** Ends a suspension; one that followed a report when another operator approves. [OC-08] */
export function createEndSuspension({ db, ids }: ConsoleDeps): ConsoleHandler<typeof endOperation> {
  return ({ id, reason }, operator) =>
    db.transaction("system", async (tx) => {
      const opened = await findOpenedOwner(tx, operator, id);
      if (!opened.ok) return opened;
      const running = await lockRunningSuspension(tx, id);
      if (!running) return fail("not_suspended", {});
      if (!running.afterReport) {
        await end(tx, ids, opened.value, { suspensionId: running.id, endedBy: operator.id, reason });
        return ok({ result: "success" as const });
      }
      if (!(await hasApprover(tx, operator.id, "end_suspension"))) return fail("second_operator_needed", {});
      const requested = await requestApproval(
        tx,
        { ids },
        {
          scope: operatorScope,
          kind: "end_suspension",
          objectId: id,
          facts: factsOf(running),
          requestedBy: operator.id,
          reason,
          expiresInHours: operatorApprovalHours,
        },
      );
      return requested.ok ? ok({ approvalId: requested.value.id }) : requested;
    });
}

/** Ends the suspension when a second operator approves. */
export const endSuspensionApproval = ({ ids }: Pick<ConsoleDeps, "ids">): ApprovalKind => ({
  readFacts: async (tx, { objectId }) => {
    const running = await lockRunningSuspension(tx, objectId);
    return running && factsOf(running);
  },
  apply: async (tx, { objectId, facts, reason, requestedBy }) => {
    const owner = await findOwner(tx, objectId);
    if (!owner) throw new Error("endSuspensionApproval: the account is missing");
    await end(tx, ids, owner, { suspensionId: facts["suspensionId"] ?? "", endedBy: requestedBy, reason });
    return ok(undefined);
  },
});

async function end(
  tx: Tx,
  ids: ConsoleDeps["ids"],
  owner: OperatorOwner,
  {
    suspensionId,
    endedBy,
    reason,
  }: { readonly suspensionId: string; readonly endedBy: string; readonly reason: string },
): Promise<void> {
  await endSuspension(tx, suspensionId, endedBy);
  const review = await findOpenCaseAbout(tx, reviewCaseKind, owner.id);
  const operator = await findOperator(tx, endedBy);
  if (review && operator) await closeCase(tx, review.id, operator.email);
  await auditAct(tx, ids, owner, { operatorId: endedBy, action: "account_suspension_ended", reason });
  if (!owner.isClosed)
    await tellOwner(tx, ids, owner, { kind: "support_suspension_ended", facts: { what: nameOf(owner) } });
}
