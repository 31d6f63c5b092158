import { safeParse, type ZodMiniType } from "zod/mini";

type ParseResult<Value> = { readonly success: true; readonly data: Value } | { readonly success: false };
type Path = readonly PropertyKey[];

/**
 * Parses a response with its schema, but accepts unknown enum values (a state, a kind): a newer server may have
 * more of them. The value stays as it came, so code that maps such values needs a fallback. A literal, such as
 * `success`, must match.
 */
export function parseTolerantly<Value>(schema: ZodMiniType<Value>, body: unknown): ParseResult<Value> {
  const strict = safeParse(schema, body);
  if (strict.success) return strict;
  const unknown = strict.error.issues.flatMap((issue) =>
    issue.code === "invalid_value" && issue.values.length > 1 && typeof valueAt(body, issue.path) === "string"
      ? [{ path: issue.path, known: issue.values[0], word: valueAt(body, issue.path) }]
      : [],
  );
  if (unknown.length < strict.error.issues.length) return { success: false };
  const copy = structuredClone(body);
  for (const { path, known } of unknown) setAt(copy, path, known);
  const read = safeParse(schema, copy);
  if (!read.success) return { success: false };
  for (const { path, word } of unknown) setAt(read.data, path, word);
  return read;
}

const isObject = (value: unknown): value is Record<PropertyKey, unknown> => typeof value === "object" && value !== null;

function valueAt(holder: unknown, path: Path): unknown {
  return path.reduce<unknown>((value, name) => (isObject(value) ? value[name] : undefined), holder);
}

function setAt(holder: unknown, path: Path, value: unknown): void {
  const parent = valueAt(holder, path.slice(0, -1));
  const name = path.at(-1);
  if (isObject(parent) && name !== undefined) parent[name] = value;
}
