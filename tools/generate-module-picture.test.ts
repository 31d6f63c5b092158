import { describe, expect, test } from "vitest";

import {
  boxGraph,
  boxOf,
  findCircularBoxes,
  reduceGraph,
  renderPicture,
  replacePicture,
} from "./generate-module-picture.ts";

const graphOf = (all: Readonly<Record<string, readonly string[]>>) =>
  new Map(Object.entries(all).map(([box, targets]) => [box, new Set(targets)]));

describe("boxOf", () => {
  test.each([
    ["server/src/modules/wallet/store.ts", "wallet"],
    ["server/src/http/mount.ts", "http"],
    ["server/src/main.ts", "app"],
    ["server/src/modules/wallet/store.test.ts", undefined],
    ["server/src/testing/app.ts", undefined],
    ["server/src/modules/wallet/testing/steps.ts", undefined],
    ["contract/src/money.ts", undefined],
  ])("%s is part of %s", (path, box) => expect(boxOf(path)).toBe(box));
});

describe("boxGraph", () => {
  test("joins the imports of a box's files, without its own and those of tests", () => {
    const graph = boxGraph([
      { source: "server/src/modules/wallet/store.ts", imports: ["server/src/kernel/ids.ts"] },
      { source: "server/src/modules/wallet/index.ts", imports: ["server/src/modules/wallet/store.ts"] },
      { source: "server/src/modules/wallet/store.test.ts", imports: ["server/src/app/program.ts"] },
      { source: "server/src/kernel/ids.ts", imports: ["node_modules/uuid/index.js"] },
    ]);
    expect(graph).toEqual(graphOf({ wallet: ["kernel"], kernel: [] }));
  });
});

describe("findCircularBoxes", () => {
  test("names the boxes of a cycle and no others", () => {
    const graph = graphOf({ app: ["wallet"], wallet: ["audit"], audit: ["wallet", "kernel"], kernel: [] });
    expect(findCircularBoxes(graph)).toEqual(["audit", "wallet"]);
  });

  test("finds none where arrows go one way", () => {
    expect(findCircularBoxes(graphOf({ app: ["wallet", "kernel"], wallet: ["kernel"], kernel: [] }))).toEqual([]);
  });
});

describe("renderPicture", () => {
  const graph = graphOf({ app: ["wallet", "kernel"], wallet: ["kernel"], kernel: [] });

  test("omits an arrow that a longer path implies", () => {
    expect(reduceGraph(graph)).toEqual(graphOf({ app: ["wallet"], wallet: ["kernel"], kernel: [] }));
  });

  test("draws each box once, shared code dashed", () => {
    const lines = renderPicture(graph, (box) => box === "wallet").split("\n");
    expect(lines.slice(3, -1)).toEqual([
      "  app:::shared",
      "  kernel:::shared",
      "  wallet",
      "  app --> wallet",
      "  wallet --> kernel",
    ]);
  });
});

describe("replacePicture", () => {
  const page =
    "before\n<!-- modules: drawn by tools/generate-module-picture.ts -->\nold\n<!-- modules end -->\nafter\n";

  test("replaces only what is between the marks", () => {
    const replaced = replacePicture(page, "new");
    expect(replaced).toMatch(/^before\n<!-- [^\n]* -->\n\nnew\n\n<!-- modules end -->\nafter\n$/);
    expect(replacePicture(replaced, "new")).toBe(replaced);
  });

  test("throws for a page without marks", () => {
    expect(() => replacePicture("text", "new")).toThrow("no marks");
  });
});
