import { setTimeout as sleep } from "node:timers/promises";
import { profile } from "@idanimo/contract/accounts";
import { apiBase } from "@idanimo/contract/operation";

/** Asks one program for one account's profile again and again, and keeps what a caller sees. */
export type Watcher = {
  /** Answers by status; 0 where none came. */
  readonly seen: Map<number, number>;
  /** Refusals with 503 that did not say when to come back. */
  readonly silent: number;
  /** Waits until it answers 200 again. @returns milliseconds it took; undefined when it did not within a minute */
  recovery(): Promise<number | undefined>;
  close(): Promise<void>;
};

const everyMs = 100;
const giveUpMs = 60_000;

export function openWatcher(url: string, token: string): Watcher {
  const seen = new Map<number, number>();
  let silent = 0;
  let isOver = false;
  const ask = async (): Promise<number> => {
    try {
      const answer = await fetch(`${url}${apiBase}${profile.path}`, {
        headers: { authorization: `Bearer ${token}` },
        signal: AbortSignal.timeout(30_000),
      });
      await answer.text();
      if (answer.status === 503 && answer.headers.get("retry-after") === null) silent += 1;
      return answer.status;
    } catch {
      return 0;
    }
  };
  const run = async () => {
    while (!isOver) {
      const status = await ask();
      seen.set(status, (seen.get(status) ?? 0) + 1);
      await sleep(everyMs);
    }
  };
  const running = run();
  return {
    seen,
    get silent() {
      return silent;
    },
    async recovery() {
      const began = performance.now();
      while (performance.now() - began < giveUpMs) {
        if ((await ask()) === 200) return performance.now() - began;
        await sleep(everyMs);
      }
      return undefined;
    },
    async close() {
      isOver = true;
      await running;
    },
  };
}
