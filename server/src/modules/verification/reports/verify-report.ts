import { createHash } from "node:crypto";
import { type MultipartFileOutcome, readMultipartFile } from "../../../http/multipart-file.ts";
import type { VerificationDeps } from "../deps.ts";
import { maxFileMegabytes, parseReportCode, type ReportValidity, reportValidityOf } from "./rules.ts";
import { findReport, type StoredReport } from "./store.ts";

/** A report that was given out, as anybody who holds one may know it. */
export type KnownReport = Pick<StoredReport, "searchType" | "source" | "madeAt" | "userType" | "businessName"> & {
  readonly code: string;
  /** SHA-256 of the file, hexadecimal. */
  readonly fingerprint: string;
  readonly validity: ReportValidity;
};

/** @returns undefined for a code that is none or that nobody was given */
export async function findKnownReport(
  { db }: Pick<VerificationDeps, "db">,
  typed: string | undefined,
): Promise<KnownReport | undefined> {
  const code = parseReportCode(typed);
  const row = code === undefined ? undefined : await db.transaction("system", (tx) => findReport(tx, code));
  if (!row || code === undefined) return undefined;
  const { searchType, source, madeAt, userType, businessName } = row;
  return {
    code,
    searchType,
    source,
    madeAt,
    userType,
    businessName,
    fingerprint: row.sha256.toString("hex"),
    validity: reportValidityOf(row),
  };
}

/** Bytes of a file that is compared: more than a report has. They are counted as they pass, and none is held. */
const maxFileBytes = maxFileMegabytes * 2 ** 20;

export type ComparisonResult = "same" | "changed" | Exclude<MultipartFileOutcome, "whole">;

/** Compares a file with the one that was given out. It is read as it comes; nothing of it is kept. */
export async function compareFile(
  report: KnownReport,
  bytes: AsyncIterable<unknown>,
  boundary: string,
): Promise<ComparisonResult> {
  const hash = createHash("sha256");
  let isEmpty = true;
  const seen = await readMultipartFile(bytes, boundary, maxFileBytes, (piece) => {
    isEmpty &&= piece.length === 0;
    hash.update(piece);
  });
  if (seen !== "whole") return seen;
  if (isEmpty) return "unreadable";
  return hash.digest("hex") === report.fingerprint ? "same" : "changed";
}
