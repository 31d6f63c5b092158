import { setTimeout as sleep } from "node:timers/promises";
import * as z from "zod/mini";
import { topUp } from "../campaign/buyers.ts";
import { chanceOf } from "../chance.ts";
import { signIn } from "../client.ts";
import { type Fleet, startFleet } from "../fleet.ts";
import { runProgram, serverEntry } from "../program.ts";
import { type Dying, dying } from "./kills/dying.ts";
import type { Flow, World } from "./kills/flow.ts";
import { flows } from "./kills/flows.ts";
import { askedTwice } from "./kills/judging.ts";
import { type How, type Outcome, prove } from "./proof.ts";

/**
 * first every flow runs once and tells which crash points it passes, and how often. Then it runs again for each of these
 * passes, in a program that dies there by its own hand and is started again, and must end as it must. A count below the number of all
 * passes takes so many of them by chance.
 */

/** Houses next to each other: much of the time is waiting until a dead program's work may be taken up. */
const lanes = 4;
/** Of one point in one flow, the first passes: a later one differs in nothing. */
const mostPasses = 3;
/** About so many passes has a flow. */
const passesOfFlow = 8;
/** What follows a flow by itself, such as a mail, has come by then. */
const afterMs = 3_000;

type House = { readonly fleet: Fleet; readonly program: Dying; readonly world: World };
type Trial = { readonly flow: Flow; readonly point: string; readonly nth: number };

async function openHouse(seed: number): Promise<House> {
  const fleet = await startFleet({ api: 0, jobs: 0, both: 1 });
  const [member] = fleet.members;
  const url = member?.url;
  if (!member || url === undefined) throw new Error("a house has one program");
  const accounts = z.array(z.object({ email: z.string(), password: z.string() })).parse(member.now().ready["accounts"]);
  const { email, password } = accounts.find((one) => one.email.startsWith("bright@")) ?? {}; // a business: it may send files
  if (email === undefined || password === undefined) throw new Error("a business among the example accounts is needed");
  const client = await signIn(url, email, password);
  for (let times = 0; times < 4; times += 1) await topUp(client, 5_000_000);
  const program = dying(member);
  return {
    fleet,
    program,
    world: { fleet, client, chance: chanceOf(seed), typed: new Map(), dyingAt: program.dyingAt },
  };
}

/** Which points a flow passes, and how often. */
async function watch({ program, world }: House, flow: Flow): Promise<readonly Trial[]> {
  await program.startToDieAt("watch");
  await sleep(afterMs); // receipts of what was done before
  const before = program.said().length; // what the start passes belongs to no flow
  await flow.run(world);
  await sleep(afterMs);
  const passes = new Map<string, number>();
  for (const line of program.said().slice(before)) {
    const point = /^passed (\w+)$/.exec(line)?.[1];
    if (point !== undefined) passes.set(point, (passes.get(point) ?? 0) + 1);
  }
  return [...passes].flatMap(([point, times]) =>
    Array.from({ length: Math.min(times, mostPasses) }, (_one, at) => ({ flow, point, nth: at + 1 })),
  );
}

/** @returns whether the program died there; throws where the flow did not end as it must */
async function die({ program, world }: House, { flow, point, nth }: Trial): Promise<boolean> {
  await program.startToDieAt(`${point}:${nth}`);
  await flow.run(world);
  const patienceMs = (nth === 1 ? 10 : 2) * afterMs; // a first pass comes again for sure, on a busy machine later
  for (const end = Date.now() + patienceMs; !program.hasDied() && Date.now() < end;) await sleep(50);
  await program.revived();
  const [twice] = await askedTwice(world.fleet.sandboxUrl, world.typed);
  if (twice !== undefined) {
    world.typed.clear(); // it is said once
    throw new Error(twice);
  }
  return program.hasDied();
}

/** All names, which a program tells that is started with a wrong one. */
async function allPoints(): Promise<readonly string[]> {
  const { words } = await runProgram(serverEntry, [], { CRASH_AT: "nowhere" });
  return /name of ([\w ]+)/.exec(words)?.[1]?.split(" ") ?? [];
}

async function run({ count, seed, say }: How): Promise<Outcome> {
  const names = await allPoints();
  const chance = chanceOf(seed);
  const shuffled = <One>(all: readonly One[]) =>
    all
      .map((one) => ({ one, at: chance.next() }))
      .toSorted((left, right) => left.at - right.at)
      .map(({ one }) => one);
  // a small count looks at some flows alone
  const watched = shuffled(flows).slice(0, Math.ceil(count / passesOfFlow));
  const houses: House[] = [];
  for (let at = 0; at < Math.min(lanes, watched.length); at += 1) houses.push(await openHouse(seed + at));
  const wrong: string[] = [];
  const note = (what: string, error: unknown) => {
    wrong.push(`${what}: ${error instanceof Error ? error.message : String(error)}`);
    say(wrong.at(-1) ?? "");
  };
  const inAll = async <Work>(works: readonly Work[], work: (house: House, one: Work) => Promise<void>) => {
    const left = works.values();
    await Promise.all(
      houses.map(async (house) => {
        for (const one of left) await work(house, one);
      }),
    );
  };

  const trials: Trial[] = [];
  await inAll(watched, async (house, flow) => {
    try {
      trials.push(...(await watch(house, flow)));
      say(`${flow.name}: seen`);
    } catch (error) {
      note(`${flow.name}, without any crash`, error);
    }
  });
  const passed = new Set(trials.map(({ point }) => point));
  const chosen = shuffled(trials).slice(0, count);
  let [died, notPassed] = [0, 0];
  const diedAt = new Set<string>();
  await inAll(chosen, async (house, trial) => {
    const name = `${trial.flow.name} at ${trial.point}:${trial.nth}`;
    try {
      if (await die(house, trial)) {
        died += 1;
        diedAt.add(trial.point);
      } else if (trial.nth === 1) note(name, "this point was not passed again");
      else notPassed += 1;
    } catch (error) {
      note(name, error);
    }
    if (died % 10 === 0) say(`${died} of ${chosen.length} died, ${wrong.length} wrong`);
  });
  for (const { fleet } of houses) {
    wrong.push(...(await fleet.brokenLaws()));
    await fleet.close();
  }
  const unseen = names.filter((name) => !passed.has(name));
  const isAll = watched.length === flows.length && chosen.length === trials.length;
  if (names.length === 0) wrong.push("the program told no crash points");
  return {
    broken: died,
    acknowledged: chosen.length,
    lost: "-",
    wrong: [
      ...wrong,
      ...(isAll && unseen.length > 0 ? [`no flow passes ${unseen.join(", ")}`] : []),
      ...(isAll && diedAt.size < passed.size ? ["a point that a flow passes was never died at"] : []),
    ],
    notes:
      `${names.length} points, ${watched.length} of ${flows.length} flows, ${trials.length} passes of which ${chosen.length} were tried; ` +
      `died at ${diedAt.size} points; ${notPassed} later passes did not come again`,
  };
}

await prove(1_000, run);
