import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";

/** Changes jobs without the program, through graphile-worker's public views and functions. */

const waitLimitMs = 15_000;

/**
 * Makes every job due now, also one that waits for a retry. Waits until none is locked: a worker may still be
 * returning a failed job.
 */
export async function makeJobsDue(owner: pg.Pool): Promise<void> {
  const giveUpAt = Date.now() + waitLimitMs;
  while ((await owner.query("select from graphile_worker.jobs where locked_at is not null limit 1")).rowCount !== 0) {
    if (Date.now() > giveUpAt) throw new Error("jobs are still locked");
    await sleep(20);
  }
  await owner.query(
    "select from graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs), run_at => now())",
  );
}

/**
 * Deletes jobs, as if they had been lost.
 * @param key deletes only the job with this key
 */
export async function deleteJobs(owner: pg.Pool, key: string | null = null): Promise<void> {
  await owner.query(
    `select graphile_worker.force_unlock_workers(array(select distinct locked_by from graphile_worker.jobs where locked_by is not null))`,
  );
  await owner.query(
    `select from graphile_worker.complete_jobs(array(select id from graphile_worker.jobs where $1::text is null or key = $1))`,
    [key],
  );
}
