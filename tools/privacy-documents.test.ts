import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

import { describe, expect, test } from "vitest";

import { projectFiles, readProjectFile, root } from "./shared/project.ts";

/** What docs/privacy states about the product exists in the code. */

const privacyDocuments = projectFiles().filter((path) => /^docs\/privacy\/.*\.md$/.test(path));
const all = privacyDocuments.map(readProjectFile).join("\n");
const operators = projectFiles()
  .filter((path) => /^server\/src\/modules\/operators\/.*-commands\.ts$/.test(path))
  .map(readProjectFile)
  .join("\n");
const exported = [...operators.matchAll(/export const \w+Commands = \{([^}]*)\}/g)]
  .map(([, names = ""]) => names)
  .join(",");
const commands = [...exported.matchAll(/(?:^|,)\s*"?([a-z-]+)"?(?=\s*[:,}]|\s*$)/g)].map(([, name = ""]) => name);

describe("the privacy documents", () => {
  test("name existing commands only [T-78]", () => {
    expect(commands).toEqual(
      expect.arrayContaining(["overdue", "breach-report", "breach-notify", "cases", "verify-audit"]),
    );
    const named = [...all.matchAll(/npm run operator -- ([a-z-]+)/g)].map(([, name = ""]) => name);
    expect(named.length).toBeGreaterThan(10);
    expect([...new Set(named)].filter((name) => !commands.includes(name))).toEqual([]);
  });

  test("name every provider port, so that no recipient is missing [T-78]", () => {
    const ports = new Set(
      projectFiles().flatMap((path) => /^server\/src\/providers\/([a-z-]+)\/(?!.*test)/.exec(path)?.[1] ?? []),
    );
    const register = readProjectFile("docs/privacy/register.md");
    const missing = [...ports].filter((port) => port !== "testing" && !register.includes(`\`${port}\``));
    expect(ports.size).toBeGreaterThan(12);
    expect(missing).toEqual([]);
  });

  test("cite known threats, and every threat about subjects [T-78]", () => {
    const requirements = readProjectFile("docs/requirements.md");
    const cited = [...new Set([...all.matchAll(/\b[TR]-\d\d\b/g)].map(([id]) => id))];
    expect(cited.filter((id) => !requirements.includes(`| ${id} |`))).toEqual([]);
    const ofPeople = [
      "T-38",
      "T-39",
      "T-40",
      "T-41",
      "T-42",
      "T-43",
      "T-44",
      "T-45",
      "T-46",
      "T-47",
      "T-48",
      "T-49",
      "T-51",
      "T-52",
      "T-53",
      "T-54",
      "T-55",
      "T-56",
      "T-75",
      "T-77",
      "T-78",
    ];
    expect(ofPeople.filter((id) => !cited.includes(id))).toEqual([]);
  });

  test("have no broken links [T-78]", () => {
    for (const path of privacyDocuments)
      for (const [, target = ""] of readProjectFile(path).matchAll(/\]\((?!https?:|#)([^)#]+)/g))
        expect([path, target, existsSync(join(root, dirname(path), target))]).toEqual([path, target, true]);
  });
});
