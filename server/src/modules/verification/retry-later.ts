/** Thrown to have the queue call again; not a fault. */
export class RetryLater extends Error {}

/**
 * Another process stands in the way, perhaps only of one of a batch: it is taken back whole, and each tries by itself. Its code is
 * PostgreSQL's own for it.
 */
export class ConflictError extends RetryLater {
  readonly code = "40001";
}

/** Whether somebody stands in the way, whoever says so: we, or the database. */
export const isConflict = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "40001";
