import { setTimeout as sleep } from "node:timers/promises";
import { readBulk } from "@idanimo/contract/bulk";
import { readSession } from "@idanimo/contract/verification";
import type { Bought } from "../campaign/buyers.ts";
import { untilAnswered } from "../client.ts";
import { type Fleet, startFleet } from "../fleet.ts";
import { buyFile, numbersFrom } from "./parts/bulk.ts";
import { badAnswers, metWords, waitAt } from "./parts/doors.ts";
import { openShop, type Shop } from "./parts/shop.ts";
import { prove } from "./proof.ts";

/**
 * R-34: one tenant sends files of many lines while others pay one by one. The others' calls and the look-ups they paid for go on. Floods and
 * calm take turns, so that whatever else the machine does is in both. `--count` lines in all.
 */

/** Of the others' calls, each with its repeats. Source: R-34. */
const callMs = 1_000;
/** From an other's payment to the end of its look-up, for 95 of 100: nobody stands behind a file. A source may be asked again for a while. */
const lookUpMs = 10_000;
/** A busy machine is slow without a flood as well: then a flood may cost so many times as much. */
const timesAsLong = 3;
const floods = 3;
const calmMs = 10_000;
const mostInFile = 20_000;

type Waits = { readonly calls: number[]; readonly lookUps: number[] };

/** How long the look-up of a payment takes. */
async function lookUpWait({ client, sessionCode }: Bought): Promise<number> {
  const began = performance.now();
  for (;;) {
    const { items } = await untilAnswered(() => client.call(readSession, { sessionCode }));
    if (items.every(({ state }) => state !== "running" && state !== "priced")) return performance.now() - began;
    await sleep(100);
  }
}

/** Lets the others pay for a while and keeps how long they waited; of their look-ups those of a sample of the newest. */
async function measure(shop: Shop, waits: Waits, isOver: () => boolean): Promise<void> {
  shop.met.waits.length = 0;
  shop.met.isTimed = true;
  let seen = shop.bought.length;
  while (!isOver()) {
    const newest = shop.bought.at(-1);
    if (newest && shop.bought.length > seen) waits.lookUps.push(await lookUpWait(newest));
    seen = shop.bought.length;
    await sleep(100);
  }
  shop.met.isTimed = false;
  waits.calls.push(...shop.met.waits);
}

/** Buys files with so many lines, and returns when each has been asked for. */
async function flood(fleet: Fleet, shop: Shop, first: number, lines: number): Promise<void> {
  const [, tenant] = shop.clients;
  const [url] = fleet.urls;
  if (!tenant || url === undefined) throw new Error("a tenant is needed");
  const files: string[] = [];
  for (let done = 0; done < lines; done += mostInFile)
    files.push(await buyFile(url, tenant, numbersFrom(first + done, Math.min(lines - done, mostInFile))));
  for (const uploadId of files)
    for (;;) {
      const file = await untilAnswered(() => tenant.call(readBulk, { uploadId }));
      const ended = Object.values(file.outcomes).reduce((sum, times) => sum + times, file.waiting);
      if (ended >= file.records) break;
      await sleep(500);
    }
}

await prove(20_000, async ({ count, seed, say }) => {
  const fleet = await startFleet({
    api: 1,
    jobs: 1,
    settings: { BULK_RECORDS_MOST: "100000", SUBJECT_REQUESTS_A_DAY: "10000" },
  });
  try {
    const shop = await openShop(fleet, { lanes: 4, seed, pauseMs: 150, buyers: 1 });
    const calm: Waits = { calls: [], lookUps: [] };
    const flooded: Waits = { calls: [], lookUps: [] };
    const each = Math.ceil(count / floods);
    let ms = 0;
    for (let turn = 0; turn < floods; turn += 1) {
      const until = performance.now() + calmMs;
      await measure(shop, calm, () => performance.now() > until);
      const began = performance.now();
      let isOver = false;
      const flooding = flood(fleet, shop, turn * each, each).finally(() => (isOver = true));
      await measure(shop, flooded, () => isOver);
      await flooding;
      ms += performance.now() - began;
      say(`${(turn + 1) * each} lines in ${(ms / 1000).toFixed(0)} s`);
    }
    await shop.close();
    const verdict = await shop.judge();
    const wrong: string[] = [];
    const [call, callCalm] = [waitAt(flooded.calls, 0.99), waitAt(calm.calls, 0.99)];
    const [lookUp, lookUpCalm] = [waitAt(flooded.lookUps, 0.95), waitAt(calm.lookUps, 0.95)];
    if (call > Math.max(callMs, timesAsLong * callCalm))
      wrong.push(`p99 of the others' calls was ${call.toFixed(0)} ms`);
    if (lookUp > Math.max(lookUpMs, timesAsLong * lookUpCalm))
      wrong.push(`p95 of the others' look-ups was ${lookUp.toFixed(0)} ms`);
    const words = ({ calls, lookUps }: Waits) =>
      `half of ${calls.length} calls in ${waitAt(calls, 0.5).toFixed(0)} ms, p99 ${waitAt(calls, 0.99).toFixed(0)} ms; half of ` +
      `${lookUps.length} look-ups in ${waitAt(lookUps, 0.5).toFixed(0)} ms, p95 ${waitAt(lookUps, 0.95).toFixed(0)} ms`;
    return {
      broken: floods * each,
      acknowledged: verdict.acknowledged,
      lost: verdict.lost,
      wrong: [...wrong, ...verdict.wrong, ...badAnswers(shop.met), ...shop.failed.map((why) => `not paid: ${why}`)],
      notes: `in calm: ${words(calm)}; in a flood of ${((floods * each * 1000) / ms).toFixed(0)} lines a second: ${words(flooded)}; ${metWords(shop.met)}`,
    };
  } finally {
    await fleet.close();
  }
});
