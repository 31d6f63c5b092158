import { ninLength } from "@idanimo/contract/limits";
import * as z from "zod/mini";
import { seal, unseal } from "../../../kernel/vault.ts";

/** A line with a valid NIN: its line number, from 1, the NIN, and the requester's private label. */
export type FileLine = { readonly line: number; readonly nin: string; readonly label?: string };
/** Lines encrypted with their file's key; `labels` is null if none has a label. */
export type SealedLines = { readonly sealed: Buffer; readonly labels: Buffer | null };

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

const sealContextOf = (uploadId: string, number: number, field: "sealed" | "labels_sealed") => ({
  table: "bulk_chunks",
  id: `${uploadId}:${number}`,
  field,
});
/** The labels in the order of the lines; empty for a line without one. */
const labelList = z.array(z.string());

/** Encrypts lines with the file's key. */
export function sealLines(key: Buffer, uploadId: string, number: number, lines: readonly FileLine[]): SealedLines {
  const labels = lines.map(({ label = "" }) => label);
  return {
    sealed: seal(key, encodeLines(lines), sealContextOf(uploadId, number, "sealed")),
    labels: labels.some(Boolean)
      ? seal(key, Buffer.from(JSON.stringify(labels)), sealContextOf(uploadId, number, "labels_sealed"))
      : null,
  };
}

export function openLines(
  key: Buffer,
  uploadId: string,
  number: number,
  { sealed, labels }: SealedLines,
): readonly FileLine[] {
  const lines = decodeLines(unseal(key, sealed, sealContextOf(uploadId, number, "sealed")));
  if (!labels) return lines;
  const text = unseal(key, labels, sealContextOf(uploadId, number, "labels_sealed")).toString();
  const labelOf = labelList.parse(JSON.parse(text));
  return lines.map((line, at) => ({ ...line, ...(labelOf[at] && { label: labelOf[at] }) }));
}
