/**
 * Thrown where the line broke before the database said whether it wrote something: it may stand, and it may not. Nobody may be told
 * that nothing was charged; who asks again with the same key hears what is true.
 */
export class CommitUnknownError extends Error {}

/** SQLSTATEs and system codes of a line that breaks in the middle; a connection that could not be opened has others. */
const brokenConnectionCodes = /^(57P01|57P02|08.*|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETDOWN|ENETUNREACH)$/;
/** The same, where the driver has no code for it. */
const brokenConnectionMessages = /^(Connection terminated( unexpectedly)?|Query read timeout)$/;

/** Whether an error leaves open what became of a statement that was sent. */
export function isCommitUnknown(error: unknown): boolean {
  if (error instanceof CommitUnknownError) return true;
  if (!(error instanceof Error)) return false;
  if ("syscall" in error && error.syscall === "connect") return false; // nothing was sent
  const code = "code" in error ? String(error.code) : "";
  return brokenConnectionCodes.test(code) || brokenConnectionMessages.test(error.message);
}

/** The outcome of a write that stands by itself; where its line breaks it is `Unconfirmed`. */
export async function detectUnknownCommit<Value>(write: Promise<Value>): Promise<Value> {
  return write.catch((error: unknown) => {
    throw isCommitUnknown(error) ? commitUnknown(error) : error;
  });
}

export const commitUnknown = (cause: unknown): CommitUnknownError =>
  new CommitUnknownError("the line broke before the database said whether it wrote this", { cause });
