import { setTimeout as sleep } from "node:timers/promises";
import { createClient, signIn } from "../../support/client.ts";
import { forEachConcurrently } from "../../support/concurrency.ts";
import { type Fleet, startFleet } from "../../support/fleet.ts";
import { repeatedQueries } from "../../support/oracle.ts";
import { runCommand, serverEntry } from "../../support/processes.ts";
import { topUp } from "../../support/purchases.ts";
import { seededRandom } from "../../support/random.ts";
import type { ChaosOptions, ChaosOutcome, ChaosTest } from "../chaos-test.ts";
import { FailpointProgram } from "./failpoint-program.ts";
import type { Flow, FlowContext } from "./flow.ts";
import { flows } from "./flows.ts";

/**
 * First each flow runs once and the program reports which failpoints it passes. Then the flow runs again for each of these passes,
 * with a program that dies there and is started again, and must end as it should. A small count takes some passes at random.
 */
export const failpoints: ChaosTest = {
  name: "failpoints",
  fault: "a program dies at every failpoint of every flow",
  requirements: ["R-22"],
  defaultCount: 1_000,
  run,
};

/** Programs side by side: most of the time is spent waiting until a dead program's work may be taken over. */
const runners = 4;
/** Passes of one failpoint in one flow; later ones are the same. */
const mostPasses = 3;
/** About so many passes has a flow. */
const passesPerFlow = 8;
/** What follows a flow, such as an email, has happened by then. */
const aftermathMs = 3_000;

type Runner = { readonly fleet: Fleet; readonly program: FailpointProgram; readonly context: FlowContext };
type Pass = { readonly flow: Flow; readonly failpoint: string; readonly nth: number };

async function openRunner(seed: number): Promise<Runner> {
  const fleet = await startFleet({ both: 1 });
  const [member] = fleet.members;
  const account = fleet.exampleAccounts.find(({ email }) => email.startsWith("bright@")); // a business may send files
  if (!member || !account) throw new Error("a runner needs a program and a business account");
  const client = createClient(fleet.urls, await signIn(fleet.urls[0], account));
  for (let times = 0; times < 4; times += 1) await topUp(client);
  const program = new FailpointProgram(member);
  return { fleet, program, context: { fleet, client, program, random: seededRandom(seed), searched: new Map() } };
}

/** Runs a flow and answers which failpoints it passes. */
async function passesOf({ program, context }: Runner, flow: Flow): Promise<readonly Pass[]> {
  await program.restartToWatch();
  await sleep(aftermathMs); // what an earlier flow left
  const before = program.stderr().length;
  await flow.run(context);
  await sleep(aftermathMs);
  const passes = new Map<string, number>();
  for (const line of program.stderr().slice(before)) {
    const name = /^passed (\w+)$/.exec(line)?.[1];
    if (name !== undefined) passes.set(name, (passes.get(name) ?? 0) + 1);
  }
  return [...passes].flatMap(([failpoint, times]) =>
    Array.from({ length: Math.min(times, mostPasses) }, (_one, at) => ({ flow, failpoint, nth: at + 1 })),
  );
}

/** Runs a flow in a program that dies at one pass. @returns whether it died; throws when the flow ended wrongly */
async function dieAt({ fleet, program, context }: Runner, { flow, failpoint, nth }: Pass): Promise<boolean> {
  await program.restartToDieAt(`${failpoint}:${nth}`);
  await flow.run(context);
  const patienceMs = (nth === 1 ? 10 : 2) * aftermathMs; // a first pass comes for sure, though late on a busy machine
  for (const until = Date.now() + patienceMs; !program.hasDied && Date.now() < until;) await sleep(50);
  await program.untilRestarted();
  if ((await repeatedQueries(fleet.sandbox, context.searched)) > 0) {
    context.searched.clear(); // it is reported once
    throw new Error("a source was queried twice");
  }
  return program.hasDied;
}

/** A program that is started with an unknown name reports all failpoints. */
async function allFailpoints(): Promise<readonly string[]> {
  const { output } = await runCommand(serverEntry, [], { CRASH_AT: "nowhere" });
  return /name of ([\w ]+)/.exec(output)?.[1]?.split(" ") ?? [];
}

async function run({ count, seed, log }: ChaosOptions): Promise<ChaosOutcome> {
  const names = await allFailpoints();
  const random = seededRandom(seed);
  const chosenFlows = random.shuffle(flows).slice(0, Math.ceil(count / passesPerFlow));
  const open: Runner[] = [];
  for (let at = 0; at < Math.min(runners, chosenFlows.length); at += 1) open.push(await openRunner(seed + at));
  const wrong: string[] = [];
  const fail = (what: string, error: unknown) => {
    wrong.push(`${what}: ${error instanceof Error ? error.message : String(error)}`);
    log(wrong.at(-1) ?? "");
  };
  const inParallel = async <Work>(works: readonly Work[], work: (runner: Runner, one: Work) => Promise<void>) => {
    const left = works.values(); // the runners share what is left
    await forEachConcurrently(open, (runner) => forEachConcurrently(left, (one) => work(runner, one), 1), open.length);
  };

  const passes: Pass[] = [];
  await inParallel(chosenFlows, async (runner, flow) => {
    await passesOf(runner, flow).then(
      (found) => passes.push(...found),
      (error: unknown) => fail(`${flow.name}, without a crash`, error),
    );
  });
  const chosen = random.shuffle(passes).slice(0, count);
  const diedAt = new Set<string>();
  let [deaths, missed] = [0, 0];
  await inParallel(chosen, async (runner, pass) => {
    const name = `${pass.flow.name} at ${pass.failpoint}:${pass.nth}`;
    try {
      if (await dieAt(runner, pass)) {
        deaths += 1;
        diedAt.add(pass.failpoint);
      } else if (pass.nth === 1) fail(name, "this failpoint was not passed again");
      else missed += 1;
    } catch (error) {
      fail(name, error);
    }
    if (deaths % 10 === 0) log(`${deaths} of ${chosen.length}, ${wrong.length} wrong`);
  });
  for (const { fleet } of open) wrong.push(...(await fleet.brokenInvariants()));
  const passed = new Set(passes.map(({ failpoint }) => failpoint));
  const isComplete = chosenFlows.length === flows.length && chosen.length === passes.length;
  const unseen = names.filter((name) => !passed.has(name));
  if (names.length === 0) wrong.push("the program reported no failpoints");
  if (isComplete && unseen.length > 0) wrong.push(`no flow passes ${unseen.join(", ")}`);
  return {
    faults: deaths,
    acknowledged: chosen.length,
    lost: 0,
    wrong,
    notes:
      `${chosenFlows.length} of ${flows.length} flows pass ${passed.size} of ${names.length} failpoints; died at ${diedAt.size}; ` +
      `${missed} later passes did not come again`,
  };
}
