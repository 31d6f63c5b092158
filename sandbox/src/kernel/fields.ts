/** Reads untrusted values, whose shape is checked first. */
export type Fields = Readonly<Record<string, unknown>>;

/** An object's fields; an empty object for anything else. */
export function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
}

/** A trimmed text; a finite number as its decimal text. Undefined if absent, empty or of another type. */
export function textIn(value: unknown, name: string): string | undefined {
  const found = fieldsOf(value)[name];
  const text = typeof found === "number" && Number.isFinite(found) ? String(found) : found;
  return typeof text === "string" && text.trim() !== "" ? text.trim() : undefined;
}

/** A finite number, also from a text. Undefined otherwise. */
export function numberIn(value: unknown, name: string): number | undefined {
  const text = textIn(value, name);
  const number = text === undefined ? Number.NaN : Number(text);
  return Number.isFinite(number) ? number : undefined;
}

/** A page number from 1. */
export function pageIn(query: unknown): number {
  const page = Math.trunc(numberIn(query, "page") ?? 1);
  return Math.max(page, 1);
}
