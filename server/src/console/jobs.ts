import type * as operations from "@idanimo/contract/console/jobs";
import { fail, ok } from "@idanimo/contract/problems";
import { sql } from "kysely";
import type { Tx } from "../database/database.ts";
import { writeAudit } from "../modules/audit/index.ts";
import { findUnsentMessages } from "../modules/notifications/index.ts";
import type { SignedInOperator } from "../modules/operator-identity/index.ts";
import { pageSize } from "./accounts.ts";
import type { ConsoleDeps } from "./deps.ts";
import type { ConsoleHandler } from "./mount.ts";

/** The queue's state and its failed jobs: kinds and times, never what a job is about. */

type DepthRow = { task: string; waiting: bigint; running: bigint; failed: bigint; oldest_at: Date | null };

export const readJobDepths = async (tx: Tx): Promise<readonly DepthRow[]> =>
  (await sql<DepthRow>`select * from job_depths()`.execute(tx)).rows;

export const createJobDepths =
  ({ db }: ConsoleDeps): ConsoleHandler<typeof operations.jobDepths> =>
  async () => {
    const rows = await db.transaction("system", readJobDepths);
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

type FailedRow = { id: bigint; task: string; attempts: number; tried_again_at: Date | null; failed_at: Date };

export const createListFailedJobs =
  ({ db }: ConsoleDeps): ConsoleHandler<typeof operations.listFailedJobs> =>
  async ({ after }) => {
    const { rows } = await db.transaction("system", (tx) =>
      sql<FailedRow>`select * from failed_jobs(${after ?? null}::bigint, ${pageSize + 1}::int)`.execute(tx),
    );
    const shown = rows.slice(0, pageSize);
    return ok({
      rows: shown.map((row) => ({
        id: String(row.id),
        task: row.task,
        attempts: row.attempts,
        triedAgainAt: row.tried_again_at?.toISOString() ?? null,
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
    const found = await sql<{ task: string | null }>`
      select end_failed_job(${id}::bigint, ${isRetry}) as task`.execute(tx);
    const task = found.rows[0]?.task;
    if (!task) return fail("job_not_failed", {});
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
