import { readdir, readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { type Fleet, type Member, startFleet } from "../fleet.ts";
import { badAnswers, metWords } from "./parts/doors.ts";
import { openShop } from "./parts/shop.ts";
import { openPage } from "./parts/streams.ts";
import { type Point, steadinessOf } from "./parts/steadiness.ts";
import { prove } from "./proof.ts";

/**
 * the same load for a long time, `--count` seconds (43,200 usually, which is half a day), with counters every ten seconds. What grows
 * without an end is found by the slope of a line through all points after the warm-up.
 */

const everyMs = 10_000;

async function pointOf(member: Member, began: number): Promise<Point> {
  const pid = String(member.now().process.pid);
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return {
    seconds: (performance.now() - began) / 1000,
    mb: Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024,
    files: (await readdir(`/proc/${pid}/fd`)).length,
  };
}

/** Rows that wait for longer than any job leaves them. */
const stuckSql = `
  select (select count(*) from purchase_items i join purchases p on p.id = i.purchase_id
      where i.state = 'looking_up' and i.moved_at < clock_timestamp() - interval '2 minutes')
    + (select count(*) from outbox_messages where state = 'waiting' and created_at < clock_timestamp() - interval '2 minutes')
    + (select count(*) from graphile_worker._private_jobs where attempts >= max_attempts) as stuck`;

const stuckIn = async ({ owner }: Fleet) =>
  Number((await owner.query<{ stuck: bigint | string }>(stuckSql)).rows[0]?.stuck ?? 0);

await prove(43_200, async ({ count, seed, say }) => {
  const fleet = await startFleet({ api: 1, jobs: 1 });
  try {
    const shop = await openShop(fleet, { lanes: 6, seed, pauseMs: 200 });
    const pages = shop.clients.map((client) => openPage(fleet.urls, client.token));
    const points = fleet.members.map((): Point[] => []);
    const began = performance.now();
    let mostStuck = 0;
    while (performance.now() - began < count * 1000) {
      await sleep(Math.min(everyMs, count * 50));
      for (const [at, member] of fleet.members.entries()) points[at]?.push(await pointOf(member, began));
      mostStuck = Math.max(mostStuck, await stuckIn(fleet));
      if ((points[0]?.length ?? 0) % 30 === 0) say(`${points[0]?.length ?? 0} points, ${shop.bought.length} payments`);
    }
    await shop.close();
    for (const page of pages) page.close();
    const verdict = await shop.judge();
    const steady = fleet.members.map(({ role }, at) => steadinessOf(role, points[at] ?? [], count));
    const stuck = mostStuck > 0 ? [`${mostStuck} rows stood still`] : [];
    const wrong = [...stuck, ...steady.flatMap((one) => one.wrong)];
    return {
      broken: count,
      acknowledged: verdict.acknowledged,
      lost: verdict.lost,
      wrong: [...wrong, ...verdict.wrong, ...badAnswers(shop.met), ...shop.failed.map((why) => `not paid: ${why}`)],
      notes: `${steady.map(({ words }) => words).join("; ")}; ${metWords(shop.met)}`,
    };
  } finally {
    await fleet.close();
  }
});
