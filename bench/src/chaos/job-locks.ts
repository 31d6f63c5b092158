import { setTimeout as sleep } from "node:timers/promises";
import type { Fleet } from "../support/fleet.ts";

/** Measures how long each job lock stayed with a worker that gave no sign of life. */
export class LockAges {
  longestMs = 0;
  #since = new Map<string, number>();

  /**
   * @param locks one text for each lock: job, worker and the worker's last heartbeat
   * @param upMs time that passes only while a job program runs
   */
  note(locks: readonly string[], upMs: number): void {
    this.#since = new Map(locks.map((lock) => [lock, this.#since.get(lock) ?? upMs]));
    for (const since of this.#since.values()) this.longestMs = Math.max(this.longestMs, upMs - since);
  }
}

/** Watches the queue until it is stopped. @returns a function that ends it and answers the longest age in milliseconds */
export function watchJobLocks({ database }: Fleet, upMs: () => number): { stop(): Promise<number> } {
  const ages = new LockAges();
  let isOver = false;
  const watch = async () => {
    while (!isOver) {
      const found = await database.query<{ lock: string }>(
        `select concat_ws(' ', j.id, j.locked_by, j.locked_at, h.seen_at) as lock
         from graphile_worker.jobs j left join worker_heartbeats h on h.worker_id = j.locked_by where j.locked_by is not null`,
      );
      ages.note(
        found.rows.map(({ lock }) => lock),
        upMs(),
      );
      await sleep(250);
    }
  };
  const watching = watch();
  return {
    stop: async () => {
      isOver = true;
      await watching;
      return ages.longestMs;
    },
  };
}
