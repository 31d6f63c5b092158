// Draws every life the server knows (each `…Transitions` of a states.ts) into docs/states.md. With --check it only says
// whether the page is current.
import { basename, dirname, join } from "node:path";

import { drawInto } from "./shared/drawn.ts";
import { entriesOf } from "./shared/json.ts";
import { projectFiles, root } from "./shared/project.ts";

/** A table of moves: state, then event, then the next state. */
type Table = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** A life and where its table stands. */
export type Life = { readonly name: string; readonly file: string; readonly table: Table };

/** Reads a table from a module's export; throws when it is none. */
export function readTable(value: unknown, name: string): Table {
  const rows = entriesOf(value).map(([state, moves]) => {
    const cells = entriesOf(moves).map(([event, to]) => {
      if (typeof to !== "string") throw new Error(`${name}: ${state} + ${event} leads to no state`);
      return [event, to] as const;
    });
    return [state, Object.fromEntries(cells)] as const;
  });
  if (rows.length === 0) throw new Error(`${name} holds no state`);
  return Object.fromEntries(rows);
}

/** The page. The first state of a table is where its life begins; a state without moves ends it. */
export function statesPage(lives: readonly Life[]): string {
  return [
    "# Lives",
    "",
    "Drawn by `tools/draw-states.ts` from the tables in the code; do not edit by hand. What is not drawn is refused.",
    ...lives.flatMap(section),
    "",
  ].join("\n");
}

function section({ name, file, table }: Life): string[] {
  const [first = ""] = Object.keys(table);
  const moves = Object.entries(table).flatMap(([from, row]) => {
    const ends = Object.keys(row).length === 0 ? [`  ${from} --> [*]`] : [];
    return [...Object.entries(row).map(([event, to]) => `  ${from} --> ${to}: ${event}`), ...ends];
  });
  return [
    "",
    `## ${name}`,
    "",
    `From \`${file}\`.`,
    "",
    "```mermaid",
    "stateDiagram-v2",
    `  [*] --> ${first}`,
    ...moves,
    "```",
  ];
}

async function livesOf(file: string): Promise<Life[]> {
  const exported: unknown = await import(join(root, file));
  return entriesOf(exported)
    .filter(([name]) => name.endsWith("Transitions"))
    .map(([name, value]) => ({ name: titleOf(name), file, table: readTable(value, name) }));
}

/** "paymentTransitions" is the life of a payment. */
function titleOf(name: string): string {
  const words = name.replace(/Transitions$/, "").replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

if (import.meta.main) {
  const files = projectFiles().filter(
    (path) => dirname(path).startsWith("server/src") && basename(path) === "states.ts",
  );
  const lives = (await Promise.all(files.map(livesOf))).flat();
  if (lives.length === 0) throw new Error("no table of states was found");
  drawInto("docs/states.md", () => statesPage(lives));
}
