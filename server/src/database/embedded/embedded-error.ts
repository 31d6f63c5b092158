/** Why the embedded PostgreSQL cannot run. The names are stable, for callers that handle some of them. */
export type EmbeddedProblem =
  | "no_binaries"
  | "no_account"
  | "disk_full"
  | "not_permitted"
  | "unreachable_data"
  | "other_version"
  | "foreign_folder"
  | "still_running"
  | "failed";

/** A failure of the embedded PostgreSQL, with a message that a user at a terminal can act on. */
export class EmbeddedError extends Error {
  readonly problem: EmbeddedProblem;

  constructor(problem: EmbeddedProblem, sentence: string, options?: ErrorOptions) {
    super(sentence, options);
    this.name = "EmbeddedError";
    this.problem = problem;
  }
}

const alternativeHint = "Or set DATABASE_URL to a PostgreSQL 15 or newer of your own.";

/** The error for a full disk. */
export function diskFullError(folder: string, cause?: unknown): EmbeddedError {
  return new EmbeddedError(
    "disk_full",
    `There is no space left for the database in ${folder}: free some space, or set DATA_DIR to a folder on another disk.`,
    { cause },
  );
}

/** Turns a failed file operation below `folder` into an `EmbeddedError`; returns any other error unchanged. */
export function explainFileError(error: unknown, folder: string): unknown {
  const code = errorCodeOf(error);
  if (code === "ENOSPC" || code === "EDQUOT") return diskFullError(folder, error);
  if (code === "EACCES" || code === "EPERM" || code === "EROFS")
    return new EmbeddedError(
      "not_permitted",
      `The database folder ${folder} cannot be written: allow it, or set DATA_DIR to a folder that can be. ${alternativeHint}`,
      { cause: error },
    );
  return error;
}

/**
 * The error for a PostgreSQL program that failed.
 * @param what the action, as in "start"
 * @param output of the program
 */
export function programFailedError(what: string, output: string, folder: string): EmbeddedError {
  if (/No space left on device|Disk quota exceeded/.test(output)) return diskFullError(folder);
  const last = output.trim().split("\n").slice(-6).join("\n  ");
  return new EmbeddedError(
    "failed",
    `PostgreSQL could not ${what} in ${folder}. It said:\n  ${last}\n${alternativeHint}`,
  );
}

/** The code of a system error such as `ENOENT`; undefined for anything else. */
export function errorCodeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}
