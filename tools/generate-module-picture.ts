// Draws the server's modules and folders with their dependencies into docs/architecture.md, from the real imports. Fails
// if a dependency is circular or the picture has too many boxes. With --check it only reports whether it is current.
import { runDependencyCruiser, type Module } from "./shared/dependency-cruiser.ts";
import { updateGeneratedPage } from "./shared/generated-page.ts";
import { reportFindings, root } from "./shared/project.ts";

/** More boxes do not fit on one screen. */
const boxesMax = 25;

/** Folders drawn in the box of another one, which they belong to. */
const drawnWith = new Map([
  ["jobs", "database"],
  ["pages", "documents"],
  ["console", "app"],
  ["sponsors", "app"],
]);

/** Each box and the boxes that it imports. */
export type BoxGraph = ReadonlyMap<string, ReadonlySet<string>>;

/** The box of a source file; undefined for tests and for everything outside the server. */
export function boxOf(path: string): string | undefined {
  if (/\.test\.ts$|\/testing(\/|\.ts$)/.test(path)) return undefined;
  const [, folder, name] = /^server\/src\/([^/]+)(?:\/([^/]+))?/.exec(path) ?? [];
  const box = folder === "modules" ? name : folder?.endsWith(".ts") ? "app" : folder; // entry points start the application
  return box === undefined ? undefined : (drawnWith.get(box) ?? box);
}

export function boxGraph(modules: readonly Module[]): BoxGraph {
  const graph = new Map<string, Set<string>>();
  for (const { source, imports } of modules) {
    const from = boxOf(source);
    if (from === undefined) continue;
    const targets = graph.get(from) ?? new Set();
    graph.set(from, targets);
    for (const to of imports.map(boxOf)) if (to !== undefined && to !== from) targets.add(to);
  }
  return graph;
}

/** The boxes that a box imports, directly or over others; contains the box itself if it is in a cycle. */
function reachable(graph: BoxGraph, from: string): ReadonlySet<string> {
  const seen = new Set<string>();
  const open = [...(graph.get(from) ?? [])];
  for (let box = open.pop(); box !== undefined; box = open.pop()) {
    if (seen.has(box)) continue;
    seen.add(box);
    open.push(...(graph.get(box) ?? []));
  }
  return seen;
}

/** Boxes that import each other. */
export const findCircularBoxes = (graph: BoxGraph): string[] =>
  [...graph.keys()].filter((box) => reachable(graph, box).has(box)).sort();

/** Removes each arrow that a longer path implies. */
export function reduceGraph(graph: BoxGraph): BoxGraph {
  const reduce = (targets: ReadonlySet<string>) =>
    [...targets].filter((to) => ![...targets].some((other) => other !== to && reachable(graph, other).has(to)));
  return new Map([...graph].map(([box, targets]) => [box, new Set(reduce(targets))]));
}

/** The diagram's text. @param isModule whether a box is a capability; the others are shared code */
export function renderPicture(graph: BoxGraph, isModule: (box: string) => boolean): string {
  const arrows = [...reduceGraph(graph)]
    .flatMap(([from, targets]) => [...targets].map((to) => `  ${from} --> ${to}`))
    .sort();
  return [
    "```mermaid",
    "flowchart TD",
    `  classDef shared stroke-dasharray: 4`,
    ...[...graph.keys()].sort().map((box) => `  ${box}${isModule(box) ? "" : ":::shared"}`),
    ...arrows,
    "```",
  ].join("\n");
}

const [begin, end] = ["<!-- modules: drawn by tools/generate-module-picture.ts -->", "<!-- modules end -->"];

/** The page with the picture between its two marks. @throws if it has no marks */
export function replacePicture(page: string, picture: string): string {
  const [before, rest] = page.split(begin);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined) throw new Error(`the page has no marks ${begin} and ${end}`);
  return `${before}${begin}\n\n${picture}\n\n${end}${after}`;
}

if (import.meta.main) {
  const { modules } = runDependencyCruiser(root, ["server/src"]);
  const graph = boxGraph(modules);
  const isModule = (box: string) => modules.some(({ source }) => source.startsWith(`server/src/modules/${box}/`));
  const circular = findCircularBoxes(graph);
  if (circular.length > 0) reportFindings([`these import each other: ${circular.join(", ")}`], "");
  else if (graph.size > boxesMax) reportFindings([`${graph.size} boxes are more than ${boxesMax}`], "");
  else updateGeneratedPage("docs/architecture.md", (page) => replacePicture(page, renderPicture(graph, isModule)));
}
