import { once } from "node:events";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { captchaChallenge } from "@idanimo/contract/accounts";
import { apiBase } from "@idanimo/contract/operation";
import { solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import { send, signIn } from "./client.ts";
import { initCluster, startCluster } from "./floor/postgres.ts";
import { freePort, newFolder, removeFolder, serverEntry, startProgram, stop } from "./program.ts";
import { type Figure, median, print, quantile, ratioOf } from "./report.ts";

/**
 * G-L1 to G-L4: what a sign-in costs, as ratios to the bare password checks inside it and to a well-known library on the same
 * PostgreSQL; what a storm of sign-ins does to others; whether time tells who has an account. Captchas are solved before a slice
 * begins, at cost 1. `--rounds` (5), `--seconds` a slice (3), `--pairs` of G-L4 (200).
 */

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "5" },
    seconds: { type: "string", default: "3" },
    pairs: { type: "string", default: "200" },
  },
});
const sliceMs = Number(values.seconds) * 1000;
const lanes = 32;
const email = "ada@example.test";
const password = "Example-1-password";
const wide = 10_000_000;

const ours = await newFolder();
const floor = await newFolder();
const port = await freePort();
const url = `http://127.0.0.1:${port}`;
const server = await startProgram(serverEntry, {
  DATA_DIR: ours,
  PORT: String(port),
  SANDBOX_PORT: String(await freePort()),
  LOG_LEVEL: "error",
  CAPTCHA_COST: "1",
  LIMITS: ["login_address", "login_pair", "login_account", "login_account_day", "captcha_address"]
    .map((name) => `${name}=${wide}`)
    .join(","),
});
await initCluster(floor);
const cluster = await startCluster(floor);
const libraryPort = await freePort();
const library = await startProgram("bench/src/floor/better-auth.ts", {
  BARE_URL: cluster.url,
  BARE_PORT: String(libraryPort),
  BARE_PASSWORD: password,
});
const bare = await startProgram("bench/src/floor/verifies.ts", {});
const bareLines = createInterface({ input: bare.process.stdout ?? process.stdin });

async function captcha(): Promise<string> {
  const challenge = await send(url, captchaChallenge, { purpose: "login" }, "");
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the solver checks the challenge itself
  const solution = await solveChallenge({ challenge: challenge as never, deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString("base64");
}
const captchas = async (count: number) => {
  const solved: string[] = [];
  while (solved.length < count) solved.push(...(await Promise.all(Array.from({ length: 8 }, captcha))));
  return solved;
};

/** One sign-in. @returns the status */
async function ourSignIn(solved: string, as = { email, password }): Promise<number> {
  const answer = await fetch(`${url}${apiBase}/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ ...as, ipAddress: null, captcha: solved }),
  });
  await answer.arrayBuffer();
  return answer.status;
}

async function librarySignIn(): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${libraryPort}/api/auth/sign-in/email`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: `http://127.0.0.1:${libraryPort}` },
    body: JSON.stringify({ email, password }),
  });
  await answer.arrayBuffer();
  return answer.status;
}

/** How many a second `lanes` callers get done. Anything but 200 ends the run: no wrong answer counts. */
async function rateOf(one: () => Promise<number> | undefined): Promise<number> {
  const began = performance.now();
  let done = 0;
  const lane = async () => {
    while (performance.now() < began + sliceMs) {
      const status = await one();
      if (status === undefined) return;
      if (status !== 200) throw new Error(`a sign-in was answered with ${status}`);
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return (done / (performance.now() - began)) * 1000;
}

async function bareRate(): Promise<number> {
  const line = once(bareLines, "line");
  bare.process.stdin?.write(`${sliceMs}\n`);
  const [text] = await line;
  return Number(JSON.parse(String(text)).rate);
}

/** p99 of one call after the other for a slice, ms. */
async function p99Of(path: string, token: string, goesOn: () => boolean): Promise<number> {
  const times: number[] = [];
  while (goesOn()) {
    const began = performance.now();
    const answer = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${token}` } });
    await answer.arrayBuffer();
    if (answer.status !== 200) throw new Error(`${path} was answered with ${answer.status}`);
    times.push(performance.now() - began);
  }
  return quantile(times, 0.99);
}

const figures: Record<"L1" | "L2" | "L3" | "L4", Figure> = {
  L1: {
    goal: "G-L1",
    what: "sign-ins/s to bare checks/s",
    atLeast: true,
    target: 0.95,
    floor: 0.9,
    unit: "/s",
    rounds: [],
  },
  L2: { goal: "G-L2", what: "sign-ins/s to better-auth", atLeast: true, target: 6, floor: 4, unit: "/s", rounds: [] },
  L3: { goal: "G-L3", what: "profile p99 in a storm to without", target: 4, floor: 8, unit: "ms", rounds: [] },
  L4: { goal: "G-L4", what: "unknown e-mail to wrong password", target: 1.03, floor: 1.05, unit: "ms", rounds: [] },
};

const perSlice = Math.ceil((sliceMs / 1000) * 120);
const { token } = await signIn(url, email, password);
for (let round = 0; round < Number(values.rounds); round += 1) {
  const solved = await captchas(perSlice);
  const slices = [
    async () => ({ ours: await rateOf(() => (solved.length > 0 ? ourSignIn(solved.pop() ?? "") : undefined)) }),
    async () => ({ bare: await bareRate() }),
    async () => ({ library: await rateOf(librarySignIn) }),
  ];
  const turned = [...slices.slice(round % 3), ...slices.slice(0, round % 3)];
  const rates: { ours?: number; bare?: number; library?: number } = {};
  for (const slice of turned) Object.assign(rates, await slice());
  figures.L1.rounds.push({ ours: rates.ours ?? 0, reference: rates.bare ?? 0 });
  figures.L2.rounds.push({ ours: rates.ours ?? 0, reference: rates.library ?? 0 });

  const calmEnds = performance.now() + sliceMs;
  const calm = await p99Of(`${apiBase}/user/profile`, token, () => performance.now() < calmEnds);
  const forStorm = await captchas(perSlice);
  let storming = true;
  const storm = rateOf(() => (forStorm.length > 0 ? ourSignIn(forStorm.pop() ?? "") : undefined)).finally(
    () => (storming = false),
  );
  const inStorm = await p99Of(`${apiBase}/user/profile`, token, () => storming);
  await storm;
  figures.L3.rounds.push({ ours: inStorm, reference: calm });
}

// G-L4: alternating, one after the other; the median of each
const times: { unknown: number[]; wrong: number[] } = { unknown: [], wrong: [] };
const forPairs = await captchas(Number(values.pairs) * 2);
for (let pair = 0; pair < Number(values.pairs); pair += 1) {
  const asks = [
    { into: times.unknown, as: { email: `nobody${pair}@example.test`, password: "Wrong-password-1" } },
    { into: times.wrong, as: { email, password: "Wrong-password-1" } },
  ];
  for (const { into, as } of pair % 2 === 0 ? asks : asks.toReversed()) {
    const began = performance.now();
    const status = await ourSignIn(forPairs.pop() ?? "", as);
    if (status !== 401) throw new Error(`a wrong sign-in was answered with ${status}`);
    into.push(performance.now() - began);
  }
}
figures.L4.rounds.push({ ours: median(times.unknown), reference: median(times.wrong) });

// T-07: 200 at once, and how the health call fares meanwhile; a full queue answers 503, which is no wrong answer here
const burst = await captchas(200);
let open = true;
const all = Promise.all(burst.slice(0, 200).map((solved) => ourSignIn(solved))).finally(() => (open = false));
const health = await p99Of("/health/live", token, () => open);
const statuses = await all;
console.log(
  `T-07: 200 sign-ins at once: ${statuses.filter((status) => status === 200).length} signed in, ` +
    `${statuses.filter((status) => status === 503).length} told to come back; /health/live p99 ${health.toFixed(0)} ms (goal under 100).`,
);

process.exitCode = print(Object.values(figures).map(ratioOf));
for (const program of [bare, library, server]) await stop(program);
await cluster.stop();
await removeFolder(ours);
await removeFolder(floor);
