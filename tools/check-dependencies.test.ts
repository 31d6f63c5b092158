import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { dependencyFindings } from "./check-dependencies.ts";
import { runDependencyCruiser } from "./shared/dependency-cruiser.ts";
import { root } from "./shared/project.ts";

let projectFolder: string;

beforeEach(() => {
  projectFolder = mkdtempSync(join(tmpdir(), "idanimo-dependencies-"));
  cpSync(join(root, ".dependency-cruiser.mjs"), join(projectFolder, ".dependency-cruiser.mjs"));
  cpSync(join(root, "package.json"), join(projectFolder, "package.json"));
  for (const side of ["contract", "server", "web", "sandbox"]) {
    mkdirSync(join(projectFolder, side));
    cpSync(join(root, side, "package.json"), join(projectFolder, side, "package.json"));
  }
  symlinkSync(join(root, "node_modules"), join(projectFolder, "node_modules"));
});

afterEach(() => rmSync(projectFolder, { recursive: true, force: true }));

/** Findings in a small project of these files. */
function found(files: Record<string, string>, config?: string): string[] {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(projectFolder, path)), { recursive: true });
    writeFileSync(join(projectFolder, path), text);
  }
  const sides = ["contract", "server", "web", "sandbox"];
  return dependencyFindings(runDependencyCruiser(projectFolder, sides, config), Object.keys(files), (path) =>
    readFileSync(join(projectFolder, path), "utf8"),
  );
}

const value = "export const value: number = 1;\n";
const uses = (path: string) => `import { value } from "${path}";\nexport const used: number = value;\n`;

const planted: readonly { title: string; rule: string; files: Record<string, string> }[] = [
  {
    title: "of a module on a later one, even for a type",
    rule: "wallet-imports-later-module",
    files: {
      "server/src/modules/payments/index.ts": "export type Value = number;\n",
      "server/src/modules/wallet/rules-book.ts":
        'import type { Value } from "../payments/index.ts";\nexport const x: Value = 1;\n',
    },
  },
  {
    title: "on a file of another module except its index",
    rule: "modules-are-imported-by-index",
    files: {
      "server/src/modules/wallet/store.ts": value,
      "server/src/modules/payments/index.ts": uses("../wallet/store.ts"),
    },
  },
  {
    title: "of two files on each other",
    rule: "no-cycles",
    files: {
      "server/src/http/one.ts": 'import { two } from "./two.ts";\nexport const one = (): number => two();\n',
      "server/src/http/two.ts": 'import { one } from "./one.ts";\nexport const two = (): number => one();\n',
    },
  },
  {
    title: "of the web on the server",
    rule: "workspaces-are-independent",
    files: { "server/src/x.ts": value, "web/src/ui/Y.tsx": uses("../../../server/src/x.ts") },
  },
  {
    title: "of the kernel on a higher layer",
    rule: "kernel-imports-only-itself",
    files: { "server/src/http/app.ts": value, "server/src/kernel/clock.ts": uses("../http/app.ts") },
  },
  {
    title: "of a route on a store",
    rule: "routes-do-not-query",
    files: {
      "server/src/modules/wallet/store.ts": value,
      "server/src/modules/wallet/routes.ts": uses("./store.ts"),
    },
  },
  {
    title: "of rules on files, network or database",
    rule: "rules-are-pure",
    files: {
      "server/src/modules/wallet/rules.ts": 'import { readFileSync } from "node:fs";\nexport const x = readFileSync;\n',
    },
  },
  {
    title: "on a package that the workspace does not declare",
    rule: "imports-are-declared",
    files: { "contract/src/x.ts": 'import { createElement } from "react";\nexport const x = createElement;\n' },
  },
  {
    title: "of product code on test code",
    rule: "product-does-not-import-tests",
    files: { "server/src/http/testing.ts": value, "server/src/http/app.ts": uses("./testing.ts") },
  },
];

test.each(planted)("finds a forbidden dependency $title", ({ rule, files }) => {
  expect(found(files).map((finding) => finding.split(":")[0])).toContain(rule);
});

test("accepts an allowed dependency", () => {
  expect(found({ "server/src/kernel/a.ts": value, "server/src/http/b.ts": uses("../kernel/a.ts") })).toEqual([]);
});

test("fails when the tool cannot read TypeScript", () => {
  writeFileSync(
    join(projectFolder, "blind.mjs"),
    'import config from "./.dependency-cruiser.mjs";\nexport default { ...config, options: { ...config.options, parser: "acorn" } };\n',
  );
  const files = {
    "server/src/kernel/a.ts": value,
    "server/src/kernel/b.ts": uses("../http/c.ts"),
    "server/src/http/c.ts": value,
  };
  expect(found(files, "blind.mjs")).not.toEqual([]);
});
