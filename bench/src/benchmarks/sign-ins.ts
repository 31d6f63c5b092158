import { login, profile } from "@idanimo/contract/accounts";
import { apiBase } from "@idanimo/contract/operation";
import { type Credentials, solveCaptcha, signIn } from "../support/client.ts";
import { forEachConcurrently } from "../support/concurrency.ts";
import { startFleet } from "../support/fleet.ts";
import { median, quantile } from "../support/statistics.ts";
import { atLeast, atMost, type Benchmark, durationOf, inTurn } from "./benchmark.ts";
import { startBetterAuth } from "./references/references.ts";

const clients = 32;
/** Captchas prepared for each second of a slice, and attempts of each kind that are compared. */
const [captchasPerSecond, attempts] = [150, 200];
const wrongPassword = "Wrong-password-1";

/** Captchas are solved before a slice begins, at the lowest cost. */
export const signIns: Benchmark = {
  name: "sign-ins",
  goals: ["G-L2", "G-L3", "G-L4"],
  what: "sign-ins to better-auth's; reads during a storm of them; an unknown email to a wrong password",
  defaultRounds: 5,
  defaultSeconds: 3,
  async run({ rounds, seconds, scale, log }) {
    const fleet = await startFleet({ api: 1 });
    const [url] = fleet.urls;
    const [account] = fleet.exampleAccounts;
    if (!account) throw new Error("an example account is needed");
    const library = await startBetterAuth(fleet, account);
    const token = await signIn(url, account);

    async function solveCaptchas(count: number): Promise<string[]> {
      const solved: string[] = [];
      await forEachConcurrently(Array(count).keys(), async () => solved.push(await solveCaptcha(url)));
      return solved;
    }
    async function attempt(captcha: string, credentials: Credentials, expected: number): Promise<void> {
      const response = await fetch(url + apiBase + login.path, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ ...credentials, ipAddress: null, captcha }),
      });
      await response.arrayBuffer();
      if (response.status !== expected) throw new Error(`a sign-in responded with ${response.status}`);
    }
    /** Sign-ins of all clients per second. @param one false when it has run out of captchas */
    async function rateOf(one: () => Promise<unknown> | false): Promise<number> {
      const began = performance.now();
      let done = 0;
      const signInRepeatedly = async () => {
        while (performance.now() < began + seconds * 1_000) {
          const attempt = one();
          if (attempt === false) return;
          await attempt;
          done += 1;
        }
      };
      await Promise.all(Array.from({ length: clients }, signInRepeatedly));
      return (done / (performance.now() - began)) * 1_000;
    }
    const signInsWith = (captchas: string[]) => () => {
      const captcha = captchas.pop();
      return captcha === undefined ? false : attempt(captcha, account, 200);
    };
    async function profileP99(isOver: () => boolean): Promise<number> {
      const durations: number[] = [];
      const read = async () => {
        const headers = { authorization: `Bearer ${token}` };
        const response = await fetch(url + apiBase + profile.path, { headers });
        await response.arrayBuffer();
        if (!response.ok) throw new Error(`a profile responded with ${response.status}`);
      };
      while (!isOver()) durations.push(await durationOf(read));
      return quantile(durations, 0.99);
    }

    const rate = atLeast([4, 3], "G-L2", "sign-ins/s to better-auth's", "/s");
    const storm = atMost([5, 10], "G-L3", "p99 of a profile during a storm of sign-ins to without", "ms");
    const prepared = Math.ceil(seconds * captchasPerSecond);
    for (let round = 0; round < rounds; round += 1) {
      const captchas = await solveCaptchas(prepared);
      const of = await inTurn(round, {
        product: () => rateOf(signInsWith(captchas)),
        library: () => rateOf(library.signIn),
      });
      rate.addRound(of.product, of.library);

      const calmEnds = performance.now() + seconds * 1_000;
      const calm = await profileP99(() => performance.now() > calmEnds);
      let isOver = false;
      const signingIn = rateOf(signInsWith(await solveCaptchas(prepared))).finally(() => (isOver = true));
      storm.addRound(await profileP99(() => isOver), calm);
      await signingIn;
      log(`round ${round + 1}: ${of.product.toFixed(0)} sign-ins/s, better-auth ${of.library.toFixed(0)}`);
    }

    const count = Math.ceil(attempts * scale);
    const captchas = await solveCaptchas(count * 2);
    const durations: Record<"unknown" | "wrong", number[]> = { unknown: [], wrong: [] };
    for (let at = 0; at < count; at += 1) {
      const timed = (email: string) => () =>
        durationOf(() => attempt(captchas.pop() ?? "", { email, password: wrongPassword }, 401));
      const of = await inTurn(at, { unknown: timed(`unknown-${at}@example.test`), wrong: timed(account.email) });
      durations.unknown.push(of.unknown);
      durations.wrong.push(of.wrong);
    }
    const [unknown, wrong] = [median(durations.unknown), median(durations.wrong)];
    const difference = atMost(
      [1.03, 1.05],
      "G-L4",
      "slower to faster of unknown email and wrong password, medians",
      "ms",
    );
    difference.addRound(Math.max(unknown, wrong), Math.min(unknown, wrong));
    return [rate, storm, difference].map((goal) => goal.result());
  },
};
