import { type Actor, scopeOf } from "../../../http/call.ts";
import { ok, type Result } from "@idanimo/contract/problems";
import type { VerificationDeps } from "../deps.ts";
import { checkFile, type FileFacts, type FileProblem } from "./check-file.ts";
import { sealLines } from "./line-chunks.ts";
import { deleteUpload, markUploadChecked, insertChunk, insertUpload } from "./store.ts";
import { failpoint } from "../../../kernel/failpoints.ts";

export type ReceivedFile = FileFacts & { readonly uploadId: string };

/**
 * Receives a file: checks its lines while they arrive and stores them in chunks sealed with the file's own key, so
 * memory use is constant on a slow connection. Stores the valid lines, and of the others only their position; a
 * rejected file leaves nothing. Looks nothing up and charges nothing.
 * @param field name of the file in a problem
 */
export async function receiveFile(
  deps: VerificationDeps,
  actor: Actor,
  bytes: AsyncIterable<unknown>,
  most: number,
  field: string,
): Promise<Result<ReceivedFile, FileProblem>> {
  const owner = scopeOf(actor);
  const uploadId = deps.ids.publicId();
  const key = await deps.keys.create(uploadId);
  const undo = async () => {
    await deps.keys.destroy([uploadId]);
    await deps.db.transaction(owner, (tx) => deleteUpload(tx, uploadId));
  };
  let number = 0;
  try {
    await deps.db.transaction(owner, (tx) => insertUpload(tx, uploadId, actor.ownerId));
    const checked = await checkFile(bytes, most, field, async (lines) => {
      const sealed = sealLines(key, uploadId, number, lines);
      await deps.db.transaction(owner, (tx) =>
        insertChunk(tx, { uploadId, ownerId: actor.ownerId, number, ...sealed }),
      );
      failpoint("bulk_chunk_stored");
      number += 1;
    });
    if (!checked.ok) {
      await undo();
      return checked;
    }
    const facts = checked.value;
    await deps.db.transaction(owner, (tx) => markUploadChecked(tx, uploadId, facts));
    return ok({ uploadId, ...facts });
  } catch (error) {
    await undo().catch(() => undefined); // the purge deletes the rest
    throw error;
  }
}
