import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

import { describe, expect, test } from "vitest";

import { projectFiles, readProjectFile, root } from "./shared/project.ts";

/** What docs/privacy tells of the product is there in the product. */

const papers = projectFiles().filter((path) => /^docs\/privacy\/.*\.md$/.test(path));
const all = papers.map(readProjectFile).join("\n");
const operators = projectFiles()
  .filter((path) => /^server\/src\/modules\/operators\/.*-commands\.ts$/.test(path))
  .map(readProjectFile)
  .join("\n");
const exported = [...operators.matchAll(/export const \w+Commands = \{([^}]*)\}/g)]
  .map(([, names = ""]) => names)
  .join(",");
const commands = [...exported.matchAll(/(?:^|,)\s*"?([a-z-]+)"?(?=\s*[:,}]|\s*$)/g)].map(([, name = ""]) => name);

describe("T-78 the papers of data protection", () => {
  test("name commands that there are", () => {
    expect(commands).toEqual(expect.arrayContaining(["watch", "drill", "drill-tell", "cases", "verify-audit"]));
    const named = [...all.matchAll(/npm run operator -- ([a-z-]+)/g)].map(([, name = ""]) => name);
    expect(named.length).toBeGreaterThan(10);
    expect([...new Set(named)].filter((name) => !commands.includes(name))).toEqual([]);
  });

  test("name every port to the outside, so that no recipient is forgotten", () => {
    const ports = new Set(
      projectFiles().flatMap((path) => /^server\/src\/providers\/([a-z-]+)\/(?!.*test)/.exec(path)?.[1] ?? []),
    );
    const register = readProjectFile("docs/privacy/register.md");
    const missing = [...ports].filter((port) => port !== "testing" && !register.includes(`\`${port}\``));
    expect(ports.size).toBeGreaterThan(12);
    expect(missing).toEqual([]);
  });

  test("cite threats that are in the list, and every one that is about the person looked up", () => {
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

  test("lead nowhere that is not", () => {
    for (const paper of papers)
      for (const [, target = ""] of readProjectFile(paper).matchAll(/\]\((?!https?:|#)([^)#]+)/g))
        expect([paper, target, existsSync(join(root, dirname(paper), target))]).toEqual([paper, target, true]);
  });
});
