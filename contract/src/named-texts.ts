import * as z from "zod/mini";

/** Field names with their texts: a person of a register, a BVN, a row of a table. */
export const namedTexts = z.record(z.string(), z.string());
export type NamedTexts = z.output<typeof namedTexts>;

export const nullableText = z.nullable(z.string());
