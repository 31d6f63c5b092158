// Draws which part of the house calls which into docs/architecture.md, from the imports themselves. With --check it only
// says whether the picture is current.
import { cruise, type Module, workspaces } from "./shared/cruise.ts";
import { between, drawInto } from "./shared/drawn.ts";
import { root } from "./shared/project.ts";

/** Workspaces drawn by their rooms; the others are one box each. */
const withRooms = new Set(["server", "web"]);
const isTest = /\.test\.tsx?$|\/testing\.ts$|\/testing\//;

/**
 * The box a file is drawn in: "server/modules/wallet", "server/kernel", "contract"; undefined for files outside of all.
 */
export function boxOf(path: string): string | undefined {
  const [workspace = "", source = "", room = "", name = "", ...rest] = path.split("/");
  if (!workspaces.some((known) => known === workspace)) return undefined;
  if (!withRooms.has(workspace)) return workspace;
  if (source !== "src") return undefined; // the workspace's own tools and settings
  if (name === "") return `${workspace}/main`; // main.ts, config.ts and their like
  const divided = room === "modules" || room === "features";
  return divided && rest.length > 0 ? `${workspace}/${room}/${name}` : `${workspace}/${room}`;
}

/** All arrows between boxes, each once, in a fixed order. */
export function arrows(modules: readonly Module[]): (readonly [from: string, to: string])[] {
  const found = new Set<string>();
  for (const { source, imports } of modules) {
    const from = isTest.test(source) ? undefined : boxOf(source);
    for (const to of from ? imports.map(boxOf) : []) if (to && to !== from) found.add(`${from} ${to}`);
  }
  return [...found].sort().map((arrow) => {
    const [from = "", to = ""] = arrow.split(" ");
    return [from, to] as const;
  });
}

/** The picture: a frame for each workspace and for the server's modules, and the arrows. */
export function picture(found: readonly (readonly [string, string])[]): string {
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
  const drawing = picture(arrows(cruise(root, workspaces).modules));
  drawInto("docs/architecture.md", (page) => between(page, "arrows", drawing));
}
