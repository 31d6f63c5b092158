import { ninLength } from "@idanimo/contract/limits";
import { seal, unseal } from "../../../kernel/vault.ts";

/** A line with a valid NIN: its line number, from 1, and the NIN. */
export type FileLine = { readonly line: number; readonly nin: string };

/** Chunk encoding: the line number in 4 bytes, the NIN as a number in 8. */
const bytesPerLine = 12;

export function encodeLines(lines: readonly FileLine[]): Buffer {
  const bytes = Buffer.alloc(lines.length * bytesPerLine);
  let at = 0;
  for (const { line, nin } of lines) at = bytes.writeDoubleLE(Number(nin), bytes.writeUInt32LE(line, at));
  return bytes;
}

export function decodeLines(bytes: Buffer): readonly FileLine[] {
  return Array.from({ length: bytes.length / bytesPerLine }, (_line, at) => ({
    line: bytes.readUInt32LE(at * bytesPerLine),
    nin: String(bytes.readDoubleLE(at * bytesPerLine + 4)).padStart(ninLength, "0"),
  }));
}

const sealContextOf = (uploadId: string, number: number) => ({
  table: "bulk_chunks",
  id: `${uploadId}:${number}`,
  field: "sealed",
});

/** Encrypts lines with the file's key. */
export function sealLines(key: Buffer, uploadId: string, number: number, lines: readonly FileLine[]): Buffer {
  return seal(key, encodeLines(lines), sealContextOf(uploadId, number));
}

export function openLines(key: Buffer, uploadId: string, number: number, sealed: Buffer): readonly FileLine[] {
  return decodeLines(unseal(key, sealed, sealContextOf(uploadId, number)));
}
