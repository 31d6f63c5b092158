/** Reads one file of a multipart form as a stream, so that it is not buffered or stored. */

/** The part's headers before the file. */
const headerMaxBytes = 4_096;

/** Returns the boundary of a multipart form, or undefined for another content type. */
export function parseBoundary(contentType: string | undefined): string | undefined {
  const [, quoted, bare] = /^multipart\/form-data;\s*boundary=(?:"([^"\r\n]{1,70})"|([^\s;"]{1,70}))\s*$/i.exec(
    contentType ?? "",
  ) ?? [undefined, undefined, undefined];
  return quoted ?? bare;
}

export type MultipartFileOutcome = "whole" | "too_large" | "unreadable";

/**
 * Passes the chunks of the form's first field, its file, to `take`.
 * @param bytes the body
 * @param mostBytes of the file; reading stops above it
 * @returns `unreadable` for an invalid or incomplete form
 */
export async function readMultipartFile(
  bytes: AsyncIterable<unknown>,
  boundary: string,
  mostBytes: number,
  take: (piece: Buffer) => void,
): Promise<MultipartFileOutcome> {
  const opening = Buffer.from(`--${boundary}\r\n`, "latin1");
  const closing = Buffer.from(`\r\n--${boundary}`, "latin1");
  let buffered: Buffer = Buffer.alloc(0);
  let isInside = false;
  let taken = 0;
  for await (const chunk of bytes) {
    if (!Buffer.isBuffer(chunk)) return "unreadable";
    buffered = buffered.length === 0 ? chunk : Buffer.concat([buffered, chunk]);
    if (!isInside) {
      const from = buffered.indexOf("\r\n\r\n");
      if (from === -1) {
        if (buffered.length > headerMaxBytes) return "unreadable";
        continue;
      }
      if (from > headerMaxBytes || !buffered.subarray(0, opening.length).equals(opening)) return "unreadable";
      buffered = buffered.subarray(from + 4);
      isInside = true;
    }
    const end = buffered.indexOf(closing);
    // keep what may be the start of the closing boundary until more arrives
    const piece = buffered.subarray(0, end === -1 ? Math.max(0, buffered.length - closing.length + 1) : end);
    taken += piece.length;
    if (taken > mostBytes) return "too_large";
    take(piece);
    if (end !== -1) return "whole";
    buffered = buffered.subarray(piece.length);
  }
  return "unreadable";
}
