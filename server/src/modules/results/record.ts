import type { SearchType } from "@idanimo/contract/catalogue";
import { partsOfSearchType, type RecordPart } from "@idanimo/contract/record-parts";
import * as z from "zod/mini";
import type { Tx } from "../../database/database.ts";
import type { KeyStore } from "../../database/key-store.ts";
import type { IdSource } from "../../kernel/ids.ts";
import { seal, unseal } from "../../kernel/vault.ts";
import { joinPieces, redactParts, splitRecord } from "./rules.ts";
import { lockResult, replaceResult, type SealedPiece, type SealedResult } from "./store.ts";

/**
 * A source's record under the specification's names. Values are strings, or nested lists and objects of strings.
 */
export type SourceRecord = Readonly<Record<string, unknown>>;

const recordSchema = z.record(z.string(), z.unknown());
/** The values of a piece: each with the members and positions that lead to it. */
const pieceSchema = z.array(z.tuple([z.array(z.union([z.string(), z.number()])), z.unknown()]));
const sealContextOf = (requestId: string) => ({ table: "results", id: requestId, field: "sealed" });
const pieceContextOf = (keyId: string) => ({ table: "result_parts", id: keyId, field: "sealed" });

export function sealRecord(key: Buffer, requestId: string, found: SourceRecord): Buffer {
  return seal(key, Buffer.from(JSON.stringify(found)), sealContextOf(requestId));
}

function unsealRecord(key: Buffer, requestId: string, sealed: Buffer): SourceRecord {
  return recordSchema.parse(JSON.parse(unseal(key, sealed, sealContextOf(requestId)).toString()));
}

/**
 * Seals a record by its parts, each piece with a key of its own. The keys are durable when this returns.
 * @param stored the parts that the request may show; everything else is left out
 */
export async function sealPieces(
  { keys, ids }: { readonly keys: KeyStore; readonly ids: IdSource },
  type: SearchType,
  found: SourceRecord,
  stored: readonly RecordPart[],
): Promise<readonly SealedPiece[]> {
  const pieces = splitRecord(type, found, stored);
  const keyIds = pieces.map(() => ids.rowId());
  const made = await keys.createMany(keyIds);
  return pieces.flatMap(({ parts, values }, at) => {
    const [keyId, key] = [keyIds[at], made[at]];
    if (keyId === undefined || key === undefined) return [];
    return [{ keyId, parts, sealed: seal(key, Buffer.from(JSON.stringify(values)), pieceContextOf(keyId)) }];
  });
}

/** Ids of the keys that open a visible result. */
export const keyIdsOf = (requestId: string, { sealed, pieces }: SealedResult): readonly string[] =>
  sealed === null ? pieces.map(({ keyId }) => keyId) : [requestId];

/**
 * Decrypts a visible result.
 * @param keys by id, with those of `keyIdsOf`
 * @returns undefined if a key was destroyed meanwhile
 * @throws if a key belongs to another request
 */
export function openRecord(
  keys: ReadonlyMap<string, Buffer>,
  type: SearchType,
  requestId: string,
  { sealed, pieces }: SealedResult,
): SourceRecord | undefined {
  if (sealed !== null) {
    const key = keys.get(requestId);
    return key && unsealRecord(key, requestId, sealed);
  }
  return openPieces(keys, type, pieces);
}

/**
 * Decrypts pieces and joins them.
 * @param keys by the pieces' key ids
 * @returns undefined if a key was destroyed meanwhile
 */
export function openPieces(
  keys: ReadonlyMap<string, Buffer>,
  type: SearchType,
  pieces: readonly SealedPiece[],
): SourceRecord | undefined {
  const opened = pieces.flatMap((piece) => {
    const key = keys.get(piece.keyId);
    const text = key && unseal(key, piece.sealed, pieceContextOf(piece.keyId)).toString();
    return text === undefined ? [] : [{ parts: piece.parts, values: pieceSchema.parse(JSON.parse(text)) }];
  });
  return opened.length < pieces.length ? undefined : joinPieces(type, opened);
}

/**
 * For a record that was sealed as one before records had pieces: seals it again with the granted parts only. If its
 * key was destroyed, nothing of it is readable any more [CL-13].
 */
export async function redactWholeRecord(
  tx: Tx,
  key: Buffer | undefined,
  request: { readonly id: string; readonly searchType: SearchType },
  granted: readonly RecordPart[],
): Promise<void> {
  if (partsOfSearchType(request.searchType).length === 0) return;
  const sealed = key && (await lockResult(tx, request.id));
  if (!key || !sealed) return;
  const redacted = redactParts(request.searchType, unsealRecord(key, request.id, sealed), granted);
  await replaceResult(tx, request.id, sealRecord(key, request.id, redacted));
}
