import { mkdir, readdir, stat } from "node:fs/promises";
import { get } from "node:http";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { login } from "@idanimo/contract/accounts";
import { apiBase } from "@idanimo/contract/operation";
import { debianProgram, missingWords } from "../../../scripts/debian.mjs";
import { startFleet } from "../fleet.ts";
import { freePort, inRoot, startProgram, stop } from "../program.ts";
import { startProxy } from "../proxy.ts";
import { quantile } from "../report.ts";
import { prove } from "./proof.ts";
import { type Attack, attack, attacks, type Seen } from "./slow/attack.ts";

/**
 * T-65: slow and hostile clients, `--count` connections of each kind at once, against the program itself and through the proxy.
 * Each must be closed in its time, and others must not notice. The control is the program without its time limits: the same check
 * must find it bad.
 */

/** Others may wait so long for /health, p99, milliseconds; the machine is busy with the attackers themselves. */
const healthMostMs = 1_000;

/** Asks again and again until it is stopped. @returns milliseconds of each answer, and how many were none */
function probe(ask: () => Promise<boolean>) {
  const took: number[] = [];
  let bad = 0;
  let isOver = false;
  const asking = (async () => {
    while (!isOver) {
      const began = performance.now();
      const good = await ask().catch(() => false);
      if (good) took.push(performance.now() - began);
      else bad += 1;
      await sleep(50);
    }
  })();
  return async () => {
    isOver = true;
    await asking;
    return { bad, p99: quantile(took, 0.99), count: took.length };
  };
}

/** What is wrong with what was seen, in words. */
function faultIn({ name, closedAfter }: Attack, seen: Seen, connections: number): string | undefined {
  if (seen.connected < connections * 0.9) return `${name}: only ${seen.connected} of ${connections} connected`;
  if (closedAfter === undefined) return undefined;
  if (seen.closedAfter === undefined) return `${name}: some were still open at the end`;
  return seen.closedAfter > closedAfter ? `${name}: closed only after ${seen.closedAfter} s` : undefined;
}

const slowhttptest = debianProgram("slowhttptest");
const nginx = debianProgram("nginx");
if (slowhttptest === undefined || nginx === undefined) {
  console.error(`This proof ${missingWords(slowhttptest === undefined ? "slowhttptest" : "nginx")}.`);
  process.exit(2);
}

async function largestAsset(): Promise<string> {
  const folder = inRoot("web/build/assets");
  const files = (await readdir(folder)).filter((name) => /\.(js|css)$/.test(name));
  const sizes = await Promise.all(files.map(async (name) => ({ name, size: (await stat(`${folder}/${name}`)).size })));
  const [largest] = sizes.toSorted((left, right) => right.size - left.size);
  return `/assets/${largest?.name ?? ""}`;
}

await prove(500, async ({ count: connections, say }) => {
  const fleet = await startFleet({ api: 1, jobs: 1, settings: { TRUSTED_PROXIES: "127.0.0.1" } });
  const [url = ""] = fleet.urls;
  const port = Number(new URL(url).port);
  const wrong: string[] = [];
  const notes: string[] = [];
  let broken = 0;
  const kinds = attacks(apiBase + login.path, await largestAsset());
  const isHealthy = async (at: string, from: string) => {
    const [answer] = await once(get(`${at}/health/live`, { localAddress: from, agent: false }), "response");
    answer.resume();
    return answer.statusCode === 200;
  };
  try {
    await mkdir(`${fleet.folder}/proxy`);
    const proxy = await startProxy(nginx, [port], `${fleet.folder}/proxy`, { anyName: true });
    const direct = { name: "program", origin: `http://127.0.0.1:${port}` };
    const through = { name: "proxy", origin: `https://127.0.0.1:${proxy.port}` };
    const others = {
      program: () => isHealthy(direct.origin, "127.0.0.9"),
      proxy: async () => (await proxy.ask("/", { from: "127.0.0.9" })).status === 200,
    };
    for (const { name, origin } of [direct, through]) {
      const done = probe(name === "proxy" ? others.proxy : others.program);
      for (const kind of kinds) {
        const given = { origin, connections, folder: fleet.folder, name: `${name} ${kind.name}` };
        const seen = await attack(slowhttptest, kind, given);
        broken += seen.connected;
        say(`${name}, ${kind.name}: ${seen.connected} connected, all closed after ${seen.closedAfter ?? "never"} s`);
        notes.push(`${name} ${kind.name} ${seen.closedAfter ?? "open"} s`);
        const fault = faultIn(kind, seen, connections);
        if (fault !== undefined) wrong.push(`${name}: ${fault}`);
      }
      const health = await done();
      notes.push(`${name} others p99 ${health.p99.toFixed(0)} ms of ${health.count}`);
      say(notes.at(-1) ?? "");
      if (health.bad > 0) wrong.push(`${name}: ${health.bad} others were not answered`);
      if (!(health.p99 <= healthMostMs)) wrong.push(`${name}: others waited ${health.p99.toFixed(0)} ms`);
    }
    await proxy.close();

    // the planted fault
    const openPort = await freePort();
    const withoutLimits = await startProgram("server/src/main.ts", {
      ...fleet.settings,
      ROLES: "api",
      PORT: String(openPort),
      NODE_OPTIONS: `--import=${inRoot("bench/src/prove/slow/no-limits.ts")}`,
    });
    const [headers] = kinds;
    if (headers) {
      const given = {
        origin: `http://127.0.0.1:${openPort}`,
        connections: Math.min(connections, 50),
        folder: fleet.folder,
      };
      const seen = await attack(slowhttptest, headers, { ...given, name: "control" });
      const found = faultIn(headers, seen, given.connections);
      notes.push(`control: ${found ?? "not found"}`);
      if (found === undefined) wrong.push("the program without time limits was not found");
    }
    await stop(withoutLimits);
    await sleep(3_000); // what was just written is sealed within a second
    wrong.push(...(await fleet.brokenLaws()));
  } finally {
    await fleet.close();
  }
  return { broken, acknowledged: 0, lost: "-", wrong, notes: notes.join("; ") };
});
