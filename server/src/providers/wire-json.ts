import { parse } from "lossless-json";

/** Reads JSON from external providers. [T-26 T-62] */

export const maxDepth = 20;

/** Why JSON is rejected: nested too deeply, or one key with two different values. */
export type JsonFault = "too_deep" | "same_key_twice";

class DuplicateKeyError extends Error {}

const parseOptions = {
  parseNumber: (text: string) => text,
  onDuplicateKey: () => {
    throw new DuplicateKeyError();
  },
};

const omitPrototype = (key: string, value: unknown) => (key === "__proto__" ? undefined : value);

/**
 * Parses a JSON object or list. Every number is the text that was sent (`1500.50`), so that no amount becomes a float;
 * read it with `wireText`. A member named `__proto__` is omitted.
 * @returns undefined if the text is no JSON object or list
 */
export function parseWireJson(text: string): { readonly value: unknown } | JsonFault | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  if (nestingDepth(text) > maxDepth) return "too_deep";
  try {
    return { value: parse(text, omitPrototype, parseOptions) };
  } catch (error) {
    return error instanceof DuplicateKeyError ? "same_key_twice" : undefined;
  }
}

/** Counts the brackets outside strings; the parser is recursive and has no limit of its own. */
function nestingDepth(text: string): number {
  let depth = 0;
  let deepest = 0;
  let isInString = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (isInString && character === "\\") at += 1; // the escaped character
    else if (character === '"') isInString = !isInString;
    else if (isInString) continue;
    else if (character === "{" || character === "[") deepest = Math.max(deepest, (depth += 1));
    else if (character === "}" || character === "]") depth -= 1;
  }
  return deepest;
}

/** The members of an object; none for anything else. */
export const membersOf = (value: unknown): Readonly<Record<string, unknown>> => (hasMembers(value) ? value : {});

const hasMembers = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A value as trimmed text, including numbers; undefined if it is no text, empty, or the word null. */
export function wireText(value: unknown): string | undefined {
  if (typeof value !== "string") return undefined;
  const text = value.replace(/[\p{Cc}\p{Cf}]+/gu, " ").trim();
  return text === "" || text.toLowerCase() === "null" ? undefined : text;
}
