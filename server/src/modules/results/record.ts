import type { SearchType } from "@idanimo/contract/catalogue";
import type { RecordPart } from "@idanimo/contract/record-parts";
import * as z from "zod/mini";
import type { Tx } from "../../database/database.ts";
import { seal, unseal } from "../../kernel/vault.ts";
import { redactParts } from "./rules.ts";
import { lockResult, replaceResult } from "./store.ts";

/**
 * A source's record under the specification's names. Values are strings, or nested lists and objects of strings.
 */
export type SourceRecord = Readonly<Record<string, unknown>>;

const recordSchema = z.record(z.string(), z.unknown());
const sealContextOf = (requestId: string) => ({ table: "results", id: requestId, field: "sealed" });

export function sealRecord(key: Buffer, requestId: string, found: SourceRecord): Buffer {
  return seal(key, Buffer.from(JSON.stringify(found)), sealContextOf(requestId));
}

/**
 * Decrypts a record.
 * @throws if the key belongs to another request
 */
export function openRecord(key: Buffer, requestId: string, sealed: Buffer): SourceRecord {
  return recordSchema.parse(JSON.parse(unseal(key, sealed, sealContextOf(requestId)).toString()));
}

/**
 * Replaces the sealed record with one without the withheld parts. If its key was destroyed, nothing of it is
 * readable any more.
 */
export async function redactRecord(
  tx: Tx,
  key: Buffer | undefined,
  request: { readonly id: string; readonly searchType: SearchType },
  withheld: readonly RecordPart[],
): Promise<void> {
  const sealed = key && (await lockResult(tx, request.id));
  if (!key || !sealed) return;
  const redacted = redactParts(request.searchType, openRecord(key, request.id, sealed), withheld);
  await replaceResult(tx, request.id, sealRecord(key, request.id, redacted));
}
