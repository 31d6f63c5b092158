import { sql } from "kysely";
import type { Tx } from "../../database/database.ts";

/** What operators see and change of the queue: kinds and times, never what a job is about. */

export type JobDepth = {
  readonly task: string;
  readonly waiting: bigint;
  readonly running: bigint;
  readonly failed: bigint;
  readonly oldest_at: Date | null;
};

export const findJobDepths = async (tx: Tx): Promise<readonly JobDepth[]> =>
  (await sql<JobDepth>`select * from job_depths()`.execute(tx)).rows;

export type FailedJob = {
  readonly id: bigint;
  readonly task: string;
  readonly attempts: number;
  readonly tried_again_at: Date | null;
  readonly failed_at: Date;
};

/** Failed jobs with a lower id, newest first. */
export const findFailedJobs = async (
  tx: Tx,
  before: string | undefined,
  limit: number,
): Promise<readonly FailedJob[]> =>
  (await sql<FailedJob>`select * from failed_jobs(${before ?? null}::bigint, ${limit}::int)`.execute(tx)).rows;

/**
 * Runs a failed job again, or deletes it.
 * @returns its kind; undefined if it did not fail or runs now
 */
export async function endFailedJob(tx: Tx, id: string, isRetry: boolean): Promise<string | undefined> {
  const found = await sql<{ task: string | null }>`
    select end_failed_job(${id}::bigint, ${isRetry}) as task`.execute(tx);
  return found.rows[0]?.task ?? undefined;
}
