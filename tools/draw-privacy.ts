// Draws docs/privacy/retention.md from the code's own rules: the retention table, rows that are deleted whole, and the end of
// every table's rows. A table nobody has said the end of stops it. With --check it only says whether the page is current.
import { catalogue } from "../contract/src/catalogue.ts";
import { retention, type RetentionClass } from "../contract/src/expiry.ts";
import { codeLifeMinutes } from "../contract/src/limits.ts";
import { answerDays } from "../server/src/modules/consent/cases/rules.ts";
import { usefulMinutes } from "../server/src/modules/notifications/rules.ts";
import { oldRows } from "../server/src/modules/retention/old-rows.ts";
import { drawInto } from "./shared/drawn.ts";
import { type Kept, keptTables } from "./shared/kept.ts";
import { projectFiles, read } from "./shared/project.ts";

/** Names of the tables that are there after all migrations. */
export function tablesOf(migrations: readonly string[]): string[] {
  const there = new Set<string>();
  for (const [, what, name = ""] of migrations
    .join("\n")
    .matchAll(/^(create|drop) table (?:if (?:not )?exists )?([a-z_]+)/gim)) {
    if (what?.toLowerCase() === "create") there.add(name);
    else there.delete(name);
  }
  return [...there];
}

/** The texts of all migrations, in their order. */
export const migrations = (): string[] =>
  projectFiles()
    .filter((path) => /^server\/src\/database\/migrations\/.*\.sql$/.test(path))
    .map(read);

/** Tables that nobody has said the end of, and such as are no more. */
export function strays(tables: readonly string[], kept: Readonly<Record<string, Kept>>): string[] {
  return [
    ...tables
      .filter((name) => !Object.hasOwn(kept, name))
      .map((name) => `${name}: what it holds and when it ends is not said in tools/shared/kept.ts`),
    ...Object.keys(kept)
      .filter((name) => !tables.includes(name))
      .map((name) => `${name}: tools/shared/kept.ts tells of it, and there is no such table`),
  ];
}

const row = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
const table = (head: readonly string[], rows: readonly (readonly string[])[]) => [
  row(head),
  row(head.map(() => "---")),
  ...rows.map(row),
];
const hours = (count: number | null) =>
  count === null ? "does not apply" : `${count} ${count === 1 ? "hour" : "hours"}`;
const minutes = (count: number) => (count % 60 === 0 ? hours(count / 60) : `${count} minutes`);

const classes: readonly RetentionClass[] = ["person", "extension", "financial", "vehicle", "register"];
const searchesOf = (name: RetentionClass) =>
  Object.values(catalogue)
    .filter((one) => one.retention === name)
    .map(({ label }) => label)
    .join(", ");

/** The whole page. */
export function retentionPage(kept: Readonly<Record<string, Kept>>): string {
  const whose = [...new Set(Object.values(kept).map(({ of }) => of))];
  return [
    "# How long what is kept",
    "",
    "Drawn by `tools/draw-privacy.ts` from the rules the product itself follows; do not edit by hand. `npm run check` fails when it is stale, or when a table's end is not said.",
    "",
    "## Records",
    "",
    "What was typed, what was found, its files and the contact of the person. At its end the key goes first, in its own database; then the rows. Every read asks the clock, so nothing is readable past its end whether or not a job ran. A no, or a yes taken back, ends it at once.",
    "",
    ...table(
      ["Class", "Searches", "Waiting for an answer", "After the yes", "After it was asked for"],
      classes.map((name) => {
        const { awaitingHours, afterGrantHours, afterCreationHours } = retention[name];
        const cells = [awaitingHours, afterGrantHours, afterCreationHours].map(hours);
        return [
          name,
          searchesOf(name),
          ...(name === "register" ? ["asks nobody", "", "stays: a public register"] : cells),
        ];
      }),
    ),
    "",
    "## Rows that are deleted whole",
    "",
    ...table(
      ["What", "Table", "After"],
      oldRows.map(({ what, table: name, lives }) => [what, `\`${name}\``, lives === "0 hours" ? "at once" : lives]),
    ),
    "",
    "## Messages",
    "",
    `A message that could not be sent is given up, and its text erased, after this time. Codes in messages live ${codeLifeMinutes} minutes.`,
    "",
    ...table(
      ["Message", "At most"],
      Object.entries(usefulMinutes).map(([kind, most]) => [kind.replaceAll("_", " "), minutes(most)]),
    ),
    "",
    "## What a person asks of us is answered within",
    "",
    ...table(
      ["Asked", "Days"],
      Object.entries(answerDays).map(([kind, days]) => [kind, String(days)]),
    ),
    ...whose.flatMap((of) => [
      "",
      `## Tables about ${of}`,
      "",
      ...table(
        ["Table", "Holds", "Ends"],
        Object.entries(kept)
          .filter(([, one]) => one.of === of)
          .map(([name, { holds, ends }]) => [`\`${name}\``, holds, ends]),
      ),
    ]),
    "",
    "## Backups",
    "",
    "Backups of the main database may be kept as long as the operator needs: what was purged is sealed in them with keys that are gone. Backups of the key database are kept for at most 24 hours; longer ones would bring dead keys back.",
    "",
  ].join("\n");
}

if (import.meta.main) {
  const missing = strays(tablesOf(migrations()), keptTables);
  if (missing.length > 0) {
    console.log(missing.join("\n"));
    process.exitCode = 1;
  } else drawInto("docs/privacy/retention.md", () => retentionPage(keptTables));
}
