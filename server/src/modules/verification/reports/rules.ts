import type { ConsentState } from "@idanimo/contract/consent";
import { reportCode } from "@idanimo/contract/downloads";

/** Rules for reports. Pure. */

/** Alphabet of report codes, without characters that look alike. */
export const codeAlphabet = "23456789ABCDEFGHJKMNPQRSTVWXYZ";
export const codeLength = 20;

/** `ABCDE-FGHJK-...` */
export const splitIntoGroups = (letters: string, size: number, between: string): string =>
  (letters.match(new RegExp(`.{1,${size}}`, "g")) ?? []).join(between);

/**
 * Normalises a code as typed: lower case, spaces and missing hyphens are fine. Undefined for an impossible code.
 */
export function parseReportCode(typed: string | undefined): string | undefined {
  const code = splitIntoGroups((typed ?? "").slice(0, 100).toUpperCase().replace(/[\s-]/g, ""), 5, "-");
  return reportCode.safeParse(code).success ? code : undefined;
}

/** Size limit of a file to compare. */
export const maxFileMegabytes = 40;

/** Validity of a report's record. `since` is null if unknown, `until` is null without an expiry. */
export type ReportValidity =
  | { readonly kind: "open"; readonly until: Date | null }
  | { readonly kind: "over"; readonly since: Date }
  | { readonly kind: "taken_back"; readonly since: Date | null }
  | { readonly kind: "erased"; readonly since: Date };

export function reportValidityOf(row: {
  readonly consent: ConsentState | null;
  readonly consentGoneAt: Date | null;
  readonly goneAt: Date | null;
  readonly purgedAt: Date | null;
  readonly now: Date;
}): ReportValidity {
  if (row.consent === "terminated") return { kind: "taken_back", since: row.consentGoneAt };
  const end = row.consentGoneAt ?? row.goneAt;
  if (end !== null && end.getTime() <= row.now.getTime()) return { kind: "over", since: end };
  return row.purgedAt === null ? { kind: "open", until: end } : { kind: "erased", since: row.purgedAt };
}
