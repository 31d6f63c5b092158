// Every table has one owner (`server/src/database/table-owners.ts`): no other module names it in a Kysely call or in a
// statement's text. Prints the uses that are not documented there.
import { basename } from "node:path";
import { parseSync } from "@swc/core";

import { crossOwnerFunctions, functionOwners, readViews, tableOwners } from "../server/src/database/table-owners.ts";
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

/** Whether a call's first argument names a table: a Kysely method, `sql.table` or `readView`. */
function takesTable(callee: Node): boolean {
  const { property, object } = callee;
  if (!isNode(property)) return callee["value"] === "readView";
  if (property["value"] === "table") return isNode(object) && object["value"] === "sql";
  return tableMethods.has(property["value"]);
}

/** `Array.from(list)` is no statement. */
const isFrom = ({ property }: Node): boolean => isNode(property) && property["value"] === "from";

/** The first argument of a call, or the elements of that array. */
function firstArguments(call: Node): readonly Node[] {
  const [first] = Array.isArray(call["arguments"]) ? call["arguments"] : [];
  const argument: unknown = isNode(first) ? first["expression"] : undefined;
  if (!isNode(argument)) return [];
  if (!Array.isArray(argument["elements"])) return [argument];
  return argument["elements"]
    .map((element: unknown) => (isNode(element) ? element["expression"] : undefined))
    .filter(isNode);
}

/** Names of the tables that a TypeScript file uses, once per use. */
export function tablesInTypeScript(text: string, isTable: (name: string) => boolean): string[] {
  const found: string[] = [];
  const literals: string[] = [];
  let namesVary = false; // a call takes the table's name from a variable: any literal of the file may be the name
  for (const node of nodesOf(parseSync(text, { syntax: "typescript", target: "esnext" }))) {
    const literal = stringOf(node);
    if (literal !== undefined) literals.push(literal);
    const statement = node["type"] === "TemplateLiteral" ? templateText(node) : literal;
    if (statement !== undefined) found.push(...namedRelations(statement));
    if (node["type"] !== "CallExpression" || !isNode(node["callee"]) || !takesTable(node["callee"])) continue;
    for (const argument of firstArguments(node)) {
      const name = stringOf(argument)?.split(" ")[0];
      if (name !== undefined) found.push(name);
      if (variables.has(argument["type"]) && !isFrom(node["callee"])) namesVary = true;
    }
  }
  return [...found, ...(namesVary ? literals : [])].filter(isTable);
}

/** The owner to which a file of the server belongs: its module, or its folder of the base. */
export function ownerOfFile(path: string): string {
  const [, name] = /^server\/src\/(?:modules\/)?([^/]+)\//.exec(path) ?? [];
  return name ?? "app";
}

/** The tables of other owners that a file names. */
export function tableFindings(path: string, text: string): string[] {
  const owners: Readonly<Record<string, string>> = tableOwners;
  const named = new Set(tablesInTypeScript(text, (name) => Object.hasOwn(owners, name)));
  return [...named]
    .filter((table) => owners[table] !== ownerOfFile(path))
    .map((table) => `${path} names ${table} of ${owners[table] ?? ""}: call a function of its index.ts`);
}

const tables: Readonly<Record<string, string>> = tableOwners;
const functions: Readonly<Record<string, string>> = functionOwners;

/** Findings in the file of an SQL function: no owner, or tables of others without a reason. */
export function functionFindings(
  name: string,
  text: string,
  reasons: Readonly<Record<string, string>> = crossOwnerFunctions,
): string[] {
  const owner = functions[name];
  if (owner === undefined) return [`functionOwners lacks ${name}`];
  const named = namedRelations(text.replaceAll(/\binsert into audit_log\b/g, "")).filter((table) => tables[table]);
  const foreign = [...new Set(named.filter((table) => tables[table] !== owner))];
  if (foreign.length > 0 && reasons[name] === undefined)
    return [
      `the SQL function ${name} of ${owner} names ${foreign.join(", ")}; give it a reason in crossOwnerFunctions`,
    ];
  return foreign.length === 0 && reasons[name] !== undefined
    ? [`crossOwnerFunctions lists ${name}, which names only tables of ${owner}`]
    : [];
}

/** SQL functions of other modules that a TypeScript file calls. */
export function callFindings(path: string, text: string): string[] {
  const called = [...text.matchAll(/\b(?:select|from|join|as materialized)\s+(?:\*\s+from\s+)?([a-z_]+)\s*\(/g)];
  const foreign = called.flatMap(([, name = ""]) => {
    const owner = functions[name];
    return owner === undefined || owner === "database" || owner === ownerOfFile(path) ? [] : [name];
  });
  return [...new Set(foreign)].map((name) => `${path} calls the SQL function ${name} of ${functions[name] ?? ""}`);
}

/** Read views that are not listed, and listed ones that do not exist. */
export function viewFindings(defined: readonly string[], listed: readonly string[] = Object.keys(readViews)): string[] {
  return [
    ...defined.filter((view) => !listed.includes(view)).map((view) => `readViews lacks ${view} and its reason`),
    ...listed.filter((view) => !defined.includes(view)).map((view) => `readViews lists ${view}, which does not exist`),
  ];
}

/** Names of the views in a module's read-views.ts, as module/name. */
function viewsIn(path: string, text: string): string[] {
  if (!path.endsWith("/read-views.ts")) return [];
  return [...text.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => `${ownerOfFile(path)}/${name}`);
}

const isProductFile = (path: string) => /^server\/src\/.*\.ts$/.test(path) && !/\.test\.ts$|\/testing\//.test(path);

if (import.meta.main) {
  const files = projectFiles().filter(isProductFile);
  const sqlFunctions = projectFiles().filter((path) => /^server\/src\/database\/functions\/.*\.sql$/.test(path));
  reportFindings(
    [
      ...viewFindings(files.flatMap((path) => viewsIn(path, readProjectFile(path)))),
      ...files.flatMap((path) => tableFindings(path, readProjectFile(path))),
      ...sqlFunctions.flatMap((path) => functionFindings(basename(path, ".sql"), readProjectFile(path))),
      ...Object.keys(functionOwners)
        .filter((name) => !sqlFunctions.some((path) => basename(path, ".sql") === name))
        .map((name) => `functionOwners lists ${name}, which does not exist`),
      ...files.flatMap((path) => callFindings(path, readProjectFile(path))),
    ],
    `tables: ${files.length} files name no table of another owner`,
  );
}
