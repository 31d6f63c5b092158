import type { ConsentState } from "@idanimo/contract/consent";
import { retention, type RetentionClass } from "@idanimo/contract/request-status";

/** What the subject's page shows when. Pure. */

/** What a person did about a request, as its proofs say. */
export const decisions = ["granted", "denied", "withdrawn", "wrong_person"] as const;
export type Decision = (typeof decisions)[number];

/** Where a request stands for the person it is about. */
export type ConsentStatus =
  "asking" | "granted" | "gone" | "denied" | "withdrawn" | "wrong_person" | "unanswered" | "asker_left" | "over";

type ConsentTimes = {
  readonly state: ConsentState;
  readonly deadline: Date | null;
  readonly goneAt: Date | null;
  readonly now: Date;
};

/**
 * @param decided         what the person decided so far
 * @param isUnanswered its time passed without an answer
 */
export function consentStatus(
  { state, deadline, goneAt, now }: ConsentTimes,
  decided: readonly Decision[],
  isUnanswered: boolean,
): ConsentStatus {
  switch (state) {
    case "pending":
      return deadline !== null && deadline > now ? "asking" : "unanswered";
    case "granted":
      return goneAt !== null && goneAt > now ? "granted" : "gone";
    case "denied":
      return "denied";
    case "terminated":
      if (decided.includes("withdrawn")) return "withdrawn";
      if (decided.includes("wrong_person")) return "wrong_person";
      if (decided.includes("granted")) return "asker_left"; // a yes ends in no other way
      return isUnanswered ? "unanswered" : "over";
    case "initiate":
    case "no_data_found":
      return "over";
  }
}

/** For how many hours a record is shown, and whether that is counted from the yes or is only the most it can be. */
export function visiblePeriod(of: RetentionClass): { readonly hours: number; readonly isMost: boolean } {
  const { afterGrantHours, afterCreationHours } = retention[of];
  return { hours: afterGrantHours ?? afterCreationHours ?? 0, isMost: afterGrantHours === null };
}

/** What a person reports. */
export const misuseReasons = ["unknown", "pretends", "pressure", "money", "other"] as const;
export type MisuseReason = (typeof misuseReasons)[number];

/** The longest text of a report. */
export const reportTextMaxLength = 500;

/** A report as its form sent it, cleaned. */
export type MisuseReport = { readonly reason: MisuseReason; readonly text: string };

/** What a form of a report lacks, or the report. */
export function parseMisuseReport(sent: {
  readonly reason: string;
  readonly text: string;
}): { readonly ok: true; readonly report: MisuseReport } | { readonly ok: false; readonly wrong: "reason" | "text" } {
  const reason = misuseReasons.find((code) => code === sent.reason);
  if (!reason) return { ok: false, wrong: "reason" };
  const { text } = sent;
  return text.length > reportTextMaxLength ? { ok: false, wrong: "text" } : { ok: true, report: { reason, text } };
}
