import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { makeTempFolder, findProcesses, removeFolder, waitUntil } from "../database/embedded/testing/server-holder.ts";

const dataDir = makeTempFolder();
afterAll(() => removeFolder(dataDir));

/** Starts the program with jobs only, and stops it after some time or when it is ready. */
async function startedAndStopped(afterMs: number | "ready") {
  const program = spawn(process.execPath, [fileURLToPath(new URL("../main.ts", import.meta.url))], {
    env: { ...process.env, DATA_DIR: dataDir, ROLES: "jobs", METRICS_PORT: "0", LOG_LEVEL: "silent" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let message = "";
  let troubles = "";
  program.stdout.on("data", (chunk: Buffer) => (message += chunk.toString()));
  program.stderr.on("data", (chunk: Buffer) => (troubles += chunk.toString()));
  const ended = once(program, "close");
  if (afterMs === "ready") await waitUntil(() => message.includes('"ready":true'), "the program");
  else await sleep(afterMs);
  const began = performance.now();
  program.kill("SIGTERM");
  const [code] = await ended;
  return { code: Number(code), message, troubles, ms: performance.now() - began };
}

/**
 * Well before a service manager kills a program (`TimeoutStopSec` in `ops/units`), and enough for a busy machine.
 */
const mostMs = 20_000;

test("a start can be stopped at any time, without errors or a running PostgreSQL [R-32]", async () => {
  // while loading, creating a cluster, starting it, migrating; then with an existing cluster
  for (const afterMs of [1_000, 1_600, 2_200, "ready", 700, 1_100, "ready"] as const) {
    const { code, message, troubles, ms } = await startedAndStopped(afterMs);
    expect({ afterMs, code, troubles }).toEqual({ afterMs, code: 0, troubles: "" });
    expect(message === "" || message.includes('"ready":true')).toBe(true);
    expect(findProcesses(dataDir), `after ${afterMs}`).toEqual([]);
    expect(ms, `after ${afterMs}`).toBeLessThan(mostMs);
  }
  expect(existsSync(`${dataDir}/postgres/PG_VERSION`)).toBe(true);
}, 240_000);
