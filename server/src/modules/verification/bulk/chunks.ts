import { seal, unseal } from "../../../kernel/vault.ts";
import type { FileLine } from "./check-file.ts";

const placeOf = (uploadId: string, number: number) => ({
  table: "bulk_chunks",
  id: `${uploadId}:${number}`,
  field: "sealed",
});

/** Seals some lines of a file with the file's key. */
export function sealLines(key: Buffer, uploadId: string, number: number, lines: readonly FileLine[]): Buffer {
  const text = lines.map(({ line, nin }) => `${line} ${nin}`).join("\n");
  return seal(key, Buffer.from(text), placeOf(uploadId, number));
}

export function openLines(key: Buffer, uploadId: string, number: number, sealed: Buffer): readonly FileLine[] {
  const text = unseal(key, sealed, placeOf(uploadId, number)).toString();
  return text.split("\n").map((pair) => {
    const [line, nin = ""] = pair.split(" ");
    return { line: Number(line), nin };
  });
}
