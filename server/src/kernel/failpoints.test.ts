import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, expect, test, vi } from "vitest";
import { armFailpoint, failpoint, failpoints, parseFailpoint } from "./failpoints.ts";

const source = fileURLToPath(new URL("../", import.meta.url));
const code = readdirSync(source, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts"))
  .map((path) => readFileSync(join(source, path), "utf8"))
  .join("\n");

const kill = vi.spyOn(process, "kill").mockReturnValue(true);
afterEach(() => {
  armFailpoint("");
  kill.mockClear();
});

test.each(failpoints)("R-22 %s is one place in the code", (name) => {
  expect(code.split(`failpoint("${name}")`)).toHaveLength(2);
});

test("R-22 nothing happens at any place unless the program was started to die there", () => {
  for (const name of failpoints) failpoint(name);
  expect(kill).not.toHaveBeenCalled();
});

test("R-22 a program dies at the pass it was told, and at no other place", () => {
  armFailpoint("job_before_ack:2");
  for (const name of failpoints) failpoint(name);
  expect(kill).not.toHaveBeenCalled();
  failpoint("job_before_ack");
  expect(kill).toHaveBeenCalledExactlyOnceWith(process.pid, "SIGKILL");
});

test("R-22 whoever only watches stays alive", () => {
  expect(parseFailpoint("watch")).toMatchObject({ at: "watch" });
  armFailpoint("watch");
  for (const name of failpoints) failpoint(name);
  expect(kill).not.toHaveBeenCalled();
});
