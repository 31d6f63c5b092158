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

test.each(failpoints)("%s is used once in the code [R-22]", (name) => {
  expect(code.split(`failpoint("${name}")`)).toHaveLength(2);
});

test("failpoints do nothing unless the program was started with one [R-22]", () => {
  for (const name of failpoints) failpoint(name);
  expect(kill).not.toHaveBeenCalled();
});

test("failpoints kill the program at the configured pass and no other [R-22]", () => {
  armFailpoint("job_before_ack:2");
  for (const name of failpoints) failpoint(name);
  expect(kill).not.toHaveBeenCalled();
  failpoint("job_before_ack");
  expect(kill).toHaveBeenCalledExactlyOnceWith(process.pid, "SIGKILL");
});

test("failpoints only print their names while watching [R-22]", () => {
  expect(parseFailpoint("watch")).toMatchObject({ at: "watch" });
  armFailpoint("watch");
  for (const name of failpoints) failpoint(name);
  expect(kill).not.toHaveBeenCalled();
});
