import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { inRoot } from "../../program.ts";
import { runTimePackages } from "./run-time-packages.ts";

const lock = (versions: { readonly a?: string; readonly inner?: string; readonly builder?: string }) =>
  JSON.stringify({
    packages: {
      server: { version: "0.1.0", dependencies: { a: "*", "@own/contract": "*" }, devDependencies: { builder: "*" } },
      contract: { version: "0.1.0", dependencies: { "@x/inner": "*" } },
      "node_modules/@own/contract": { resolved: "contract", link: true },
      "node_modules/a": { version: versions.a ?? "1.0.0", dependencies: { "@x/inner": "*" } },
      "node_modules/a/node_modules/@x/inner": { version: versions.inner ?? "2.0.0" },
      "node_modules/@x/inner": { version: "1.0.0" },
      "node_modules/builder": { version: versions.builder ?? "1.0.0", devDependencies: {} },
    },
  });
const of = (versions: Parameters<typeof lock>[0]) => runTimePackages(lock(versions), "server");

test("R-32 two versions can stand side by side when what they run on is the same, whatever builds them", () => {
  expect(of({ builder: "2.0.0" })).toEqual(of({}));
  expect(of({ a: "1.0.1" })).not.toEqual(of({}));
  expect(of({ inner: "2.0.1" })).not.toEqual(of({}));
  expect(of({})).toContain("node_modules/@x/inner@1.0.0"); // of the contract, which the server runs on
});

test("what the server runs on is found in the lock file, and its tools are not", () => {
  const all = runTimePackages(readFileSync(inRoot("package-lock.json"), "utf8"), "server").join("\n");
  expect(all).toMatch(/^node_modules\/fastify@/m);
  expect(all).toMatch(/^contract@/m);
  expect(all).not.toMatch(/^node_modules\/(rolldown|vitest|typescript)@/m);
});
