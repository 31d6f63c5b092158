import type { today } from "@idanimo/contract/console/operators";
import { hasRight, isOperatorApprovalKind, operatorApprovalKinds } from "@idanimo/contract/console/rights";
import { ok } from "@idanimo/contract/problems";
import { findApprovals } from "../modules/approvals/index.ts";
import { findOpenCases } from "../modules/audit/index.ts";
import { findSourceSwitches } from "../modules/verification/index.ts";
import { operatorScope } from "./approvers.ts";
import type { ConsoleDeps } from "./deps.ts";
import { readJobDepths } from "./jobs.ts";
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
        link: "/approvals",
      });
      const cases = await findOpenCases(tx);
      const closed = hasRight(roles, "read_sources")
        ? (await findSourceSwitches(tx)).filter(({ message }) => message !== undefined)
        : [];
      const depths = hasRight(roles, "read_jobs") ? await readJobDepths(tx) : [];
      const failed = depths.reduce((sum, depth) => sum + Number(depth.failed), 0);
      const items = [
        ofApprovals("approvals", "Waiting for your decision", others),
        ofApprovals("own_requests", "Requested by you, waiting for another operator", own),
        {
          kind: "cases",
          label: "Open cases",
          count: cases.length,
          oldestAt: cases[0]?.openedAt.toISOString() ?? null,
          dueAt: null,
          link: null,
        },
        {
          kind: "closed_sources",
          label: "Closed sources",
          count: closed.length,
          oldestAt: closed.map(({ madeAt }) => madeAt.toISOString()).toSorted()[0] ?? null,
          dueAt: null,
          link: "/sources",
        },
        { kind: "failed_jobs", label: "Failed jobs", count: failed, oldestAt: null, dueAt: null, link: "/jobs" },
      ];
      return ok({ items: items.filter(({ count }) => count > 0) });
    });
}
