/** Thrown to make the queue retry later; not a failure. */
export class RetryLater extends Error {}

/**
 * Another process is ahead, perhaps for one member of a batch only: the batch is rolled back and each member is
 * retried alone. Has PostgreSQL's code for a serialization failure.
 */
export class ConflictError extends RetryLater {
  readonly code = "40001";
}

/** Whether an error is a conflict, raised by us or by the database. */
export const isConflict = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "40001";
