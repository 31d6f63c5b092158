import { setTimeout as sleep } from "node:timers/promises";
import type { Fleet } from "../../fleet.ts";

/** How long each lock has been in hands that gave no sign of life. */
export function lockAges() {
  let since = new Map<string, number>();
  let longest = 0;
  return {
    /**
     * @param signs      a text for each lock: its job, its holder, and the holder's last sign of life
     * @param standingMs time that runs while some program stands that does jobs
     */
    note(signs: readonly string[], standingMs: number): void {
      since = new Map(signs.map((sign) => [sign, since.get(sign) ?? standingMs]));
      for (const began of since.values()) longest = Math.max(longest, standingMs - began);
    },
    longestMs: () => longest,
  };
}

/**
 * Watches how long jobs stay in the hands of a worker that is dead: they must be handed on within a minute.
 * @param standingMs how long some program stood that does jobs, in milliseconds; time in which none does is nobody's
 */
export function watchLocks(
  fleet: Fleet,
  standingMs: () => number,
): { longestSeconds(): number; close(): Promise<void> } {
  const ages = lockAges();
  let isOver = false;
  const look = async () => {
    while (!isOver) {
      const held = await fleet.owner
        .query<{ sign: string }>(
          `select concat_ws(' ', j.id, j.locked_by, j.locked_at, h.seen_at) as sign
           from graphile_worker._private_jobs j left join worker_heartbeats h on h.worker_id = j.locked_by
           where j.locked_by is not null`,
        )
        .catch(() => undefined); // its database may be away
      if (held)
        ages.note(
          held.rows.map(({ sign }) => sign),
          standingMs(),
        );
      await sleep(250);
    }
  };
  const done = look();
  return {
    longestSeconds: () => ages.longestMs() / 1_000,
    close: async () => {
      isOver = true;
      await done;
    },
  };
}
