import type { ConsentState } from "@idanimo/contract/consent";
import { reportCode } from "@idanimo/contract/downloads";

/** What is said of a report that was given out. Pure; time comes in. */

/** Digits and letters of a report's code: none that is taken for another one. */
export const codeAlphabet = "23456789ABCDEFGHJKMNPQRSTVWXYZ";
/** How many of them. */
export const codeLength = 20;

/** `ABCDE-FGHJK-...` */
export const splitIntoGroups = (letters: string, size: number, between: string): string =>
  (letters.match(new RegExp(`.{1,${size}}`, "g")) ?? []).join(between);

/** A code as somebody types it: small letters, spaces and no hyphens are all fine. Undefined for what can be none. */
export function parseReportCode(typed: string | undefined): string | undefined {
  const code = splitIntoGroups((typed ?? "").slice(0, 100).toUpperCase().replace(/[\s-]/g, ""), 5, "-");
  return reportCode.safeParse(code).success ? code : undefined;
}

/** The largest file that is compared with a report. */
export const maxFileMegabytes = 40;

/** Where the record of a report stands. `since`, `until`: null where nobody knows or there is no end. */
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
