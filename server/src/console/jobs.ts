import type * as operations from "@idanimo/contract/console/jobs";
import { fail, ok } from "@idanimo/contract/problems";
import { endFailedJob, findFailedJobs, findJobDepths, writeAudit } from "../modules/audit/index.ts";
import { findUnsentMessages } from "../modules/notifications/index.ts";
import type { SignedInOperator } from "../modules/operator-identity/index.ts";
import { pageSize } from "./accounts.ts";
import type { ConsoleDeps } from "./deps.ts";
import type { ConsoleHandler } from "./mount.ts";

/** The queue's state and its failed jobs: kinds and times, never what a job is about. */

export const createJobDepths =
  ({ db }: ConsoleDeps): ConsoleHandler<typeof operations.jobDepths> =>
  async () => {
    const rows = await db.transaction("system", findJobDepths);
    return ok({
      depths: rows.map(({ task, waiting, running, failed, oldest_at: oldestAt }) => ({
        task,
        waiting: Number(waiting),
        running: Number(running),
        failed: Number(failed),
        oldestAt: oldestAt?.toISOString() ?? null,
      })),
    });
  };

export const createListFailedJobs =
  ({ db }: ConsoleDeps): ConsoleHandler<typeof operations.listFailedJobs> =>
  async ({ after }) => {
    const rows = await db.transaction("system", (tx) => findFailedJobs(tx, after, pageSize + 1));
    const shown = rows.slice(0, pageSize);
    return ok({
      rows: shown.map((row) => ({
        id: String(row.id),
        task: row.task,
        attempts: row.attempts,
        nextAttemptAt: row.tried_again_at?.toISOString() ?? null,
        failedAt: row.failed_at.toISOString(),
      })),
      next: rows.length > pageSize ? String(shown.at(-1)?.id) : null,
    });
  };

export const createListUnsentMessages =
  ({ db }: ConsoleDeps): ConsoleHandler<typeof operations.listUnsentMessages> =>
  async () => {
    const { rows, count } = await db.transaction("system", (tx) => findUnsentMessages(tx, pageSize));
    return ok({ rows: rows.map(({ at, ...row }) => ({ ...row, createdAt: at.toISOString() })), count });
  };

async function endJob(
  { db, ids }: ConsoleDeps,
  operator: SignedInOperator,
  { id, reason, isRetry }: { readonly id: string; readonly reason: string; readonly isRetry: boolean },
) {
  return db.transaction("system", async (tx) => {
    const task = await endFailedJob(tx, id, isRetry);
    if (task === undefined) return fail("job_not_failed", {});
    await writeAudit(tx, ids, {
      actorKind: "operator",
      actorId: operator.id,
      action: isRetry ? "job_retried" : "job_dropped",
      reason: `${task} ${id}: ${reason}`,
    });
    return ok({ result: "success" as const });
  });
}

export const createRetryJob =
  (deps: ConsoleDeps): ConsoleHandler<typeof operations.retryJob> =>
  (input, operator) =>
    endJob(deps, operator, { ...input, isRetry: true });

export const createDropJob =
  (deps: ConsoleDeps): ConsoleHandler<typeof operations.dropJob> =>
  (input, operator) =>
    endJob(deps, operator, { ...input, isRetry: false });
