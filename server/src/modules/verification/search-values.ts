import * as z from "zod/mini";
import { seal, unseal } from "../../kernel/vault.ts";
import type { SearchValues } from "./rules.ts";

const shape = z.record(z.string(), z.string());
const placeOf = (requestId: string) => ({ table: "verification_requests", id: requestId, field: "search_sealed" });

/** Seals what was typed with the request's key. */
export function sealValues(key: Buffer, requestId: string, values: SearchValues): Buffer {
  return seal(key, Buffer.from(JSON.stringify(values)), placeOf(requestId));
}

export function openValues(key: Buffer, requestId: string, sealed: Buffer): SearchValues {
  return shape.parse(JSON.parse(unseal(key, sealed, placeOf(requestId)).toString()));
}
