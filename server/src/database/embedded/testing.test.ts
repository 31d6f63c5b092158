import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";

import { expect, test } from "vitest";

import { isAlive, processIdentity } from "./pid-file.ts";
import { removeLeftoverCluster } from "./testing.ts";
import {
  startServerHolder,
  makeTempFolder,
  findProcesses,
  removeFolder,
  serverPid,
  waitUntil,
} from "./testing/server-holder.ts";

const databaseOf = (mark: string, end: string) => `idanimo-test-${mark.replace(" ", "-")}-${end}`;

test("a test run removes the server of a killed run, and no server of a running one", async () => {
  const folder = makeTempFolder();
  const run = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "ignore" });
  await once(run, "spawn");
  const over = join(folder, databaseOf(processIdentity(run.pid ?? 0), "aaaaaa"));
  run.kill("SIGKILL");
  await once(run, "exit");
  const goesOn = join(folder, databaseOf(processIdentity(process.pid), "bbbbbb"));
  for (const left of [over, goesOn, join(folder, "idanimo-test-other")]) mkdirSync(left, { mode: 0o755 });

  await startServerHolder(over).next();
  const server = serverPid(over);
  for (const pid of findProcesses(basename(over)).sort((one, other) => other - one))
    if (pid !== server) process.kill(pid, "SIGKILL"); // the watchdog, which started later, before its program
  expect(isAlive(server)).toBe(true);
  await removeLeftoverCluster(folder);
  expect(isAlive(server)).toBe(false);
  expect(readdirSync(folder).sort()).toEqual([basename(goesOn), "idanimo-test-other"].sort());

  await waitUntil(() => findProcesses(basename(over)).length === 0, "an end of all that worked there");
  expect(existsSync(over)).toBe(false);
  removeFolder(folder);
}, 60_000);
