import { catalogueRowOf, type SearchType } from "@idanimo/contract/catalogue";
import { normaliseValue } from "@idanimo/contract/history-search";
import * as z from "zod/mini";
import type { Vault } from "../../../kernel/vault.ts";
import { canonicalValue, pictureFields, valueKind } from "../rules.ts";

/** Values as they are written: as typed, and in their one spelling. */
const spellings = (typed: string) => [...new Set([typed, normaliseValue(typed)])];

/**
 * The keyed hashes that a value would have, had it been searched for as each kind of value: only the complete value is found, never
 * a part of it. Kinds that take more than one value have none. Rows from before values were normalised have the hash of the text as
 * it was typed, and nothing can hash them again: their values are sealed. So both are looked for.
 */
export function valueHashesOf(vault: Vault, typed: string, types: readonly SearchType[]): readonly Buffer[] {
  const found = types.flatMap((type) => {
    const fields = Object.entries(catalogueRowOf(type).fields).filter(([name]) => !pictureFields.includes(name));
    const [field] = fields;
    if (!field || fields.length > 1) return [];
    const [name, shape] = field;
    return spellings(typed).flatMap((spelling) => {
      const value = z.safeParse(shape, spelling);
      if (!value.success) return [];
      const item = { type, values: { [name]: value.data }, options: [], records: 1 } as const;
      return [canonicalValue(item), value.data].map((text) => vault.indexHash(valueKind(type), text));
    });
  });
  return [...new Map(found.map((hash) => [hash.toString("hex"), hash])).values()];
}
