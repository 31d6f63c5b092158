import { parseSync } from "@swc/core";

/** A text in a source file, with `{…}` in place of each value. */
export type CopyString = { readonly line: number; readonly text: string };

type Node = Readonly<Record<string, unknown>>;
const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null;
const nodesIn = (value: unknown): readonly Node[] => (Array.isArray(value) ? value.filter(isNode) : []);

/** Attributes whose text is never read by a user. */
const technicalAttributes: ReadonlySet<unknown> = new Set([
  "className",
  "d",
  "href",
  "id",
  "key",
  "name",
  "rel",
  "src",
]);

const isJsx = (node: Node) => node["type"] === "JSXElement" || node["type"] === "JSXFragment";

/** The text of a JSX element and of the elements inside it, white space as shown. */
function jsxText(node: Node): string {
  if (node["type"] === "JSXText") return String(node["value"]).replace(/\s+/g, " ");
  if (isJsx(node)) return nodesIn(node["children"]).map(jsxText).join("");
  if (node["type"] !== "JSXExpressionContainer" || !isNode(node["expression"])) return "";
  const { type, value } = node["expression"];
  return type === "StringLiteral" ? String(value) : type === "JSXEmptyExpression" ? "" : "{…}";
}

/**
 * All texts of a TypeScript source that a user could read: string literals, templates, and each JSX element with the
 * elements inside it as one text. Without imports, SQL, types, property names and technical attributes.
 */
export function copyStringsOf(path: string, source: string): CopyString[] {
  // the semicolon makes offsets start at the first byte, whatever the file starts with
  const syntaxTree: unknown = parseSync(`;${source}`, { syntax: "typescript", tsx: path.endsWith(".tsx") });
  if (!isNode(syntaxTree)) throw new Error(`${path} has no syntax tree`);
  const firstByte = startOf(syntaxTree) + 1;
  const bytes = Buffer.from(source);
  const found: CopyString[] = [];

  const add = (node: Node, text: string) => {
    const line = bytes
      .subarray(0, startOf(node) - firstByte)
      .toString()
      .split("\n").length;
    if (/\p{L}/u.test(text)) found.push({ line, text: text.trim() });
  };

  const visit = (value: unknown, insideJsx = false): void => {
    if (Array.isArray(value)) return void value.forEach((child) => visit(child, insideJsx));
    if (!isNode(value)) return;
    switch (value["type"]) {
      case "ImportDeclaration":
      case "TsTypeAnnotation":
      case "TsTypeAliasDeclaration":
      case "TsInterfaceDeclaration":
      case "TsTypeParameterInstantiation":
        return;
      case "TaggedTemplateExpression":
        return visitTagged(value);
      case "StringLiteral":
        return add(value, String(value["value"]));
      case "TemplateLiteral":
        add(
          value,
          nodesIn(value["quasis"])
            .map(({ cooked }) => (typeof cooked === "string" ? cooked : ""))
            .join("{…}"),
        );
        return visit(value["expressions"]);
      case "KeyValueProperty":
        return visit(value["value"]);
      case "JSXAttribute":
        return isNode(value["name"]) && technicalAttributes.has(value["name"]["value"])
          ? undefined
          : visit(value["value"]);
      case "JSXElement":
      case "JSXFragment":
        if (!insideJsx) add(value, jsxText(value));
        visit(value["opening"]);
        return visit(value["children"], true);
      case "JSXExpressionContainer":
        return visitExpression(value["expression"]);
      default:
        return Object.values(value).forEach((child) => visit(child));
    }
  };
  /** A literal in braces is part of the element's text already. */
  const visitExpression = (expression: unknown) =>
    isNode(expression) && expression["type"] === "StringLiteral" ? undefined : visit(expression);
  const visitTagged = (node: Node) =>
    isNode(node["tag"]) && node["tag"]["value"] === "sql" ? undefined : visit([node["tag"], node["template"]]);

  visit(syntaxTree["body"]);
  return found;
}

const startOf = (node: Node): number => {
  const { span } = node;
  return isNode(span) && typeof span["start"] === "number" ? span["start"] : 0;
};
