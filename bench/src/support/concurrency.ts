import { setTimeout as sleep } from "node:timers/promises";

/** Processes many values, a few at a time. */
export async function forEachConcurrently<Value>(
  values: Iterable<Value>,
  work: (value: Value) => Promise<unknown>,
  concurrency = 6,
): Promise<void> {
  const left = Iterator.from(values);
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      for (let next = left.next(); next.done !== true; next = left.next()) await work(next.value);
    }),
  );
}

/** Polls until `probe` returns something; throws after `forMs`. */
export async function waitFor<Value>(
  what: string,
  probe: () => Promise<Value | undefined | false>,
  { forMs = 240_000, everyMs = 100 } = {},
): Promise<Value> {
  for (const until = Date.now() + forMs; ; await sleep(everyMs)) {
    const found = await probe();
    if (found !== undefined && found !== false) return found;
    if (Date.now() > until) throw new Error(`waited ${forMs / 1000} s for ${what}`);
  }
}
