import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { profile } from "@idanimo/contract/accounts";
import { apiBase } from "@idanimo/contract/operation";
import { startFleet } from "./fleet.ts";
import { cpuOf } from "./load/cpu.ts";
import { idOf, makeWallets } from "./load/rows.ts";
import { rawRequest, wrk } from "./load/wrk.ts";
import { freePort, type Started, startProgram, stop } from "./program.ts";
import { noLessThan, noMoreThan, print, ratioOf } from "./report.ts";

/**
 * G-R1 to G-R3: a profile with its balance, behind the sign-in check, of 1,000 people in turn over 64 connections, to Fastify and pg
 * with one prepared select of the same tables and no check, to Fastify's hello, and to the session of a well-known sign-in
 * library on the same PostgreSQL. `--rounds` (5), `--seconds` a slice (3), `--people` (1000): a program keeps 2,000 profiles that it read a
 * moment ago, so with many more in turn each is read anew.
 */

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "5" },
    seconds: { type: "string", default: "3" },
    people: { type: "string", default: "1000" },
  },
});
const [seconds, people] = [Number(values.seconds), Number(values.people)];
const connections = 64;
const password = "Example-1-password";

const fleet = await startFleet({ api: 1, jobs: 0 });
const [ours] = fleet.members;
if (!ours?.url) throw new Error("a program that answers calls is needed");
const tokens = await makeWallets(fleet.owner, people);
await fleet.owner.query("vacuum analyze");
await fleet.owner.query("create database library");

const [barePort, libraryPort] = [await freePort(), await freePort()];
const main = fleet.settings["DATABASE_URL"] ?? "";
const bare = await startProgram("bench/src/floor/bare.ts", { BARE_URL: main, BARE_PORT: String(barePort) });
const library = await startProgram("bench/src/floor/better-auth.ts", {
  BARE_URL: main.replace("/main?", "/library?"),
  BARE_PORT: String(libraryPort),
  BARE_PASSWORD: password,
});
const [bareUrl, libraryUrl] = [`http://127.0.0.1:${barePort}`, `http://127.0.0.1:${libraryPort}`];

/** A session of the library, as a browser keeps it. */
async function librarySession(): Promise<string> {
  const answer = await fetch(`${libraryUrl}/api/auth/sign-in/email`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: libraryUrl },
    body: JSON.stringify({ email: "ada@example.test", password }),
  });
  if (!answer.ok) throw new Error(`the library's sign-in was answered with ${answer.status}`);
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");
}
const session = await librarySession();

type Asked = { readonly url: string; readonly program: () => Started; readonly requests: readonly string[] };
const asked = {
  ours: {
    url: ours.url,
    program: ours.now,
    requests: tokens.map((token) =>
      rawRequest("GET", ours.url ?? "", apiBase + profile.path, { authorization: `Bearer ${token}` }),
    ),
  },
  select: {
    url: bareUrl,
    program: () => bare,
    requests: tokens.map((_token, at) => rawRequest("GET", bareUrl, `/profile/${idOf(at)}`, {})),
  },
  hello: { url: bareUrl, program: () => bare, requests: [rawRequest("GET", bareUrl, "/hello", {})] },
  library: {
    url: libraryUrl,
    program: () => library,
    requests: [rawRequest("GET", libraryUrl, "/api/auth/get-session", { cookie: session })],
  },
} satisfies Record<string, Asked>;

/** One slice: calls a second, and the program's own processor time a call in microseconds. */
async function slice({ url, program, requests }: Asked) {
  await sleep(300);
  const { pid } = program().process;
  const before = await cpuOf(pid);
  const { answers, perSecond, p99 } = await wrk({
    url,
    requests,
    connections,
    seconds,
    again: true,
    file: `${fleet.folder}/requests`,
  });
  const cpu = (((await cpuOf(pid)) - before) / answers) * 1e6;
  console.error(`${url}: ${perSecond.toFixed(0)}/s, ${cpu.toFixed(0)} us, p99 ${p99.toFixed(1)} ms`);
  return { perSecond, cpu };
}

const figures = {
  R1: noLessThan([2, 1.3], "G-R1", "profile to one bare select", "/s"),
  R2: noMoreThan([1.4, 1.8], "G-R2", "its processor time to Fastify's hello", "us"),
  R3: noLessThan([20, 10], "G-R3", "profile to better-auth's session", "/s"),
};
const names = ["ours", "select", "hello", "library"] as const;
// what runs for hours has long been compiled: Node does that beside the first ten seconds of calls, on the same cores
for (let round = 0; round < 4; round += 1) for (const name of names) await slice(asked[name]);
for (let round = 0; round < Number(values.rounds); round += 1) {
  const at = round % names.length;
  const done = new Map<string, Awaited<ReturnType<typeof slice>>>();
  for (const name of [...names.slice(at), ...names.slice(0, at)]) done.set(name, await slice(asked[name]));
  const of = (name: (typeof names)[number]) => done.get(name) ?? { perSecond: Number.NaN, cpu: Number.NaN };
  figures.R1.rounds.push({ ours: of("ours").perSecond, reference: of("select").perSecond });
  figures.R2.rounds.push({ ours: of("ours").cpu, reference: of("hello").cpu });
  figures.R3.rounds.push({ ours: of("ours").perSecond, reference: of("library").perSecond });
}
process.exitCode = print(Object.values(figures).map(ratioOf));
for (const program of [bare, library]) await stop(program);
await fleet.close();
