import { catalogueRowOf, type SearchField, type SearchType } from "@idanimo/contract/catalogue";
import { normaliseValue } from "@idanimo/contract/history-search";
import * as z from "zod/mini";
import type { Tx } from "../../../database/database.ts";
import type { Vault } from "../../../kernel/vault.ts";
import { numberFields, pictureFields, type RequestedItem } from "../rules.ts";
import { spellings } from "./value-hashes.ts";

/**
 * Requests with several values, such as a NIN and a name: the search finds them by each complete number in them. Their
 * `value_hash` covers all values together.
 */

type Hashing = Pick<Vault, "indexHash">;

const hashNumber = (vault: Hashing, ownerId: string, name: SearchField, value: string): Buffer =>
  vault.indexHash(`searched_number:${name}`, `${ownerId}|${normaliseValue(value)}`);

/** The fields of a type that are hashed one by one; none for a type with one value. */
function numbersOf(type: SearchType): readonly SearchField[] {
  const { fields } = catalogueRowOf(type);
  const hasSeveral = Object.keys(fields).filter((name) => !pictureFields.includes(name)).length > 1;
  return hasSeveral ? numberFields.filter((name) => fields[name] !== undefined) : [];
}

/** Stores the hashes of a new request's numbers. */
export async function insertSearchedNumbers(
  tx: Tx,
  vault: Hashing,
  made: { readonly requestId: string; readonly ownerId: string; readonly item: RequestedItem },
): Promise<void> {
  const { requestId, ownerId, item } = made;
  const rows = numbersOf(item.type).flatMap((name) => {
    const value = item.values[name];
    return value === undefined
      ? []
      : [{ hash: hashNumber(vault, ownerId, name, value), request_id: requestId, owner_id: ownerId }];
  });
  if (rows.length > 0) await tx.insertInto("searched_numbers").values(rows).execute();
}

/** The hashes of a typed text as each kind of number that it can be. */
export function typedNumberHashes(
  vault: Hashing,
  ownerId: string,
  typed: string,
  types: readonly SearchType[],
): readonly Buffer[] {
  const found = types.flatMap((type) =>
    numbersOf(type).flatMap((name) =>
      spellings(typed).flatMap((spelling) => {
        const value = z.safeParse(catalogueRowOf(type).fields[name]?.schema ?? z.never(), spelling);
        return value.success ? [[name, value.data] as const] : [];
      }),
    ),
  );
  const hashes = found.map(([name, value]) => hashNumber(vault, ownerId, name, value));
  return [...new Map(hashes.map((hash) => [hash.toString("hex"), hash])).values()];
}
