import { setTimeout as sleep } from "node:timers/promises";
import { answerMessages } from "../campaign/subjects.ts";
import { type Chance, chanceOf } from "../chance.ts";
import { signIn } from "../client.ts";
import { type Fleet, type Member, startFleet } from "../fleet.ts";
import { badAnswers, metWords } from "./parts/doors.ts";
import { type Device, openDevice } from "./parts/pretend-device.ts";
import { accountsOf, openShop } from "./parts/shop.ts";
import { prove } from "./proof.ts";

/**
 * programs are killed with -9, and answers of the push service are lost after it took what it was sent, while people are told of
 * what became of their purchases. Each notice reaches each of their devices, and none is shown twice there. `--count` kills.
 */

/** Devices of one account, each by a sign-in of its own. */
const devicesEach = 2;
/** Of the pushes that are taken, so many are not answered. */
const lostAnswers = 0.2;
/** Pushes that nobody took are tried again with growing pauses. */
const toldWithinMs = 300_000;
const mostPauseMs = 1_000;

type Owned = { readonly ownerId: string; readonly devices: readonly Device[] };

async function openDevices(fleet: Fleet): Promise<readonly Owned[]> {
  const [url] = fleet.urls;
  if (url === undefined) throw new Error("a fleet without a program for calls");
  const all: Owned[] = [];
  for (const { email, password } of accountsOf(fleet)) {
    const { rows } = await fleet.owner.query<{ id: string }>("select id from users where email = $1", [email]);
    const devices: Device[] = [];
    for (let at = 0; at < devicesEach; at += 1)
      devices.push(await openDevice(fleet, url, await signIn(url, email, password)));
    all.push({ ownerId: rows[0]?.id ?? "", devices });
  }
  return all;
}

async function killAlways(fleet: Fleet, count: number, chance: Chance, say: (line: string) => void): Promise<void> {
  const starting = new Map<Member, Promise<number>>();
  for (let kills = 1; kills <= count; kills += 1) {
    await sleep(mostPauseMs * chance.next());
    const one = fleet.members[Math.floor(chance.next() * fleet.members.length)];
    if (!one) throw new Error("a fleet without programs");
    // one of each kind stands, or nobody is told anything
    await Promise.all([
      starting.get(one),
      ...fleet.members.map((other) => other.role === one.role && starting.get(other)),
    ]);
    await one.kill();
    starting.set(one, one.start());
    if (kills % 20 === 0) say(`${kills} kills`);
  }
  await Promise.all(starting.values());
}

const openPushes = async ({ owner }: Fleet): Promise<number> =>
  (await owner.query("select from graphile_worker.jobs where task_identifier = 'send_push'")).rowCount ?? 0;

await prove(500, async ({ count, seed, say }) => {
  const fleet = await startFleet({ api: 2, jobs: 2 });
  try {
    const owned = await openDevices(fleet);
    const { rows: now } = await fleet.owner.query<{ now: Date }>("select product_now() as now");
    await fetch(`${fleet.sandboxUrl}/__sandbox/faults`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ target: "push", kind: "answer_lost", rate: lostAnswers, seed: String(seed) }),
    });
    const shop = await openShop(fleet, { lanes: 4, seed, pauseMs: 100 });
    let [isOver, isAllOver] = [false, false];
    const answering = answerMessages(fleet.sandboxUrl, chanceOf(seed + 1), () => isOver);
    const devices = owned.flatMap((one) => one.devices);
    const reading = (async () => {
      while (!isAllOver) {
        for (const device of devices) await device.read();
        await sleep(200);
      }
    })();
    await killAlways(fleet, count, chanceOf(seed + 2), say);
    await shop.close();
    isOver = true;
    await answering;
    const verdict = await shop.judge();
    const until = performance.now() + toldWithinMs;
    while ((await openPushes(fleet)) > 0 && performance.now() < until) await sleep(500);
    isAllOver = true;
    await reading;
    for (const device of devices) await device.read();
    const told = { due: 0, lost: 0, pushed: 0, again: 0, foreign: 0 };
    for (const { ownerId, devices } of owned) {
      const { rows } = await fleet.owner.query<{ id: string }>(
        "select id from notices where owner_id = $1 and created_at > $2",
        [ownerId, now[0]?.now],
      );
      for (const { shown, pushed } of devices) {
        told.due += rows.length;
        told.pushed += pushed;
        told.lost += rows.filter(({ id }) => !shown.has(id)).length;
        told.again += [...shown.values()].filter((times) => times > 1).length;
        told.foreign += [...shown.keys()].filter((tag) => rows.every(({ id }) => id !== tag)).length;
      }
    }
    const wrong = [...verdict.wrong, ...badAnswers(shop.met), ...shop.failed.map((why) => `not paid: ${why}`)];
    if (told.again > 0) wrong.push(`${told.again} notices were shown twice`);
    if (told.foreign > 0) wrong.push(`${told.foreign} pushes were of no notice of their device`);
    if (told.pushed <= told.due - told.lost)
      wrong.push("nothing was pushed twice: whether it is shown twice was not seen");
    return {
      broken: count,
      acknowledged: told.due,
      lost: told.lost + verdict.lost,
      wrong,
      notes: `${told.due} showings were due on ${devices.length} devices, ${told.pushed} pushes came; ${metWords(shop.met)}`,
    };
  } finally {
    await fleet.close();
  }
});
