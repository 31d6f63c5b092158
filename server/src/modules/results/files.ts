import { seal, unseal } from "../../kernel/vault.ts";

/** A file that came with a record. Its name says what it is to us, never what the source called it. */
export type FoundFile = { readonly name: FileName; readonly mediaType: "application/pdf"; readonly bytes: Buffer };
export type FileName = "source.pdf";

/** The same, sealed with its request's key. */
export type SealedFile = Omit<FoundFile, "bytes"> & { readonly sealed: Buffer };

const placeOf = (requestId: string, name: FileName) => ({ table: "result_files", id: requestId, field: name });

export function sealFile(key: Buffer, requestId: string, { name, mediaType, bytes }: FoundFile): SealedFile {
  return { name, mediaType, sealed: seal(key, bytes, placeOf(requestId, name)) };
}

/** Opens a sealed file; throws where the key is another one. */
export function openFile(key: Buffer, requestId: string, name: FileName, sealed: Buffer): Buffer {
  return unseal(key, sealed, placeOf(requestId, name));
}
