import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { Coalescer } from "./coalesce.ts";

/** A statement that takes a moment and keeps what it was given. */
function slow(batches: (readonly number[])[], broken: (batch: readonly number[]) => boolean = () => false) {
  return async (batch: readonly number[]) => {
    batches.push(batch);
    await sleep(1);
    if (broken(batch)) throw new Error("one of them is bad");
    return batch.map((value) => value * 10);
  };
}

test("who comes alone goes at once; who comes meanwhile goes together, each with its own answer", async () => {
  const batches: (readonly number[])[] = [];
  const coalescer = new Coalescer(slow(batches));
  const answers = await Promise.all([1, 2, 3, 4, 5].map((value) => coalescer.ask(value)));
  expect(answers).toEqual([10, 20, 30, 40, 50]);
  expect(batches).toEqual([[1], [2, 3, 4, 5]]);
});

test("no batch is larger than its bound", async () => {
  const batches: (readonly number[])[] = [];
  const coalescer = new Coalescer(slow(batches), 2);
  await Promise.all([1, 2, 3, 4, 5].map((value) => coalescer.ask(value)));
  expect(Math.max(...batches.map((batch) => batch.length))).toBe(2);
});

test("one bad member fails alone, its neighbours get their answers", async () => {
  const batches: (readonly number[])[] = [];
  const coalescer = new Coalescer(slow(batches, (batch) => batch.includes(3)));
  const ended = await Promise.allSettled([1, 2, 3, 4].map((value) => coalescer.ask(value)));
  expect(ended.map((one) => (one.status === "fulfilled" ? one.value : "failed"))).toEqual([10, 20, "failed", 40]);
});

test("a bad one alone fails, and the next one is answered", async () => {
  const coalescer = new Coalescer(slow([], (batch) => batch.includes(3)));
  await expect(coalescer.ask(3)).rejects.toThrow("bad");
  expect(await coalescer.ask(4)).toBe(40);
});

test("a statement that answers too little fails who got nothing", async () => {
  const coalescer = new Coalescer<number, number>(() => Promise.resolve([]));
  await expect(coalescer.ask(1)).rejects.toThrow("an answer is missing");
});
