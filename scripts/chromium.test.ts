import { execFileSync, spawnSync } from "node:child_process";
import { join } from "node:path";

import { expect, test } from "vitest";

import { root } from "./prepare/project-paths.mjs";

const program = join(root, "scripts", "chromium.mjs");

test("prints the path of a Chromium that starts, and nothing else", () => {
  const path = execFileSync(process.execPath, [program], { encoding: "utf8" });
  expect(path).toMatch(/^\/[^\n]+\n$/);
  expect(spawnSync(path.trim(), ["--version"]).status).toBe(0);
});

test("rejects a CHROMIUM_PATH that does not start", () => {
  const env = { ...process.env, CHROMIUM_PATH: "/nonexistent/chromium" };
  const { status, stderr } = spawnSync(process.execPath, [program], { env, encoding: "utf8" });
  expect(status).toBe(1);
  expect(stderr).toMatch(/CHROMIUM_PATH names \/nonexistent\/chromium, which does not start/);
});
