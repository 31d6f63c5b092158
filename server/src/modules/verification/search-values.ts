import * as z from "zod/mini";
import { seal, unseal } from "../../kernel/vault.ts";
import type { SearchValues } from "./rules.ts";

const searchValuesSchema = z.record(z.string(), z.string());
const sealContextOf = (requestId: string) => ({
  table: "verification_requests",
  id: requestId,
  field: "search_sealed",
});

/** Seals the entered values with the request's key. */
export function sealSearchValues(key: Buffer, requestId: string, values: SearchValues): Buffer {
  return seal(key, Buffer.from(JSON.stringify(values)), sealContextOf(requestId));
}

export function openSearchValues(key: Buffer, requestId: string, sealed: Buffer): SearchValues {
  return searchValuesSchema.parse(JSON.parse(unseal(key, sealed, sealContextOf(requestId)).toString()));
}
