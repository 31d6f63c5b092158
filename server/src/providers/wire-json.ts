/** Reading JSON of the outside world. Source: T-26, T-62. */

export const mostLevels = 20;

const parse: (
  text: string,
  reviver: (key: string, value: unknown, context?: { readonly source?: string }) => unknown,
) => unknown = JSON.parse;

/**
 * Reads JSON. Every number comes as the text it had on the wire (`1500.50` stays that), so that no amount passes through a
 * float; see `textOf`. A member named `__proto__` is left out.
 * @returns undefined where the text is no JSON
 */
export function parseWireJson(text: string): { readonly value: unknown } | "too_deep" | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  if (isDeeperThan(mostLevels, text)) return "too_deep";
  try {
    const value = parse(text, (key, part, context) => {
      if (key === "__proto__") return undefined;
      return typeof part === "number" ? (context?.source ?? String(part)) : part;
    });
    return { value };
  } catch {
    return undefined;
  }
}

/** Whether brackets nest deeper than so many levels; looked at before parsing, since parsing itself would pay for them. */
function isDeeperThan(levels: number, text: string): boolean {
  let depth = 0;
  let inText = false;
  for (let at = 0; at < text.length; at++) {
    const letter = text.charCodeAt(at);
    if (inText) {
      if (letter === backslash) at++;
      else if (letter === quote) inText = false;
    } else if (letter === quote) inText = true;
    else if (letter === openBracket || letter === openBrace) {
      if (++depth > levels) return true;
    } else if (letter === closeBracket || letter === closeBrace) depth--;
  }
  return false;
}

const quote = 0x22;
const backslash = 0x5c;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/** The members of an object, or none where it is something else. */
export function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value))
    : {};
}

/** A member as trimmed text, numbers included; undefined where it is none, empty, or the word null. Source: B§2. */
export function textOf(value: unknown): string | undefined {
  if (typeof value !== "string") return undefined;
  const text = value.replace(/[\p{Cc}\p{Cf}]+/gu, " ").trim();
  return text === "" || text.toLowerCase() === "null" ? undefined : text;
}
