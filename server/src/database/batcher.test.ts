import { setImmediate as turn, setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { Batcher } from "./batcher.ts";
import { detectUnknownCommit, CommitUnknownError } from "./commit-unknown.ts";

/** A statement that takes a millisecond and records its batches. */
function slow(batches: (readonly number[])[], broken: (batch: readonly number[]) => boolean = () => false) {
  return async (batch: readonly number[]) => {
    batches.push(batch);
    await sleep(1);
    if (broken(batch)) throw Object.assign(new Error("one of them is bad"), { code: "22P02" });
    return batch.map((value) => value * 10);
  };
}

/** Submits the others while the first is in flight. */
async function oneThenOthers(coalescer: Batcher<number, number>, values: readonly number[]) {
  const [first = 0, ...others] = values;
  const asked = [coalescer.submit(first)];
  await turn();
  return Promise.allSettled([...asked, ...others.map((value) => coalescer.submit(value))]);
}
const outcomes = (ended: readonly PromiseSettledResult<number>[]) =>
  ended.map((one) => (one.status === "fulfilled" ? one.value : "failed"));

test("sends a single request at once, and later ones in the next batch", async () => {
  const batches: (readonly number[])[] = [];
  const coalescer = new Batcher(slow(batches));
  expect(outcomes(await oneThenOthers(coalescer, [1, 2, 3, 4, 5]))).toEqual([10, 20, 30, 40, 50]);
  expect(batches).toEqual([[1], [2, 3, 4, 5]]);
});

test("batches requests of one event loop turn, also if none is in flight", async () => {
  const batches: (readonly number[])[] = [];
  const coalescer = new Batcher(slow(batches));
  expect(await Promise.all([1, 2, 3].map((value) => coalescer.submit(value)))).toEqual([10, 20, 30]);
  expect(batches).toEqual([[1, 2, 3]]);
});

test("limits the size of a batch", async () => {
  const batches: (readonly number[])[] = [];
  const coalescer = new Batcher(slow(batches), 2);
  await Promise.all([1, 2, 3, 4, 5].map((value) => coalescer.submit(value)));
  expect(Math.max(...batches.map((batch) => batch.length))).toBe(2);
});

test("fails one bad request alone and answers the others", async () => {
  const batches: (readonly number[])[] = [];
  const coalescer = new Batcher(slow(batches, (batch) => batch.includes(3)));
  expect(outcomes(await oneThenOthers(coalescer, [1, 2, 3, 4]))).toEqual([10, 20, "failed", 40]);
});

test("fails a single bad request and answers the next one", async () => {
  const coalescer = new Batcher(slow([], (batch) => batch.includes(3)));
  await expect(coalescer.submit(3)).rejects.toThrow("bad");
  expect(await coalescer.submit(4)).toBe(40);
});

test("fails requests for which the statement returns nothing", async () => {
  const coalescer = new Batcher<number, number>(() => Promise.resolve([]));
  await expect(coalescer.submit(1)).rejects.toThrow("an output is missing");
});

/** Succeeds at first; every later statement ends with this error. */
async function failingWith(failure: Error, members: number) {
  let times = 0;
  const coalescer = new Batcher<number, number>((batch) =>
    detectUnknownCommit(
      (async () => {
        times += 1;
        await sleep(times === 1 ? 1 : 50);
        if (times > 1) throw failure;
        return batch.map((value) => value * 10);
      })(),
    ),
  );
  const values = Array.from({ length: members }, (_one, at) => at + 1);
  const ended = await oneThenOthers(coalescer, values);
  const reasons: unknown[] = ended.map((one) => (one.status === "fulfilled" ? one.value : one.reason));
  return { times, reasons };
}

test("reports an unknown commit for each request of a batch whose connection broke [R-23]", async () => {
  const { reasons } = await failingWith(new Error("Connection terminated unexpectedly"), 3);
  expect(reasons).toEqual([10, expect.any(CommitUnknownError), expect.any(CommitUnknownError)]);
});

test.each([
  new Error("timeout exceeded when trying to connect"),
  Object.assign(new Error("canceling statement due to statement timeout"), { code: "57014" }),
  Object.assign(new Error("sorry, too many clients already"), { code: "53300" }),
  Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" }),
])("fails all requests after one wait for the pool: $message [R-26]", async (error) => {
  const { times, reasons } = await failingWith(error, 51);
  expect(reasons).toEqual([10, ...Array.from({ length: 50 }, () => error)]);
  expect(times).toBe(2);
});

test("waits for the pool only once when it retries requests one by one [R-26]", async () => {
  let times = 0;
  const coalescer = new Batcher<number, number>(async (batch) => {
    times += 1;
    await sleep(1);
    if (times === 2) throw Object.assign(new Error("one of them is bad"), { code: "22P02" });
    if (times > 2) throw new Error("timeout exceeded when trying to connect");
    return [...batch];
  });
  const ended = await oneThenOthers(coalescer, [1, 2, 3, 4, 5]);
  expect(ended.map(({ status }) => status)).toEqual(["fulfilled", ...Array.from({ length: 4 }, () => "rejected")]);
  expect(times).toBe(3);
});
