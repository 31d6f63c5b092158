import { membersMax } from "@idanimo/contract/organisations/limits";
import { type Filter, filter, parse } from "scim2-parse-filter";
import { isObject } from "./parse-body.ts";
import type { Resource } from "./resources.ts";
import { done, refuse, type ScimResult } from "./scim-result.ts";

/** Lists of RFC 7644, section 3.4.2: filters, pages, and which attributes are returned. */

export const listSchema = "urn:ietf:params:scim:api:messages:2.0:ListResponse";
const filterMaxLength = 500;
const defaultCount = 100;

export type ListQuery = Readonly<Record<string, unknown>>;

/** Attributes whose upper and lower case differ. */
const caseExact = /^(id|externalid|members\.value|groups\.value|meta\..*)$/;
const coreSchema = /^urn:ietf:params:scim:schemas:core:2\.0:(user|group):/i;

/** Attribute paths and values in the form in which resources are compared. */
function forComparison(node: Filter): Filter {
  if ("filters" in node) return { ...node, filters: node.filters.map(forComparison) };
  if ("filter" in node) return { ...node, filter: forComparison(node.filter) };
  let attrPath = node.attrPath.replace(coreSchema, "");
  if ("valFilter" in node) return { ...node, attrPath, valFilter: forComparison(node.valFilter) };
  if (/^(members|emails|groups)$/i.test(attrPath) && node.op !== "pr") attrPath += ".value";
  if (!("compValue" in node)) return { ...node, attrPath };
  const { compValue } = node;
  const isExact = typeof compValue !== "string" || caseExact.test(attrPath.toLowerCase());
  return { ...node, attrPath, compValue: isExact ? compValue : compValue.toLowerCase() };
}

/** The resource with texts in lower case, except those that are compared exactly. */
function lowered(value: unknown, path = ""): unknown {
  if (typeof value === "string") return caseExact.test(path) ? value : value.toLowerCase();
  if (Array.isArray(value)) return value.map((item) => lowered(item, path));
  if (!isObject(value)) return value;
  const under = (name: string) => (path === "" ? name : `${path}.${name}`).toLowerCase();
  return Object.fromEntries(Object.entries(value).map(([name, of]) => [name, lowered(of, under(name))]));
}

function parseFilter(text: string): ScimResult<(resource: Resource) => boolean> {
  try {
    const test = filter(forComparison(parse(text)));
    return done((resource) => test(lowered(resource)));
  } catch {
    return refuse(400, "The filter cannot be read.", "invalidFilter");
  }
}

const textOf = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined);
const wholeNumber = (value: unknown): number | undefined =>
  typeof value === "string" && /^-?\d{1,9}$/.test(value) ? Number(value) : undefined;

/** Keeps or leaves out attributes as the query says; `id` and `schemas` always remain. */
export function selectAttributes(resource: Resource, query: ListQuery): object {
  const namesOf = (list: unknown) =>
    textOf(list)
      ?.split(",")
      .map((name) => name.trim().replace(coreSchema, "").toLowerCase().split(".")[0]);
  const [only, without] = [namesOf(query["attributes"]), namesOf(query["excludedAttributes"])];
  const isKept = (name: string) =>
    name === "id" ||
    name === "schemas" ||
    ((only?.includes(name.toLowerCase()) ?? true) && without?.includes(name.toLowerCase()) !== true);
  return Object.fromEntries(Object.entries(resource).filter(([name]) => isKept(name)));
}

/** The page of resources that a query asks for. Their order does not change between pages. */
export function listResponse(resources: readonly Resource[], query: ListQuery): ScimResult<object> {
  const text = textOf(query["filter"]);
  if (text !== undefined && text.length > filterMaxLength)
    return refuse(400, `A filter has at most ${filterMaxLength} characters.`, "invalidFilter");
  const matches = text === undefined ? done(() => true) : parseFilter(text);
  if (!matches.ok) return matches;
  const found = resources.filter(matches.value);
  const startIndex = Math.max(1, wholeNumber(query["startIndex"]) ?? 1);
  const count = Math.min(membersMax, Math.max(0, wholeNumber(query["count"]) ?? defaultCount));
  const page = found.slice(startIndex - 1, startIndex - 1 + count);
  return done({
    schemas: [listSchema],
    totalResults: found.length,
    startIndex,
    itemsPerPage: page.length,
    Resources: page.map((resource) => selectAttributes(resource, query)),
  });
}
