import { readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { initCluster, startCluster } from "./floor/postgres.ts";
import { freePort, newFolder, removeFolder, serverEntry, startProgram, stop } from "./program.ts";
import { type Figure, print, ratioOf } from "./report.ts";

/**
 * G-U1, G-U2, G-U3: how long the server takes to be ready and how much memory it holds when idle, each as a ratio to Fastify
 * and pg on the same PostgreSQL, in turn. `--rounds` (5), `--idle` seconds before memory is read (30).
 */

const { values } = parseArgs({
  options: { rounds: { type: "string", default: "5" }, idle: { type: "string", default: "30" } },
});

async function timed<Value>(work: () => Promise<Value>): Promise<{ ms: number; value: Value }> {
  const began = performance.now();
  const value = await work();
  return { ms: performance.now() - began, value };
}

/** Resident memory of a process, MiB. */
async function memoryOf(pid: number | undefined): Promise<number> {
  const line = /VmRSS:\s+(\d+) kB/.exec(await readFile(`/proc/${pid}/status`, "utf8"));
  return Number(line?.[1]) / 1024;
}

const sandboxPort = await freePort();
const settings = { SANDBOX_PORT: String(sandboxPort), LOG_LEVEL: "error", PORT: "0" };
const [first, second, memory]: [Figure, Figure, Figure] = [
  { goal: "G-U2", what: "first start from nothing", target: 1.3, floor: 1.8, unit: "ms", rounds: [] },
  { goal: "G-U1", what: "start with existing data", target: 1.3, floor: 1.8, unit: "ms", rounds: [] },
  { goal: "G-U3", what: "memory of the idle server", target: 1.5, floor: 2, unit: "MiB", rounds: [] },
];
const round = async () => {
  const [ours, floor] = [await newFolder(), await newFolder()];
  const fresh = await startProgram(serverEntry, { ...settings, DATA_DIR: ours });
  await stop(fresh);
  const bareFirst = await timed(async () => {
    await initCluster(floor);
    const cluster = await startCluster(floor);
    const bare = await startProgram("bench/src/floor/bare.ts", {
      BARE_URL: cluster.url,
      BARE_PORT: String(await freePort()),
    });
    return { cluster, bare };
  });
  await stop(bareFirst.value.bare);
  await bareFirst.value.cluster.stop();
  first.rounds.push({ ours: fresh.ms, reference: bareFirst.ms });

  const again = await startProgram(serverEntry, { ...settings, DATA_DIR: ours });
  const bareAgain = await timed(async () => {
    const cluster = await startCluster(floor);
    const bare = await startProgram("bench/src/floor/bare.ts", {
      BARE_URL: cluster.url,
      BARE_PORT: String(await freePort()),
    });
    return { cluster, bare };
  });
  second.rounds.push({ ours: again.ms, reference: bareAgain.ms });
  await sleep(Number(values.idle) * 1000);
  memory.rounds.push({
    ours: await memoryOf(again.process.pid),
    reference: await memoryOf(bareAgain.value.bare.process.pid),
  });
  await stop(again);
  await stop(bareAgain.value.bare);
  await bareAgain.value.cluster.stop();
  await removeFolder(ours);
  await removeFolder(floor);
};
for (let at = 0; at < Number(values.rounds); at += 1) await round();
process.exitCode = print([first, second, memory].map(ratioOf));
