import { setTimeout as sleep } from "node:timers/promises";
import { login, profile } from "@idanimo/contract/accounts";
import { createSession } from "@idanimo/contract/verification";
import { walletPayment } from "@idanimo/contract/wallet";
import { searchOf } from "../campaign/searches.ts";
import { type Chance, chanceOf } from "../chance.ts";
import { send, signIn, solvedCaptcha, untilAnswered, wordOf } from "../client.ts";
import { type Fleet, startFleet } from "../fleet.ts";
import { hourMs, setProductClock } from "../product-clock.ts";
import { inRoot } from "../program.ts";
import { badAnswers, metWords } from "./parts/doors.ts";
import { wide } from "./parts/shared-laws.ts";
import { accountsOf, openShop } from "./parts/shop.ts";
import { prove } from "./proof.ts";

/**
 * programs whose clocks are wrong, each in another way, beside a right one, on one database whose clock decides. Nobody is
 * harmed while people pay, and what has ended does not come back, however young it looks to a program. `--count` times each clock.
 */

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];
/** Until a moment, for a clock that stands there now. */
const until = (moment: string) => new Date(moment).getTime() - Date.now();
const clocks: readonly (readonly [name: string, shift: () => number])[] = [
  ["a minute ahead", () => minute],
  ["a minute behind", () => -minute],
  ["two hours ahead", () => 2 * hour],
  ["two hours behind", () => -2 * hour],
  ["a day ahead", () => day],
  ["a day behind", () => -day],
  ["on a leap day", () => until("2028-02-29T12:00:00Z")],
  ["a second before midnight in Lagos", () => until("2027-03-31T22:59:59Z")],
];

/** A purchase begun at one program. */
async function begun(url: string, token: string, chance: Chance) {
  const search = searchOf("nin", chance, ["1234"]);
  if (!search) throw new Error("nothing to buy");
  const made = await untilAnswered(() => send(url, createSession, { ...search, currency: "NGN" }, token));
  const { sessionCode, transactionID } = made;
  const pay = { sessionCode, transactionID, amount: String(Number(made.quote.total) / 100) };
  return (at: string) => untilAnswered(() => send(at, walletPayment, pay, token));
}

/**
 * What one wrong clock may not change.
 * @param wrongUrl the program with it
 * @param rightUrl one with the right time
 */
async function harm(fleet: Fleet, wrongUrl: string, rightUrl: string, chance: Chance): Promise<readonly string[]> {
  const [account] = accountsOf(fleet);
  if (!account) throw new Error("a fleet without an account");
  const { email, password } = account;
  const wrong: string[] = [];
  const expect = async (what: string, call: Promise<unknown>, word: string) => {
    const said = await wordOf(call);
    if (said !== word) wrong.push(`${what}: ${said} instead of ${word}`);
  };
  for (const [here, there] of [
    [wrongUrl, rightUrl],
    [rightUrl, wrongUrl],
  ] as const) {
    const captcha = await solvedCaptcha(here);
    const enter = (at: string, solution: string) =>
      send(at, login, { email, password, ipAddress: null, captcha: solution }, "");
    await expect("a fresh captcha", enter(there, captcha), "ok");
    await expect("a captcha once more", enter(there, captcha), "captcha_failed");
    const { token } = await signIn(rightUrl, email, password);
    await expect("a fresh sign-in", send(there, profile, {}, token), "ok");
    await expect("a fresh price", (await begun(here, token, chance))(there), "ok");
    const late = await begun(here, token, chance);
    const stale = await solvedCaptcha(here);
    await setProductClock(fleet.owner, 16 * 60_000);
    await expect("a price after its quarter of an hour", late(there), "quote_ended");
    await expect("the same at its own program", late(here), "quote_ended");
    await expect("a captcha after a quarter of an hour", enter(there, stale), "captcha_failed");
    await setProductClock(fleet.owner, 13 * hourMs);
    await expect("a sign-in after thirteen hours", send(there, profile, {}, token), "not_signed_in");
    await expect("the same at its own program", send(here, profile, {}, token), "not_signed_in");
    await setProductClock(fleet.owner, 0);
  }
  return wrong;
}

await prove(3, async ({ count, seed, say }) => {
  const fleet = await startFleet({
    api: 2,
    jobs: 1,
    settings: { LIMITS: [...wide, "lookup_account"].map((name) => `${name}=100000000`).join() },
  });
  try {
    const [first, second, worker] = fleet.members;
    if (!first || !second || !worker) throw new Error("three programs were asked for");
    const chance = chanceOf(seed);
    const shop = await openShop(fleet, { lanes: 4, seed, pauseMs: 50 });
    const wrong: string[] = [];
    const turn = async (member: typeof first, shift: number) => {
      await member.end();
      const preload = `--import=${inRoot("bench/src/prove/parts/shifted-clock.ts")}`;
      await member.start(shift === 0 ? {} : { CLOCK_SHIFT_MS: String(shift), NODE_OPTIONS: preload });
    };
    // people go on paying while each program in turn gets another time
    for (let round = 0; round < count; round += 1)
      for (const [name, shift] of clocks) {
        await turn(first, shift());
        await turn(worker, -shift());
        await sleep(1_000);
        say(`${name}: ${shop.bought.length} payments`);
      }
    await shop.close();
    for (const [name, shift] of clocks) {
      await turn(first, shift());
      await turn(worker, -shift());
      const found = await harm(fleet, first.url ?? "", second.url ?? "", chance);
      wrong.push(...found.map((what) => `a program ${name}: ${what}`));
    }
    const verdict = await shop.judge();
    return {
      broken: (count + 1) * clocks.length,
      acknowledged: verdict.acknowledged,
      lost: verdict.lost,
      wrong: [...wrong, ...verdict.wrong, ...badAnswers(shop.met), ...shop.failed.map((why) => `not paid: ${why}`)],
      notes: `${clocks.map(([name]) => name).join(", ")}; ${metWords(shop.met)}`,
    };
  } finally {
    await fleet.close();
  }
});
