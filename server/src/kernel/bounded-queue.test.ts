import { describe, expect, test } from "vitest";
import { openBoundedQueue } from "./bounded-queue.ts";

/** Work that ends when the test says so. */
function heldWork() {
  const started: number[] = [];
  const release: (() => void)[] = [];
  return {
    started,
    start: (number: number) => () =>
      new Promise<number>((resolve) => {
        started.push(number);
        release.push(() => resolve(number));
      }),
    finishOldest: () => release.shift()?.(),
  };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe("openBoundedQueue", () => {
  test("runs the allowed number, queues the next ones in order and rejects the rest [T-07 T-72]", async () => {
    const run = openBoundedQueue({ maxConcurrent: 2, maxQueued: 2 });
    const work = heldWork();
    const results = [1, 2, 3, 4, 5].map((number) => run(work.start(number)));
    expect(await results[4]).toMatchObject({ ok: false, problem: { code: "unavailable" } });
    expect(work.started).toEqual([1, 2]);
    work.finishOldest();
    await settled();
    expect(work.started).toEqual([1, 2, 3]);
    for (let left = 3; left > 0; left -= 1) {
      work.finishOldest();
      await settled();
    }
    expect(await Promise.all(results.slice(0, 4))).toEqual([1, 2, 3, 4].map((value) => ({ ok: true, value })));
  });

  test("with no queue accepts work only while a slot is free", async () => {
    const run = openBoundedQueue({ maxConcurrent: 1, maxQueued: 0 });
    const work = heldWork();
    const first = run(work.start(1));
    expect((await run(work.start(2))).ok).toBe(false);
    await settled();
    work.finishOldest();
    expect(await first).toEqual({ ok: true, value: 1 });
    expect(await run(() => Promise.resolve("next"))).toEqual({ ok: true, value: "next" });
  });

  test("frees the slot of work that fails", async () => {
    const run = openBoundedQueue({ maxConcurrent: 1, maxQueued: 1 });
    const broken = run(() => Promise.reject(new Error("broken")));
    const next = run(() => Promise.resolve("next"));
    await expect(broken).rejects.toThrow("broken");
    expect(await next).toEqual({ ok: true, value: "next" });
  });
});
