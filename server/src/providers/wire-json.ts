/** Reading JSON of the outside world. Source: T-26, T-62. */

export const maxDepth = 20;

/** JSON that nobody sends in good faith: two readers of it would see two different things, or none would get through. */
export type JsonFault = "too_deep" | "same_key_twice";

/**
 * Reads JSON. Every number comes as the text it had on the wire (`1500.50` stays that), so that no amount passes through a
 * float; see `textOf`. A member named `__proto__` is left out.
 * @returns undefined where the text is no JSON
 */
export function parseWireJson(text: string): { readonly value: unknown } | JsonFault | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    const looked = scanJson(text);
    if (typeof looked === "string") return looked;
    const value: unknown = JSON.parse(looked.quoted, looked.hasPrototype ? withoutPrototype : undefined);
    return { value };
  } catch {
    return undefined;
  }
}

const withoutPrototype = (key: string, part: unknown) => (key === "__proto__" ? undefined : part);

/**
 * Looks through the brackets and keys before parsing, which would pay for every level and keep only the last of equal keys, and puts
 * quotes around the numbers: asking of each value how it was written costs four times what parsing does.
 */
function scanJson(text: string): { readonly quoted: string; readonly hasPrototype: boolean } | JsonFault {
  const levels: Set<string>[] = [];
  let quoted = "";
  let done = 0;
  let hasPrototype = false;
  for (let at = 0; at < text.length; at++) {
    const letter = text.charCodeAt(at);
    if (letter === quote) {
      const end = stringEnd(text, at);
      if (isKey(text, end + 1)) {
        const plain = text.slice(at + 1, end);
        const key = plain.includes("\\") ? String(JSON.parse(text.slice(at, end + 1))) : plain; // `\u006ein` is `nin` too
        const keys = levels.at(-1);
        if (keys?.has(key)) return "same_key_twice";
        keys?.add(key);
        hasPrototype ||= key === "__proto__";
      }
      at = end;
    } else if (letter === minus || (letter >= zero && letter <= nine)) {
      number.lastIndex = at;
      if (!number.test(text)) throw new SyntaxError("no number as JSON writes it");
      const end = number.lastIndex;
      // in the place of a key it stays as it is, and is refused
      if (!isKey(text, end)) {
        quoted += `${text.slice(done, at)}"${text.slice(at, end)}"`;
        done = end;
      }
      at = end - 1;
    } else if (letter === openBracket || letter === openBrace) {
      if (levels.push(new Set()) > maxDepth) return "too_deep";
    } else if (letter === closeBracket || letter === closeBrace) levels.pop();
  }
  return { quoted: quoted + text.slice(done), hasPrototype };
}

/** As JSON writes it, up to where it must end. */
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?=[\s,\]}:]|$)/y;

/** Where the text that opens here closes; the whole text's end where it does not. */
function stringEnd(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end === -1 ? text.length : end;
}

function isEscaped(text: string, at: number): boolean {
  let slashes = 0;
  while (text.charCodeAt(at - 1 - slashes) === backslash) slashes++;
  return slashes % 2 === 1;
}

/** Whether a colon comes next. */
function isKey(text: string, end: number): boolean {
  let next = end;
  while (/\s/.test(text.charAt(next))) next++;
  return text.charCodeAt(next) === colon;
}

const quote = 0x22;
const minus = 0x2d;
const zero = 0x30;
const nine = 0x39;
const colon = 0x3a;
const backslash = 0x5c;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/** The members of an object, or none where it is something else. */
export const membersOf = (value: unknown): Readonly<Record<string, unknown>> => (hasMembers(value) ? value : {});

const hasMembers = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A member as trimmed text, numbers included; undefined where it is none, empty, or the word null. Source: B§2. */
export function wireText(value: unknown): string | undefined {
  if (typeof value !== "string") return undefined;
  const text = value.replace(/[\p{Cc}\p{Cf}]+/gu, " ").trim();
  return text === "" || text.toLowerCase() === "null" ? undefined : text;
}
