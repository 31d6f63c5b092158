import { setTimeout as sleep } from "node:timers/promises";
import { type Fleet, startFleet } from "../fleet.ts";
import { metWords } from "./parts/doors.ts";
import { scarcities, type Scarcity } from "./parts/scarce.ts";
import { openShop, type Shop } from "./parts/shop.ts";
import { openWatcher } from "./parts/watcher.ts";
import { type How, type Outcome, prove } from "./proof.ts";

/**
 * a database that has not enough for everybody: connections, time, locks, memory, disk. Callers are told to come back, nothing
 * is half done, no process ends, and all of it mends itself. `--count` times each way. A way that this machine does not allow is wrong,
 * unless `--what-can-be` was given.
 */

/** Given where a full disk cannot be made: only root may mount one. */
const whatCanBe = "what-can-be";
/** It lasts so long, after it has begun. */
const lastsMs = 3_000;
/** Until the program answers as before. */
const recoveryMs = 20_000;

async function suffer(fleet: Fleet, shop: Shop, scarcity: Scarcity) {
  const wrong: string[] = [];
  const url = fleet.urls[0] ?? "";
  const watcher = openWatcher(url, shop.clients[0]?.token ?? "");
  const paid = shop.bought.length;
  const later = shop.met.statuses.get(503) ?? 0;
  const end = await scarcity.begin(fleet);
  if (!end) {
    await watcher.close();
    return { was: undefined, wrong, words: `${scarcity.name}: this machine does not let us` };
  }
  await sleep(lastsMs);
  await end();
  await watcher.close();
  const recovery = await watcher.recovery();
  if (recovery === undefined || recovery > recoveryMs)
    wrong.push(`it did not answer as before within ${recoveryMs} ms`);
  if (watcher.silent > 0) wrong.push(`${watcher.silent} refusals did not say when to come back`);
  for (const status of watcher.seen.keys())
    if (status !== 200 && status !== 503) wrong.push(`a profile was answered with ${status}`);
  for (const member of fleet.members)
    if (member.now().process.exitCode !== null) wrong.push(`a program for ${member.role} ended`);
  // money moves again
  const before = shop.bought.length;
  for (let waited = 0; shop.bought.length === before && waited < recoveryMs; waited += 100) await sleep(100);
  if (shop.bought.length === before) wrong.push("nobody could pay any more");
  const refused = (shop.met.statuses.get(503) ?? 0) - later;
  return {
    was: { refused },
    wrong: wrong.map((one) => `${scarcity.name}: ${one}`),
    words: `${scarcity.name}: ${refused} told to come back, ${before - paid} paid meanwhile, back in ${Math.round(recovery ?? -1)} ms`,
  };
}

async function run({ count, seed, flags, say }: How): Promise<Outcome> {
  const fleet = await startFleet({ api: 1, jobs: 1, postgres: { max_connections: 80, deadlock_timeout: "100ms" } });
  try {
    const shop = await openShop(fleet, { lanes: 8, seed, pauseMs: 20 });
    const lines: string[] = [];
    const wrong: string[] = [];
    const refusedBy = new Map<string, number>();
    for (let round = 1; round <= count; round += 1)
      for (const scarcity of scarcities) {
        const seen = await suffer(fleet, shop, scarcity);
        say(seen.words);
        wrong.push(...seen.wrong);
        if (!seen.was && !flags?.has(whatCanBe)) wrong.push(seen.words);
        if (seen.was) refusedBy.set(scarcity.name, (refusedBy.get(scarcity.name) ?? 0) + seen.was.refused);
        if (round === 1) lines.push(seen.words);
      }
    await shop.close();
    const verdict = await shop.judge(300_000);
    // what nobody noticed was no scarcity
    for (const [name, refused] of refusedBy) if (refused === 0) wrong.push(`${name}: nobody was refused`);
    const failures = [...shop.met.failures].filter(([code]) => !code.startsWith("503 "));
    return {
      broken: count * refusedBy.size,
      acknowledged: verdict.acknowledged,
      lost: verdict.lost,
      wrong: [
        ...wrong,
        ...verdict.wrong,
        ...failures.map(([code, times]) => `${times} x ${code}`),
        ...shop.failed.map((why) => `not paid: ${why}`),
      ],
      notes: `${lines.join("; ")}; ${metWords(shop.met)}`,
    };
  } finally {
    await fleet.close();
  }
}

await prove(3, run, [whatCanBe]);
