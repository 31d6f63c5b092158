import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "idanimo-alone-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A program that records the start and the end of its work, which takes a while. */
function worker(): Promise<number | null> {
  const program = `
    import { appendFileSync } from "node:fs";
    import { alone } from ${JSON.stringify(join(import.meta.dirname, "exclusive-lock.mjs"))};
    const note = (word) => appendFileSync(${JSON.stringify(join(folder, "notes"))}, word + " ");
    await alone(() => { note("begin"); const end = Date.now() + 200; while (Date.now() < end); note("end"); }, ${JSON.stringify(folder)});`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", program], { stdio: "ignore" });
  return new Promise((resolve) => child.once("close", resolve));
}

test("runs concurrent preparations one after the other", async () => {
  expect(await Promise.all([worker(), worker(), worker()])).toEqual([0, 0, 0]);
  expect(readFileSync(join(folder, "notes"), "utf8")).toBe("begin end begin end begin end ");
});

test("takes over from a process that died during its preparation", async () => {
  const dead = execFileSync("/bin/sh", ["-c", "echo $$"], { encoding: "utf8" }).trim();
  mkdirSync(join(folder, "preparing"));
  writeFileSync(join(folder, "preparing", "owner"), dead);
  expect(await worker()).toBe(0);
});
