import type { today } from "@idanimo/contract/console/operators";
import { hasRight, isOperatorApprovalKind, operatorApprovalKinds } from "@idanimo/contract/console/rights";
import { ok } from "@idanimo/contract/problems";
import { findApprovals } from "../modules/approvals/index.ts";
import { findJobDepths } from "../modules/audit/index.ts";
import { countUnpaidPayOuts } from "../modules/payments/index.ts";
import { findSourceSwitches } from "../modules/verification/index.ts";
import { operatorScope } from "./approvers.ts";
import { findWaitingCases } from "./waiting-cases.ts";
import type { ConsoleDeps } from "./deps.ts";
import type { ConsoleHandler } from "./mount.ts";

/** More are only counted as "at least". */
const mostApprovals = 200;

/** What waits for this operator, with the oldest of each kind. */
export function createToday({ db }: ConsoleDeps): ConsoleHandler<typeof today> {
  return (_input, { id, roles }) =>
    db.transaction("system", async (tx) => {
      const kinds = Object.keys(operatorApprovalKinds).filter(
        (kind) => isOperatorApprovalKind(kind) && hasRight(roles, operatorApprovalKinds[kind].right),
      );
      const pending = await findApprovals(tx, operatorScope, {
        pending: true,
        kinds,
        after: undefined,
        limit: mostApprovals,
      });
      const own = pending.filter(({ requestedBy }) => requestedBy === id);
      const others = pending.filter(({ requestedBy }) => requestedBy !== id);
      const ofApprovals = (kind: string, label: string, rows: typeof pending) => ({
        kind,
        label,
        count: rows.length,
        oldestAt: rows.at(-1)?.requestedAt.toISOString() ?? null,
        dueAt: rows.at(-1)?.expiresAt.toISOString() ?? null,
        isUrgent: false,
        link: "/approvals",
      });
      const closed = hasRight(roles, "read_sources")
        ? (await findSourceSwitches(tx)).filter(({ message }) => message !== undefined)
        : [];
      const payOuts = hasRight(roles, "read_money") ? await countUnpaidPayOuts(tx) : { count: 0n, oldest: null };
      const depths = hasRight(roles, "read_jobs") ? await findJobDepths(tx) : [];
      const ofWork = (kind: string, label: string, count: number, oldest: readonly Date[], link: string) => ({
        kind,
        label,
        count,
        oldestAt: oldest.map((at) => at.toISOString()).toSorted()[0] ?? null,
        dueAt: null,
        isUrgent: false,
        link,
      });
      const failed = depths.reduce((sum, depth) => sum + Number(depth.failed), 0);
      const items = [
        ...(await findWaitingCases(tx, roles)),
        ofApprovals("approvals", "Waiting for your decision", others),
        ofApprovals("own_requests", "Requested by you, waiting for another operator", own),
        ofWork(
          "pay_outs",
          "Pay-outs to send or confirm",
          Number(payOuts.count),
          payOuts.oldest ? [payOuts.oldest] : [],
          "/money?show=pay-outs",
        ),
        ofWork(
          "closed_sources",
          "Closed sources",
          closed.length,
          closed.map(({ madeAt }) => madeAt),
          "/sources",
        ),
        ofWork("failed_jobs", "Failed jobs", failed, [], "/jobs"),
      ].filter(({ count }) => count > 0);
      return ok({ items: [...items.filter(({ isUrgent }) => isUrgent), ...items.filter(({ isUrgent }) => !isUrgent)] });
    });
}
