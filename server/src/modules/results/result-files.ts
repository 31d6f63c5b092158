import { seal, unseal } from "../../kernel/vault.ts";

/** A file that belongs to a record. Its name is ours, never the source's. */
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

/**
 * Decrypts a file.
 * @throws if the key belongs to another request
 */
export function openResultFile(key: Buffer, requestId: string, name: ResultFileName, sealed: Buffer): Buffer {
  return unseal(key, sealed, sealContextOf(requestId, name));
}
