import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { login } from "@idanimo/contract/accounts";
import { apiBase } from "@idanimo/contract/operation";
import { openTill } from "./load/till.ts";
import { rawRequest, wrk } from "./load/wrk.ts";
import { median } from "./report.ts";

/**
 * Payments over 16 connections while 64 others, all from one address, try to sign in and are refused since that was too often; beside a flood
 * of calls to no address of ours, which costs a refusal and nothing else, and without any. `--rounds` (5), `--seconds` a slice (3),
 * `--flush` milliseconds that each of the database's flushes takes longer (0).
 */

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "5" },
    seconds: { type: "string", default: "3" },
    flush: { type: "string", default: "0" },
  },
});
const seconds = Number(values.seconds);
const flush = Number(values.flush);
const slow: Record<string, number> = flush > 0 ? { commit_delay: flush * 1000, commit_siblings: 0 } : {};
const till = await openTill({ api: 1, jobs: 0, settings: { LIMITS: "login_address=1" }, postgres: slow });
const { fleet } = till;
const url = fleet.urls[0] ?? "";
const json = { "content-type": "application/json" };
const body = JSON.stringify({
  email: "ada@example.test",
  password: "Wrong-password-1",
  ipAddress: null,
  captcha: "none",
});
await fetch(url + apiBase + login.path, { method: login.method, headers: json, body }); // it may be tried once
const floods = {
  none: undefined,
  "no such address": rawRequest("GET", url, "/nowhere", {}),
  tries: rawRequest(login.method, url, apiBase + login.path, json, body),
} as const;

async function payBeside(request: string | undefined) {
  let isOver = false;
  const rates: number[] = [];
  const flood = { url, requests: [request ?? ""], connections: 64, seconds: 2, file: `${fleet.folder}/flood` };
  const flooding = (async () => {
    // again and again until all is paid: making what is paid for takes its time, too
    while (request !== undefined && !isOver)
      rates.push((await wrk({ ...flood, again: true, refused: true })).perSecond);
  })();
  await sleep(500);
  const paid = await till.overHttp({ connections: 16, seconds }).finally(() => (isOver = true));
  await flooding;
  return { paid, refused: rates.length > 0 ? median(rates) : 0 };
}

await payBeside(floods.tries); // the program compiles itself meanwhile
const seen = new Map(Object.keys(floods).map((name) => [name, [] as Awaited<ReturnType<typeof payBeside>>[]]));
for (let round = 0; round < Number(values.rounds); round += 1)
  for (const [name, request] of Object.entries(floods)) seen.get(name)?.push(await payBeside(request));
console.log("| Beside | Refused | Payments | p50 | p99 |\n|---|---|---|---|---|");
for (const [name, rounds] of seen) {
  const of = (what: "perSecond" | "p50" | "p99") => median(rounds.map(({ paid }) => paid[what]));
  const refused = median(rounds.map((one) => one.refused));
  console.log(
    `| ${name} | ${refused.toFixed(0)} /s | ${of("perSecond").toFixed(0)} /s | ${of("p50").toFixed(1)} ms | ${of("p99").toFixed(1)} ms |`,
  );
}
await fleet.close();
