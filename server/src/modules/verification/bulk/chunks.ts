import { seal, unseal } from "../../../kernel/vault.ts";
import { type FileLine, unpackLines } from "./packed-lines.ts";

const placeOf = (uploadId: string, number: number) => ({
  table: "bulk_chunks",
  id: `${uploadId}:${number}`,
  field: "sealed",
});

/** Seals some packed lines of a file with the file's key. */
export function sealLines(key: Buffer, uploadId: string, number: number, packed: Buffer): Buffer {
  return seal(key, packed, placeOf(uploadId, number));
}

export function openLines(key: Buffer, uploadId: string, number: number, sealed: Buffer): readonly FileLine[] {
  return unpackLines(unseal(key, sealed, placeOf(uploadId, number)));
}
