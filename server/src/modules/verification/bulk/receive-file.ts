import { ok, type Result } from "@idanimo/contract/problems";
import type { VerificationDeps } from "../deps.ts";
import { checkFile, type FileFacts, type FileRefusal } from "./check-file.ts";
import { sealLines } from "./chunks.ts";
import { deleteChunks, deleteUpload, finishUpload, insertChunk, insertUpload } from "./store.ts";
import { crashPoint } from "../../../kernel/crash-points.ts";

export type ReceivedFile = FileFacts & { readonly uploadId: string };

/**
 * Takes a file in: its lines are checked as they come and kept sealed under the file's own key, chunk after chunk, so that nothing
 * is held while a slow line delivers the rest. A file with a bad line keeps only what was bad about it; one that is refused
 * leaves nothing. Nobody is asked and nothing is charged.
 * @param field what a refusal calls the file
 */
export async function receiveFile(
  deps: VerificationDeps,
  ownerId: string,
  bytes: AsyncIterable<unknown>,
  most: number,
  field: string,
): Promise<Result<ReceivedFile, FileRefusal>> {
  const owner = { owner: ownerId };
  const uploadId = deps.ids.open();
  const key = await deps.keys.create(uploadId);
  const forget = async () => {
    await deps.keys.destroy([uploadId]);
    await deps.db.transaction(owner, (tx) => deleteUpload(tx, uploadId));
  };
  let number = 0;
  try {
    await deps.db.transaction(owner, (tx) => insertUpload(tx, uploadId, ownerId));
    const checked = await checkFile(bytes, most, field, async (lines) => {
      const sealed = sealLines(key, uploadId, number, lines);
      await deps.db.transaction(owner, (tx) => insertChunk(tx, { uploadId, ownerId, number, sealed }));
      crashPoint("bulk_chunk_stored");
      number += 1;
    });
    if (!checked.ok) {
      await forget();
      return checked;
    }
    const facts = checked.value;
    if (facts.badCount > 0) await deps.keys.destroy([uploadId]);
    await deps.db.transaction(owner, async (tx) => {
      if (facts.badCount > 0) await deleteChunks(tx, uploadId);
      await finishUpload(tx, uploadId, facts);
    });
    return ok({ uploadId, ...facts });
  } catch (error) {
    await forget().catch(() => undefined); // the purge finds what is left
    throw error;
  }
}
