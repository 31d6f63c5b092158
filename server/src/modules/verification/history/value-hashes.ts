import { catalogueRowOf, type SearchType } from "@idanimo/contract/catalogue";
import { normaliseValue } from "@idanimo/contract/history-search";
import * as z from "zod/mini";
import type { Vault } from "../../../kernel/vault.ts";
import { canonicalValue, pictureFields, valueKind } from "../rules.ts";

/** A value as typed and in normalised form. */
export const spellings = (typed: string) => [...new Set([typed, normaliseValue(typed)])];

/**
 * The keyed hashes that a value has for each type: only a complete value is found, never a part. Types with several
 * fields have those of `number-hashes.ts`. Older rows have the hash of the text as typed and cannot be hashed again, because their values
 * are sealed; so both forms are included.
 */
export function valueHashesOf(vault: Vault, typed: string, types: readonly SearchType[]): readonly Buffer[] {
  const found = types.flatMap((type) => {
    const fields = Object.entries(catalogueRowOf(type).fields).filter(([name]) => !pictureFields.includes(name));
    const [field] = fields;
    if (!field || fields.length > 1) return [];
    const [name, { schema }] = field;
    return spellings(typed).flatMap((spelling) => {
      const value = z.safeParse(schema, spelling);
      if (!value.success) return [];
      const item = { type, values: { [name]: value.data }, options: [], records: 1 } as const;
      return [canonicalValue(item), value.data].map((text) => vault.indexHash(valueKind(type), text));
    });
  });
  return [...new Map(found.map((hash) => [hash.toString("hex"), hash])).values()];
}
