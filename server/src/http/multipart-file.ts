/** Reads one file out of a browser's form as it comes, so that nothing of it is held or kept. */

/** What stands before a file: its own headers, never long. */
const headerMaxBytes = 4_096;

/** The boundary of a form with files, from its content type; undefined for anything else. */
export function parseBoundary(contentType: string | undefined): string | undefined {
  const [, quoted, bare] = /^multipart\/form-data;\s*boundary=(?:"([^"\r\n]{1,70})"|([^\s;"]{1,70}))\s*$/i.exec(
    contentType ?? "",
  ) ?? [undefined, undefined, undefined];
  return quoted ?? bare;
}

export type MultipartFileOutcome = "whole" | "too_large" | "unreadable";

/**
 * Gives each piece of the form's first field, which is its file, to a taker.
 * @param bytes  the body as it comes
 * @param mostBytes of the file; one byte more ends the reading
 * @returns `unreadable` for a body that is no such form, or ends in its middle
 */
export async function readMultipartFile(
  bytes: AsyncIterable<unknown>,
  boundary: string,
  mostBytes: number,
  take: (piece: Buffer) => void,
): Promise<MultipartFileOutcome> {
  const opening = Buffer.from(`--${boundary}\r\n`, "latin1");
  const closing = Buffer.from(`\r\n--${boundary}`, "latin1");
  let held: Buffer = Buffer.alloc(0);
  let isInside = false;
  let taken = 0;
  for await (const chunk of bytes) {
    if (!Buffer.isBuffer(chunk)) return "unreadable";
    held = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
    if (!isInside) {
      const from = held.indexOf("\r\n\r\n");
      if (from === -1) {
        if (held.length > headerMaxBytes) return "unreadable";
        continue;
      }
      if (from > headerMaxBytes || !held.subarray(0, opening.length).equals(opening)) return "unreadable";
      held = held.subarray(from + 4);
      isInside = true;
    }
    const end = held.indexOf(closing);
    // what could be the beginning of the end stays until more has come
    const piece = held.subarray(0, end === -1 ? Math.max(0, held.length - closing.length + 1) : end);
    taken += piece.length;
    if (taken > mostBytes) return "too_large";
    take(piece);
    if (end !== -1) return "whole";
    held = held.subarray(piece.length);
  }
  return "unreadable";
}
