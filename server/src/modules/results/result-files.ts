import { seal, unseal } from "../../kernel/vault.ts";

/** A file that came with a record. Its name says what it is to us, never what the source called it. */
export type ResultFile = {
  readonly name: ResultFileName;
  readonly mediaType: "application/pdf";
  readonly bytes: Buffer;
};
export type ResultFileName = "source.pdf";

/** The same, sealed with its request's key. */
export type SealedResultFile = Omit<ResultFile, "bytes"> & { readonly sealed: Buffer };

const sealContextOf = (requestId: string, name: ResultFileName) => ({
  table: "result_files",
  id: requestId,
  field: name,
});

export function sealResultFile(
  key: Buffer,
  requestId: string,
  { name, mediaType, bytes }: ResultFile,
): SealedResultFile {
  return { name, mediaType, sealed: seal(key, bytes, sealContextOf(requestId, name)) };
}

/** Opens a sealed file; throws where the key is another one. */
export function openResultFile(key: Buffer, requestId: string, name: ResultFileName, sealed: Buffer): Buffer {
  return unseal(key, sealed, sealContextOf(requestId, name));
}
