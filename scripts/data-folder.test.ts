import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

let parent: string;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), "idanimo-folders-"));
});
afterEach(() => rmSync(parent, { recursive: true, force: true }));

/** A run that has created its folder and continues until it is ended. */
async function run() {
  const program = `
    import { createDataFolder } from ${JSON.stringify(join(import.meta.dirname, "data-folder.ts"))};
    process.stdin.resume().on("end", () => process.exit());
    console.log(createDataFolder(${JSON.stringify(parent)}));`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", program], { stdio: ["pipe", "pipe", "inherit"] });
  const ended = once(child, "close");
  const died = ended.then(() => Promise.reject(new Error("a run ended before it created its folder")));
  const [line] = (await Promise.race([once(child.stdout, "data"), died])) as [Buffer];
  const folder = line.toString().trim();
  writeFileSync(join(folder, "a row"), "");
  return { child, ended, folder };
}

test("deletes the data of a run when it ends", async () => {
  const { child, ended, folder } = await run();
  expect(existsSync(folder)).toBe(true);
  child.stdin.end();
  await ended;
  expect(readdirSync(parent)).toEqual([]);
});

test("ignores a link that leads nowhere", async () => {
  const { child, ended, folder } = await run();
  child.kill("SIGKILL");
  await ended;
  rmSync(folder, { recursive: true });
  symlinkSync(join(parent, "nowhere"), folder);
  const next = await run();
  expect(readdirSync(parent).map((name) => join(parent, name))).toEqual([next.folder]);
  next.child.stdin.end();
  await next.ended;
});

test("deletes the data of a killed run with the next one, and leaves a folder in use", async () => {
  const [killed, running] = [await run(), await run()];
  killed.child.kill("SIGKILL");
  await killed.ended;
  expect(existsSync(killed.folder)).toBe(true);
  const next = await run();
  expect(
    readdirSync(parent)
      .map((name) => join(parent, name))
      .sort(),
  ).toEqual([running.folder, next.folder].sort());
  for (const { child, ended } of [running, next]) {
    child.stdin.end();
    await ended;
  }
});
