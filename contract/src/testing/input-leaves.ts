import type * as z from "zod/mini";

type Definition = z.core.$ZodTypes["_zod"]["def"];

/** One member of an input without further members, and its path: `payment.currency`, `ids.0`. */
export type Leaf = { readonly path: readonly string[]; readonly schema: z.core.$ZodType; readonly def: Definition };

const definitionOf = (schema: z.core.$ZodType): Definition => (schema as z.core.$ZodTypes)._zod.def;

/** Every leaf of an input's schema. A union has the leaves of all its variants. */
export function leavesOf(schema: z.core.$ZodType, path: readonly string[] = []): readonly Leaf[] {
  const def = definitionOf(schema);
  switch (def.type) {
    case "object":
      return Object.entries(def.shape).flatMap(([name, member]) => leavesOf(member, [...path, name]));
    case "optional":
    case "nullable":
    case "default":
      return leavesOf(def.innerType, path);
    case "array":
      return leavesOf(def.element, [...path, "0"]);
    case "union":
      return def.options.flatMap((option) => leavesOf(option, path));
    default:
      return [{ path, schema, def }];
  }
}

/** An input with one value at one path and nothing else. */
export function inputWith(path: readonly string[], value: unknown): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return value;
  const member = inputWith(rest, value);
  return name === "0" ? [member] : { [name]: member };
}
