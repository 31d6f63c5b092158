import type * as operations from "@idanimo/contract/console/breaches";
import { operatorApprovalHours } from "@idanimo/contract/console/rights";
import type { Urgency } from "@idanimo/contract/console/case-work";
import { formatDateTime } from "@idanimo/contract/date-format";
import { fail, ok } from "@idanimo/contract/problems";
import * as texts from "@idanimo/contract/texts";
import { enqueue, findNow } from "../database/database.ts";
import { decodeCursor } from "../kernel/cursor.ts";
import { type ApprovalKind, type Facts, requestApproval } from "../modules/approvals/index.ts";
import { findOperatorNames } from "../modules/operator-identity/index.ts";
import {
  type Breach,
  decideBreachCommission,
  findBreach,
  findBreachPage,
  findBreachRequestPage,
  findBreachTypes,
  insertBreach,
  lockBreach,
} from "../modules/audit/index.ts";
import { parseLagosTimestamp } from "../modules/operators/index.ts";
import { pageSize } from "./accounts.ts";
import { hasApprover, operatorScope } from "./approvers.ts";
import { auditCase, readHistory } from "./case-work.ts";
import type { ConsoleDeps } from "./deps.ts";
import type { ConsoleHandler } from "./mount.ts";

/** The clock of 72 hours, who is affected as counts and ids, and the notice by two operators. [OC-16] */

/** A running clock is always urgent. */
const urgencyOf = ({ commission, minutesLeft }: Breach): Urgency =>
  commission !== null ? "done" : minutesLeft <= 0 ? "overdue" : "soon";

const toRow = (breach: Breach) => ({
  id: breach.id,
  description: breach.description,
  noticedAt: breach.noticedAt.toISOString(),
  dueAt: breach.dueAt.toISOString(),
  urgency: urgencyOf(breach),
  minutesLeft: breach.minutesLeft,
  people: breach.counts?.people ?? null,
});

export function createListBreaches({ db }: ConsoleDeps): ConsoleHandler<typeof operations.listBreaches> {
  return ({ after }) =>
    db.transaction("system", async (tx) => {
      const page = await findBreachPage(tx, { after: decodeCursor(after), limit: pageSize + 1 });
      const shown = page.slice(0, pageSize);
      return ok({ rows: shown.map(toRow), next: page.length > pageSize ? (shown.at(-1)?.cursor ?? null) : null });
    });
}

/** Starts the clock; the job process then lists who is affected. */
export function createStartBreach({ db, ids }: ConsoleDeps): ConsoleHandler<typeof operations.startBreach> {
  return (input, operator) =>
    db.transaction("system", async (tx) => {
      const [noticedAt, since, until] = [input.noticedAt, input.since, input.until].map(parseLagosTimestamp);
      if (!noticedAt || !since || !until) throw new Error("startBreach: the contract accepts no such time");
      const now = await findNow(tx);
      const fields = {
        ...(noticedAt > now && { noticedAt: texts.breachNoticedInFuture }),
        ...(since > now && { since: texts.breachNoticedInFuture }),
        ...(until <= since && { until: texts.breachPeriodInvalid }),
      };
      if (Object.keys(fields).length > 0) return fail("bad_input", {}, { fields });
      const id = ids.publicId();
      const account = input.accountId ?? null;
      const { description } = input;
      await insertBreach(tx, { id, description, noticedAt, since, until, account, startedBy: operator.id });
      await auditCase(tx, ids, operator, {
        action: "breach_started",
        objectId: id,
        reason: `noticed ${formatDateTime(noticedAt)}`,
      });
      await enqueue(tx, "list_breach", { breachId: id }, `list_breach:${id}`);
      return ok({ id });
    });
}

export function createViewBreach({ db }: ConsoleDeps): ConsoleHandler<typeof operations.viewBreach> {
  return ({ id }) =>
    db.transaction("system", async (tx) => {
      const breach = await findBreach(tx, id);
      if (!breach) return fail("not_found", {});
      const { startedBy, commissionBy, notifiedAt, commission, commissionAt } = breach;
      const names = await findOperatorNames(tx, [startedBy, ...(commissionBy === null ? [] : [commissionBy])]);
      return ok({
        ...toRow(breach),
        since: breach.since.toISOString(),
        until: breach.until.toISOString(),
        accountId: breach.account,
        startedBy: names.get(startedBy) ?? "-",
        counts: breach.counts,
        byType: [...(await findBreachTypes(tx, id))],
        notice: notifiedAt && {
          at: notifiedAt.toISOString(),
          reached: breach.reached ?? 0,
          unreachable: breach.unreachable ?? 0,
        },
        commission: commission && {
          outcome: commission,
          reason: breach.commissionReason ?? "",
          by: names.get(commissionBy ?? "") ?? "-",
          at: commissionAt?.toISOString() ?? "",
        },
        history: [...(await readHistory(tx, id))],
      });
    });
}

export function createListBreachRequests({ db }: ConsoleDeps): ConsoleHandler<typeof operations.listBreachRequests> {
  return ({ id, after }) =>
    db.transaction("system", async (tx) => {
      const page = await findBreachRequestPage(tx, id, { after: decodeCursor(after), limit: pageSize + 1 });
      const shown = page.slice(0, pageSize);
      return ok({
        rows: shown.map(({ cursor: _cursor, createdAt, ...row }) => ({ ...row, createdAt: createdAt.toISOString() })),
        next: page.length > pageSize ? (shown.at(-1)?.cursor ?? null) : null,
      });
    });
}

/** What the second operator reads and approves. */
const factsOf = ({ id, since, until, account, description, counts }: Breach): Facts | undefined =>
  counts
    ? {
        breachId: id,
        since: since.toISOString(),
        until: until.toISOString(),
        account: account ?? "",
        description,
        requests: String(counts.requests),
        people: String(counts.people),
      }
    : undefined;

/** Requests the notice; nothing is sent before another operator approves. */
export function createNotifyBreach({ db, ids }: ConsoleDeps): ConsoleHandler<typeof operations.notifyBreach> {
  return ({ id, reason }, operator) =>
    db.transaction("system", async (tx) => {
      const breach = await lockBreach(tx, id);
      if (!breach) return fail("not_found", {});
      const facts = factsOf(breach);
      if (!facts) return fail("breach_not_counted", {});
      if (!(await hasApprover(tx, operator.id, "breach_notice"))) return fail("second_operator_needed", {});
      const requested = await requestApproval(
        tx,
        { ids },
        {
          scope: operatorScope,
          kind: "breach_notice",
          objectId: id,
          facts,
          requestedBy: operator.id,
          reason,
          expiresInHours: operatorApprovalHours,
        },
      );
      return requested.ok ? ok({ approvalId: requested.value.id }) : requested;
    });
}

/** Queues the notice when a second operator approves. A repetition notifies no one twice. */
export const breachNoticeApproval: ApprovalKind = {
  readFacts: async (tx, { objectId }) => {
    const breach = await lockBreach(tx, objectId);
    return breach && factsOf(breach);
  },
  apply: async (tx, { id, objectId, requestedBy }) => {
    await enqueue(tx, "notify_breach", { breachId: objectId, operatorId: requestedBy }, `notify_breach:${id}`);
    return ok(undefined);
  },
};

/** Records what was decided about the Commission; the clock ends. */
export function createDecideCommission({ db, ids }: ConsoleDeps): ConsoleHandler<typeof operations.decideCommission> {
  return ({ id, outcome, reason }, operator) =>
    db.transaction("system", async (tx) => {
      const breach = await lockBreach(tx, id);
      if (!breach) return fail("not_found", {});
      if (breach.commission !== null) return fail("already_decided", {});
      await decideBreachCommission(tx, id, { outcome, reason, by: operator.id });
      const action = outcome === "notified" ? "breach_commission_notified" : "breach_commission_not_required";
      await auditCase(tx, ids, operator, { action, objectId: id, reason });
      return ok({ result: "success" });
    });
}
