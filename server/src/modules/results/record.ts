import * as z from "zod/mini";
import { seal, unseal } from "../../kernel/vault.ts";

/** What a source answered, in the names of the specification. Values are texts, or nested lists and objects of texts. */
export type FoundRecord = Readonly<Record<string, unknown>>;

const record = z.record(z.string(), z.unknown());
const placeOf = (requestId: string) => ({ table: "results", id: requestId, field: "sealed" });

/** Seals a record with its request's key. */
export function sealRecord(key: Buffer, requestId: string, found: FoundRecord): Buffer {
  return seal(key, Buffer.from(JSON.stringify(found)), placeOf(requestId));
}

/** Opens a sealed record; throws where the key is another one. */
export function openRecord(key: Buffer, requestId: string, sealed: Buffer): FoundRecord {
  return record.parse(JSON.parse(unseal(key, sealed, placeOf(requestId)).toString()));
}
