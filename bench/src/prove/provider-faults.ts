import { setTimeout as sleep } from "node:timers/promises";
import { isRefunded, outcomes } from "@idanimo/contract/verification-states";
import * as z from "zod/mini";
import { booksOf, isOpen, standings, type Sums, takenBy } from "../campaign/books.ts";
import { type Bought, buy, topUp } from "../campaign/buyers.ts";
import { openFaults, slowKinds } from "../campaign/faults.ts";
import { allEndings, quickEndings } from "../campaign/searches.ts";
import { answerMessages } from "../campaign/subjects.ts";
import { chanceOf } from "../chance.ts";
import { type Client, Refused, signIn } from "../client.ts";
import { freePort, newFolder, removeFolder, runProgram, serverEntry, startProgram, stop } from "../program.ts";
import { type How, type Outcome, prove } from "./proof.ts";

/**
 * R-03, R-27: every provider fails in every way while people buy all kinds of look-ups, from the wallet and at the card provider.
 * Then all faults end, and each charge must have exactly one outcome within 15 minutes, and every sum must be the same on both sides.
 * `--swift` leaves out what waits for long.
 */

/** Buyers at the same time. */
const laneCount = 8;
/** Within this long after the last fault every charge has its outcome. Source: R-03. */
const settledWithinMs = 15 * 60_000;
/** The sandbox makes "approve but notify late" good 20 s after the press. */
const madeGoodWithinMs = 25_000;

/** How many stand in one list and not in the other. */
function differing(one: readonly string[], other: readonly string[]): number {
  const [left, right] = [new Set(one), new Set(other)];
  return one.filter((name) => !right.has(name)).length + other.filter((name) => !left.has(name)).length;
}

async function run({ count, seed, flags, say }: How): Promise<Outcome> {
  const isSwift = flags?.has("swift") === true;
  const roundMs = isSwift ? 1_500 : 5_000;

  const folder = await newFolder();
  const [port, sandboxPort, smtpPort] = [await freePort(), await freePort(), await freePort()];
  const [url, sandboxUrl] = [`http://localhost:${port}`, `http://127.0.0.1:${sandboxPort}`];
  const many = "=100000000";
  const settings = {
    PORT: String(port),
    SANDBOX_PORT: String(sandboxPort),
    SANDBOX_SMTP_PORT: String(smtpPort),
    DATA_DIR: folder,
    CAPTCHA_COST: "1",
    LOG_LEVEL: "fatal",
    LIMITS: [
      "lookup_account",
      "bulk_account",
      "payment_check_account",
      "payment_start_account",
      "payment_start_address",
      "inbound_address",
    ]
      .map((name) => name + many)
      .join(","),
    PRODUCT_URL: url,
    PERSON_SOURCES: "prembly,dojah",
    BUREAU_SOURCES: "smartcomply,dojah",
    STOLEN_BASE_URL: `${sandboxUrl}/stolen`,
    STOLEN_KEY: "sandbox-stolen-key",
    MATCH_BASE_URL: `${sandboxUrl}/match`,
    MATCH_KEY: "sandbox-match-key",
    INTERNAL_MODE: "yes",
    SANDBOX_WATCH_STDIN: "1",
    WATCH_STDIN: "1",
  };
  const sandbox = await startProgram("sandbox/src/main.ts", settings);
  const server = await startProgram(serverEntry, settings);

  const accounts = z.array(z.object({ email: z.string(), password: z.string() })).parse(server.ready["accounts"]);
  const owners: Client[] = [];
  let unexpected = 0;
  /** Counts answers that are a bug of ours, whatever they are about; many of them end the run. */
  function counting(client: Client): Client {
    return {
      ...client,
      call: async (operation, input, key) => {
        try {
          return await client.call(operation, input, key);
        } catch (error) {
          if (error instanceof Refused && error.status === 500) unexpected += 1;
          if (unexpected > 100) throw new Error(`${operation.path} keeps answering 500`, { cause: error });
          throw error;
        }
      },
    };
  }
  for (const { email, password } of accounts) owners.push(counting(await signIn(url, email, password)));
  /** What an example account starts with, and what one top-up adds, in naira. */
  const [startNaira, oneTopUp] = [50_000, 5_000_000];
  const topUps = Math.ceil((count * 20_000) / oneTopUp / owners.length) + 1;
  for (const owner of owners) for (let at = 0; at < topUps; at += 1) await topUp(owner, oneTopUp);
  const toppedUp: Sums = { NGN: BigInt(owners.length * topUps * oneTopUp) * 100n, USD: 0n };

  const began = performance.now();
  const bought: Bought[] = [];
  const refusals = new Map<string, number>();
  let [isOver, isAllOver] = [false, false];
  const faults = openFaults(sandboxUrl, chanceOf(seed), isSwift ? slowKinds : []);
  await faults.nextRound();
  const subjects = answerMessages(sandboxUrl, chanceOf(seed + 1), () => isAllOver);
  const lanes = Array.from({ length: laneCount }, async (_, at) => {
    const owner = owners[at % owners.length];
    if (!owner) return;
    await buy(
      owner,
      chanceOf(seed + 2 + at),
      isSwift ? quickEndings : allEndings,
      () => isOver,
      (purchase) => void bought.push(purchase),
      (code) => void refusals.set(code, (refusals.get(code) ?? 0) + 1),
    );
  });
  let told = 0;
  let buying = laneCount;
  for (const lane of lanes) void lane.then(() => (buying -= 1));
  let lastWords = 0;
  for (let round = performance.now(); told < count && buying > 0;) {
    await sleep(200);
    told = await faults.struck();
    if (performance.now() - round > roundMs) {
      await faults.nextRound();
      round = performance.now();
    }
    if (performance.now() - lastWords > 30_000) {
      say(`${told} faults, ${bought.length} purchases`);
      lastWords = performance.now();
    }
  }
  isOver = true;
  await Promise.all(lanes);
  await faults.stop();
  const faultsEnded = performance.now();

  // what the queue, the provider's late notices and the reconciler still have to do
  let found = await standings(bought);
  while (found.some(isOpen) && performance.now() - faultsEnded < settledWithinMs) {
    await sleep(1_000);
    const open = await standings(found.filter(isOpen).map((one) => one.bought));
    const now = new Map(open.map((one) => [one.bought.sessionCode, one]));
    found = found.map((one) => now.get(one.bought.sessionCode) ?? one);
  }
  const settledMs = performance.now() - faultsEnded;
  // a payment that the provider makes good late is taken only then, and must not come between the two counts
  await sleep(Math.max(0, madeGoodWithinMs - (performance.now() - faultsEnded)));
  const money = await takenBy(sandboxUrl, bought, toppedUp);
  isAllOver = true;
  await subjects;
  found = await standings(bought); // asking settled the last payments, and their look-ups began
  for (const until = Date.now() + 120_000; found.some(isOpen) && Date.now() < until;) {
    await sleep(1_000);
    found = await standings(bought);
  }

  const instant = new Set(bought.filter(({ way }) => way === "INSTANT").map(({ transactionID }) => transactionID));
  const cameIn: Sums = { NGN: 0n, USD: 0n };
  const charged = new Map<string, number>();
  let [unbalanced, refunds] = [0, 0];
  for (const owner of owners) {
    const books = await booksOf(owner, instant, BigInt(startNaira) * 100n);
    if (!books.isBalanced) unbalanced += 1;
    for (const currency of ["NGN", "USD"] as const) cameIn[currency] += books.cameIn[currency];
    for (const [label, times] of books.charges) charged.set(label, (charged.get(label) ?? 0) + times);
    refunds += books.refunds;
  }
  const laws = await runProgram("server/src/operator.ts", ["check-invariants"], settings);
  const chain = await runProgram("server/src/operator.ts", ["verify-audit"], settings);
  const cases = await runProgram("server/src/operator.ts", ["cases"], settings);
  await stop(server);
  await stop(sandbox);
  if (!process.env["KEEP"]) await removeFolder(folder);
  else console.error(folder);

  const isPaid = (one: (typeof found)[number]) => one.state === "paid" || one.state === "completed";
  const paid = found.filter(isPaid);
  const items = paid.flatMap((one) => one.items);
  const isEnd = (state: string) => outcomes.some((outcome) => outcome === state);
  const refundedItems = outcomes
    .filter(isRefunded)
    .reduce((sum, one) => sum + items.filter((item) => item === one).length, 0);
  const wrongs: readonly (readonly [what: string, times: number])[] = [
    [
      "wallet payments acknowledged and lost",
      found.filter((one) => one.bought.way === "WALLET" && !isPaid(one)).length,
    ],
    [
      "purchases charged and not paid for, or paid for and not charged",
      differing(
        paid.map((one) => one.bought.transactionID),
        [...charged.keys()],
      ),
    ],
    ["purchases charged twice", [...charged.values()].filter((times) => times > 1).length],
    ["items without an outcome", items.filter((item) => !isEnd(item) && item !== "awaiting_consent").length],
    ["refunds besides those of refunded outcomes", Math.abs(refunds - refundedItems)],
    ["payments taken that are neither counted nor put aside", money.unknown],
    [
      "currencies in which the card provider took another sum than was counted",
      (["NGN", "USD"] as const).filter((of) => cameIn[of] !== money.counted[of]).length,
    ],
    ["top-ups taken another number of times", Math.abs(money.topUps - owners.length * topUps)],
    ["wallets that do not equal their list", unbalanced],
    ["answers that are a bug of ours", unexpected],
    ["laws broken in the database", laws.code],
    ["audit chains broken", chain.code],
  ];

  for (const one of found)
    if (isPaid(one) !== charged.has(one.bought.transactionID))
      say(
        `${one.bought.transactionID}: ${one.state}, ${one.bought.way}, ${one.bought.reference ?? "-"}, ${one.items.join()}`,
      );
  const kindsOf = [...new Set(paid.map((one) => one.bought.searchType))].sort((one, other) => one.localeCompare(other));
  say("| Provider | Faults | Of which |\n|---|---|---|");
  for (const [target, kinds] of faults.counts) {
    const all = [...kinds].sort(([, one], [, other]) => other - one);
    const sum = all.reduce((total, [, times]) => total + times, 0);
    say(`| ${target} | ${sum} | ${all.map(([kind, times]) => `${kind} ${times}`).join(", ")} |`);
  }
  say("\n| Search | Paid for | Ended as |\n|---|---|---|");
  for (const kind of kindsOf) {
    const of = paid.filter((one) => one.bought.searchType === kind).flatMap((one) => one.items);
    const ends = [...new Set(of)].map((end) => `${end} ${of.filter((item) => item === end).length}`);
    say(`| ${kind} | ${of.length} | ${ends.join(", ")} |`);
  }
  say("\n| What must be none | Times |\n|---|---|");
  for (const [what, times] of wrongs) say(`| ${what} | ${times} |`);
  const caseCount = cases.words.startsWith("No case") ? 0 : cases.words.split("\n").length - 1;
  say(
    `\n${told} faults, ${bought.length} purchases, ${paid.length} paid, put aside ${money.aside.NGN} kobo and ${money.aside.USD} cents in ${caseCount} cases; ` +
      `the last look-up ended ${Math.round(settledMs / 1_000)} s after the last fault. Seed ${seed}, ${Math.round((performance.now() - began) / 1_000)} s.`,
  );
  say(`Refusals: ${[...refusals].map(([code, times]) => `${code} ${times}`).join(", ") || "none"}.`);
  return {
    broken: told,
    acknowledged: paid.length,
    lost: wrongs[0]?.[1] ?? 0,
    wrong: [
      ...wrongs.slice(1).flatMap(([what, times]) => (times > 0 ? [`${times} ${what}`] : [])),
      ...(laws.code === 0 ? [] : [laws.words]),
      ...(chain.code === 0 ? [] : [chain.words]),
      ...(told < count ? [`only ${told} faults struck`] : []),
    ],
    notes:
      `${bought.length} purchases of every kind; ${caseCount} cases with ${money.aside.NGN} kobo and ${money.aside.USD} cents put aside; ` +
      `the last look-up ended ${Math.round(settledMs / 1_000)} s after the last fault`,
  };
}

await prove(10_000, run, ["swift"]);
