// Every table has one owner (`server/src/database/table-owners.ts`): no other module names it in a Kysely call or in a
// statement's text. Prints the uses that are not documented there.
import { parseSync } from "@swc/core";

import { tableOwners, type TableUses, usesToRemove } from "../server/src/database/table-owners.ts";
import { namedRelations } from "./shared/sql-relations.ts";
import { projectFiles, readProjectFile, reportFindings } from "./shared/project.ts";

/** Kysely's methods whose first argument names a table. */
const tableMethods: ReadonlySet<unknown> = new Set([
  "selectFrom",
  "insertInto",
  "updateTable",
  "deleteFrom",
  "mergeInto",
  "from",
  "using",
  "table",
  "innerJoin",
  "leftJoin",
  "rightJoin",
  "fullJoin",
  "crossJoin",
  "innerJoinLateral",
  "leftJoinLateral",
  "crossJoinLateral",
]);

/** Arguments that are no literal. */
const variables: ReadonlySet<unknown> = new Set(["Identifier", "MemberExpression"]);

type Node = Readonly<Record<string, unknown>>;
const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null;

/** All nodes of a syntax tree. */
function* nodesOf(value: unknown): Generator<Node> {
  if (!isNode(value)) return;
  if (!Array.isArray(value)) yield value;
  for (const child of Object.values(value)) yield* nodesOf(child);
}

const stringOf = (node: unknown): string | undefined =>
  isNode(node) && node["type"] === "StringLiteral" && typeof node["value"] === "string" ? node["value"] : undefined;

/** Text of a template, with a parameter in place of each value. */
function templateText(node: Node): string {
  const quasis = Array.isArray(node["quasis"]) ? node["quasis"] : [];
  return quasis.map((quasi: unknown) => (isNode(quasi) ? String(quasi["cooked"]) : "")).join(" $0 ");
}

/** Names of the tables that a TypeScript file uses, once per use. */
export function tablesInTypeScript(text: string, isTable: (name: string) => boolean): string[] {
  const found: string[] = [];
  const literals: string[] = [];
  let namesVary = false; // a call that takes the table's name from a variable: any literal may be the name
  for (const node of nodesOf(parseSync(text, { syntax: "typescript", target: "esnext" }))) {
    if (node["type"] === "TemplateLiteral") found.push(...namedRelations(templateText(node)).filter(isTable));
    const literal = stringOf(node);
    if (literal !== undefined) {
      literals.push(literal);
      found.push(...namedRelations(literal).filter(isTable));
    }
    if (node["type"] !== "CallExpression" || !isNode(node["callee"])) continue;
    const { property, object } = node["callee"];
    if (!isNode(property) || !tableMethods.has(property["value"])) continue;
    if (property["value"] === "table" && !(isNode(object) && object["value"] === "sql")) continue;
    const [first] = Array.isArray(node["arguments"]) ? node["arguments"] : [];
    const argument: unknown = isNode(first) ? first["expression"] : undefined;
    if (!isNode(argument)) continue;
    const elements = Array.isArray(argument["elements"])
      ? argument["elements"].map((element: unknown) => isNode(element) && element["expression"])
      : [argument];
    for (const element of elements) {
      const name = stringOf(element)?.split(" ")[0];
      if (name !== undefined && isTable(name)) found.push(name);
      if (isNode(element) && variables.has(element["type"]) && property["value"] !== "from") namesVary = true;
    }
  }
  return namesVary ? [...found, ...literals.filter(isTable)] : found;
}

/** The owner to which a file of the server belongs: its module, or its folder of the base. */
export function ownerOfFile(path: string): string {
  const [, name] = /^server\/src\/(?:modules\/)?([^/]+)\//.exec(path) ?? [];
  return name ?? "app";
}

/** Uses of other owners' tables in a file, as table and number. */
export function foreignTables(path: string, text: string): Readonly<Record<string, number>> {
  const owners: Readonly<Record<string, string>> = tableOwners;
  const uses: Record<string, number> = {};
  for (const table of tablesInTypeScript(text, (name) => Object.hasOwn(owners, name)))
    if (owners[table] !== ownerOfFile(path)) uses[table] = (uses[table] ?? 0) + 1;
  return uses;
}

/** Uses in a file beyond those that are listed. */
export function tableFindings(path: string, text: string, listed: TableUses = usesToRemove): string[] {
  const owners: Readonly<Record<string, string>> = tableOwners;
  return Object.entries(foreignTables(path, text)).flatMap(([table, uses]) => {
    const allowed = listed[path]?.[table] ?? 0;
    if (uses <= allowed) return [];
    return [
      `${path} names ${table} of ${owners[table] ?? ""} (${uses} uses, ${allowed} allowed): call the owner's index.ts`,
    ];
  });
}

const isProductFile = (path: string) => /^server\/src\/.*\.ts$/.test(path) && !/\.test\.ts$|\/testing\//.test(path);

if (import.meta.main) {
  const files = projectFiles().filter(isProductFile);
  if (process.argv.includes("--list")) {
    const uses = files.map((path) => [path, foreignTables(path, readProjectFile(path))] as const);
    console.log(
      JSON.stringify(Object.fromEntries(uses.filter(([, tables]) => Object.keys(tables).length > 0)), null, 2),
    );
  } else {
    const gone = Object.keys(usesToRemove).filter((path) => !files.includes(path));
    const findings = files.flatMap((path) => tableFindings(path, readProjectFile(path)));
    reportFindings(
      [...gone.map((path) => `${path} does not exist; delete it from usesToRemove`), ...findings],
      `tables: ${files.length} files name no table of another owner beyond those of usesToRemove`,
    );
  }
}
