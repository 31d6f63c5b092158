import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), "utf8");

test("the architecture page lists the modules in the order that the import rules have", () => {
  const rules = /const modules = \[([^\]]*)\]/.exec(read(".dependency-cruiser.mjs"))?.[1] ?? "";
  const page = /later modules in this order:([^.]*)\./.exec(read("docs/architecture.md"))?.[1] ?? "";
  const inRules = [...rules.matchAll(/"([a-z-]+)"/g)].map(([, name]) => name);
  expect(inRules.length).toBeGreaterThan(10);
  expect([...page.matchAll(/`([a-z-]+)`/g)].map(([, name]) => name)).toEqual(inRules);
});
