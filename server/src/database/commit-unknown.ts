/**
 * The connection broke before the database confirmed a write: it may or may not be committed. Never say that
 * nothing was charged; a repeated call with the same key returns the true result.
 */
export class CommitUnknownError extends Error {}

/** SQLSTATEs and system codes of a connection that breaks; one that could not be opened has other codes. */
const brokenConnectionCodes = /^(57P01|57P02|08.*|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETDOWN|ENETUNREACH)$/;
/** The same errors where the driver gives no code. */
const brokenConnectionMessages = /^(Connection terminated( unexpectedly)?|Query read timeout)$/;

/** Whether an error leaves open if a statement was executed. */
export function isCommitUnknown(error: unknown): boolean {
  if (error instanceof CommitUnknownError) return true;
  if (!(error instanceof Error)) return false;
  if ("syscall" in error && error.syscall === "connect") return false; // nothing was sent
  const code = "code" in error ? String(error.code) : "";
  return brokenConnectionCodes.test(code) || brokenConnectionMessages.test(error.message);
}

/** Awaits a write or a commit. @throws CommitUnknownError if its connection breaks */
export async function detectUnknownCommit<Value>(write: Promise<Value>): Promise<Value> {
  return write.catch((error: unknown) => {
    throw isCommitUnknown(error) ? commitUnknown(error) : error;
  });
}

export const commitUnknown = (cause: unknown): CommitUnknownError =>
  new CommitUnknownError("the line broke before the database said whether it wrote this", { cause });
