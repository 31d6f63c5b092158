// Draws the dependencies between modules into docs/architecture.md, from the imports. With --check it only reports
// whether the diagram is current.
import { runDependencyCruiser, type Module, workspaces } from "./shared/dependency-cruiser.ts";
import { replaceSection, updateGeneratedPage } from "./shared/generated-page.ts";
import { root } from "./shared/project.ts";

/** Workspaces drawn by their modules; the others are one box each. */
const subdividedWorkspaces = new Set(["server", "web"]);
const isTest = /\.test\.tsx?$|\/testing\.ts$|\/testing\//;

/**
 * The box of a file: "server/modules/wallet", "server/kernel", "contract"; undefined for files outside all boxes.
 */
export function nodeOf(path: string): string | undefined {
  const [workspace = "", source = "", room = "", name = "", ...rest] = path.split("/");
  if (!workspaces.some((known) => known === workspace)) return undefined;
  if (!subdividedWorkspaces.has(workspace)) return workspace;
  if (source !== "src") return undefined; // the workspace's own tools and settings
  if (name === "") return `${workspace}/main`; // files such as main.ts and config.ts
  const divided = room === "modules" || room === "features";
  return divided && rest.length > 0 ? `${workspace}/${room}/${name}` : `${workspace}/${room}`;
}

/** All dependencies between boxes, each once, in a fixed order. */
export function dependencyEdges(modules: readonly Module[]): (readonly [from: string, to: string])[] {
  const found = new Set<string>();
  for (const { source, imports } of modules) {
    const from = isTest.test(source) ? undefined : nodeOf(source);
    for (const to of from ? imports.map(nodeOf) : []) if (to && to !== from) found.add(`${from} ${to}`);
  }
  return [...found].sort().map((arrow) => {
    const [from = "", to = ""] = arrow.split(" ");
    return [from, to] as const;
  });
}

/** The diagram: a frame for each workspace and for the server's modules, and the arrows. */
export function mermaidDiagram(found: readonly (readonly [string, string])[]): string {
  const boxes = [...new Set(found.flat())].sort();
  const frames = Map.groupBy(boxes, (box) => box.split("/")[0] ?? box);
  const frame = ([name, inside]: [string, string[]]) =>
    inside.length === 1 && inside[0] === name
      ? [`  ${name}`]
      : [`  subgraph ${name}-all["${name}"]`, ...inside.map((box) => `    ${idOf(box)}["${labelOf(box)}"]`), "  end"];
  const lines = [...frames].flatMap(frame);
  return [
    "```mermaid",
    "flowchart TD",
    ...lines,
    ...found.map(([from, to]) => `  ${idOf(from)} --> ${idOf(to)}`),
    "```",
  ].join("\n");
}

const idOf = (box: string) => box.replaceAll("/", "_");
const labelOf = (box: string) => box.split("/").slice(1).join("/");

if (import.meta.main) {
  const diagram = mermaidDiagram(dependencyEdges(runDependencyCruiser(root, workspaces).modules));
  updateGeneratedPage("docs/architecture.md", (page) => replaceSection(page, "arrows", diagram));
}
