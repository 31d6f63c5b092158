import { createHash } from "node:crypto";
import { type MultipartFileOutcome, readMultipartFile } from "../../../http/multipart-file.ts";
import type { VerificationDeps } from "../deps.ts";
import { maxFileMegabytes, parseReportCode, type ReportValidity, reportValidityOf } from "./rules.ts";
import { findReport, type StoredReport } from "./store.ts";

/** A report as shown to anybody with its code. */
export type KnownReport = Pick<StoredReport, "searchType" | "source" | "madeAt" | "userType" | "businessName"> & {
  readonly code: string;
  /** SHA-256 of the file, hexadecimal. */
  readonly fingerprint: string;
  readonly validity: ReportValidity;
};

/** @returns undefined for a malformed or unknown code */
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

/** Size limit of a compared file, bytes; larger than any report. Enforced while streaming. */
const maxFileBytes = maxFileMegabytes * 2 ** 20;

export type ComparisonResult = "same" | "changed" | Exclude<MultipartFileOutcome, "whole">;

/** Compares a file with the report by its hash. The file is streamed and not stored. */
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
