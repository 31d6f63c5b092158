import { ok, type Result } from "@idanimo/contract/problems";
import type { VerificationDeps } from "../deps.ts";
import { checkFile, type FileFacts, type FileProblem } from "./check-file.ts";
import { sealLines } from "./line-chunks.ts";
import { deleteChunks, deleteUpload, markUploadChecked, insertChunk, insertUpload } from "./store.ts";
import { failpoint } from "../../../kernel/failpoints.ts";

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
): Promise<Result<ReceivedFile, FileProblem>> {
  const owner = { owner: ownerId };
  const uploadId = deps.ids.publicId();
  const key = await deps.keys.create(uploadId);
  const undo = async () => {
    await deps.keys.destroy([uploadId]);
    await deps.db.transaction(owner, (tx) => deleteUpload(tx, uploadId));
  };
  let number = 0;
  try {
    await deps.db.transaction(owner, (tx) => insertUpload(tx, uploadId, ownerId));
    const checked = await checkFile(bytes, most, field, async (lines) => {
      const sealed = sealLines(key, uploadId, number, lines);
      await deps.db.transaction(owner, (tx) => insertChunk(tx, { uploadId, ownerId, number, sealed }));
      failpoint("bulk_chunk_stored");
      number += 1;
    });
    if (!checked.ok) {
      await undo();
      return checked;
    }
    const facts = checked.value;
    if (facts.badCount > 0) await deps.keys.destroy([uploadId]);
    await deps.db.transaction(owner, async (tx) => {
      if (facts.badCount > 0) await deleteChunks(tx, uploadId);
      await markUploadChecked(tx, uploadId, facts);
    });
    return ok({ uploadId, ...facts });
  } catch (error) {
    await undo().catch(() => undefined); // the purge finds what is left
    throw error;
  }
}
