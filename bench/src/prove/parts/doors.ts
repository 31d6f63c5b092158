import { setTimeout as sleep } from "node:timers/promises";
import type { Operation, OutputOf, SentInputOf } from "@idanimo/contract/operation";
import { type Client, NoAnswer, Refused, send } from "../../client.ts";

/** Clients of a house with several doors: each stays with its program, and goes to the next one when that is away. */

/** What all clients met together. */
export type Met = {
  /** Answers by status. */
  readonly statuses: Map<number, number>;
  /** Codes of refusals with status 500 and above. */
  readonly failures: Map<string, number>;
  /** Calls nobody had seen: the door was shut. */
  refused: number;
  /** Lines that broke before an answer. */
  broken: number;
  /** The longest that a caller waited for an answer it could use, with all its repeats. */
  longestMs: number;
  /** Each of those waits in milliseconds, while `isTimed`. */
  readonly waits: number[];
  isTimed: boolean;
};

export const nothingMet = (): Met => ({
  statuses: new Map(),
  failures: new Map(),
  refused: 0,
  broken: 0,
  longestMs: 0,
  waits: [],
  isTimed: false,
});

const count = <Key>(counts: Map<Key, number>, key: Key) => counts.set(key, (counts.get(key) ?? 0) + 1);

/** No door may keep a careful caller waiting for longer, unless somebody says otherwise: then the call has failed. */
const usualPatienceMs = 60_000;

/**
 * A client that repeats, with the same key, what was not answered, what was refused with 503, and what is still in flight.
 * Everything else it throws as `send` does.
 */
export function atDoors(
  urls: readonly string[],
  token: string,
  met: Met,
  first = 0,
  patienceMs = usualPatienceMs,
): Client {
  let door = first;
  const call = async <Op extends Operation>(
    operation: Op,
    input: SentInputOf<Op>,
    key?: string,
  ): Promise<OutputOf<Op>> => {
    const began = performance.now();
    for (;;) {
      try {
        const answer = await send(urls[door % urls.length] ?? "", operation, input, token, key);
        count(met.statuses, 200);
        const waited = performance.now() - began;
        met.longestMs = Math.max(met.longestMs, waited);
        if (met.isTimed) met.waits.push(waited);
        return answer;
      } catch (error) {
        if (error instanceof NoAnswer) {
          if (error.code === "ECONNREFUSED") met.refused += 1;
          else met.broken += 1;
        } else if (error instanceof Refused) {
          count(met.statuses, error.status);
          if (error.status >= 500) count(met.failures, `${error.status} ${error.code}`);
          if (error.status !== 503 && error.code !== "same_key_in_flight") throw error;
        } else throw error;
        if (performance.now() - began > patienceMs) throw error;
        door += 1;
        await sleep(20);
      }
    }
  };
  return { token, call };
}

/** One line for a table. */
export function metWords({ statuses, refused, broken, longestMs }: Met): string {
  const all = [...statuses].sort(([left], [right]) => left - right).map(([status, times]) => `${times} x ${status}`);
  return `answers ${all.join(", ")}; ${refused} shut doors, ${broken} broken lines; longest wait ${Math.round(longestMs)} ms`;
}

/** A share of the waits is at most this long. @param share 0.99 for p99 */
export function waitAt(waits: readonly number[], share: number): number {
  const sorted = waits.toSorted((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
