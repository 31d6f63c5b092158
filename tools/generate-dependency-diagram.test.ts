import { expect, test } from "vitest";

import { dependencyEdges, nodeOf, mermaidDiagram } from "./generate-dependency-diagram.ts";
import { replaceSection } from "./shared/generated-page.ts";

test.each([
  { path: "server/src/modules/wallet/use-cases/pay.ts", box: "server/modules/wallet" },
  { path: "server/src/modules/wallet/index.ts", box: "server/modules/wallet" },
  { path: "server/src/kernel/clock.ts", box: "server/kernel" },
  { path: "server/src/main.ts", box: "server/main" },
  { path: "contract/src/money.ts", box: "contract" },
  { path: "web/src/features/pay/PayButton.tsx", box: "web/features/pay" },
  { path: "node_modules/zod/index.js", box: undefined },
])("draws $path in $box", ({ path, box }) => {
  expect(nodeOf(path)).toBe(box);
});

test("draws one arrow for several imports, and none for tests and internal imports", () => {
  const modules = [
    { source: "server/src/http/app.ts", imports: ["server/src/kernel/ids.ts", "server/src/http/guards.ts"] },
    { source: "server/src/http/guards.ts", imports: ["server/src/kernel/clock.ts", "node_modules/zod/index.js"] },
    { source: "server/src/kernel/clock.test.ts", imports: ["server/src/http/app.ts"] },
  ];
  expect(dependencyEdges(modules)).toEqual([["server/http", "server/kernel"]]);
  expect(mermaidDiagram(dependencyEdges(modules))).toContain("server_http --> server_kernel");
});

test("replaces the section between its markers and nothing else", () => {
  const page = "before\n<!-- arrows:start -->\nold\n<!-- arrows:end -->\nafter\n";
  expect(replaceSection(page, "arrows", "new")).toBe(
    "before\n<!-- arrows:start -->\nnew\n<!-- arrows:end -->\nafter\n",
  );
  expect(replaceSection("no markers", "arrows", "new")).toBeUndefined();
});
