/** Reading what came from outside: nothing is believed to have a shape before it was looked at. */
export type Fields = Readonly<Record<string, unknown>>;

/** An object's fields; an empty set for anything else. */
export function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
}

/** A text with its blanks trimmed off; a finite number counts as its decimal text. Undefined when absent, empty or another type. */
export function textIn(value: unknown, name: string): string | undefined {
  const found = fieldsOf(value)[name];
  const text = typeof found === "number" && Number.isFinite(found) ? String(found) : found;
  return typeof text === "string" && text.trim() !== "" ? text.trim() : undefined;
}

/** A finite number, also when it was written as text. Undefined otherwise. */
export function numberIn(value: unknown, name: string): number | undefined {
  const text = textIn(value, name);
  const number = text === undefined ? Number.NaN : Number(text);
  return Number.isFinite(number) ? number : undefined;
}

/** A page number from 1 on. */
export function pageIn(query: unknown): number {
  const page = Math.trunc(numberIn(query, "page") ?? 1);
  return Math.max(page, 1);
}
