import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";

import { expect, test } from "vitest";

import { isAlive, processMark } from "./pid-file.ts";
import { removeLeftOver } from "./testing.ts";
import { holdIn, newFolder, processesNaming, remove, serverOf, until } from "./testing/programs.ts";

const databaseOf = (mark: string, end: string) => `idanimo-test-${mark.replace(" ", "-")}-${end}`;

test("a run of tests removes the database of one that was killed with its guard, and no database of a run that goes on", async () => {
  const folder = newFolder();
  const run = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "ignore" });
  await once(run, "spawn");
  const over = join(folder, databaseOf(processMark(run.pid ?? 0), "aaaaaa"));
  run.kill("SIGKILL");
  await once(run, "exit");
  const goesOn = join(folder, databaseOf(processMark(process.pid), "bbbbbb"));
  for (const left of [over, goesOn, join(folder, "idanimo-test-somebodys")]) mkdirSync(left, { mode: 0o755 });

  await holdIn(over).next();
  const server = serverOf(over);
  for (const pid of processesNaming(basename(over)).sort((one, other) => other - one))
    if (pid !== server) process.kill(pid, "SIGKILL"); // the guard, which began later, before its program
  expect(isAlive(server)).toBe(true);
  await removeLeftOver(folder);
  expect(isAlive(server)).toBe(false);
  expect(readdirSync(folder).sort()).toEqual([basename(goesOn), "idanimo-test-somebodys"].sort());

  await until(() => processesNaming(basename(over)).length === 0, "an end of all that worked there");
  expect(existsSync(over)).toBe(false);
  remove(folder);
}, 60_000);
