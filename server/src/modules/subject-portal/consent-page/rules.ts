import type { ConsentState } from "@idanimo/contract/consent";

/** What the subject's page shows, depending on the consent's state. Pure. */

/** What a subject can decide, as recorded in the evidence. */
export const decisions = ["granted", "denied", "withdrawn", "wrong_person"] as const;
export type Decision = (typeof decisions)[number];

/** The status of a request, as the subject sees it. */
export type ConsentStatus =
  | "asking"
  | "granted"
  | "gone"
  | "denied"
  | "withdrawn"
  | "wrong_person"
  | "unanswered"
  | "requester_closed"
  | "cancelled"
  | "over";

/** How a request ended without a decision: the deadline passed, or its requester cancelled it. */
export type UndecidedEnd = "unanswered" | "cancelled";

type ConsentTimes = {
  readonly state: ConsentState;
  readonly deadline: Date | null;
  readonly goneAt: Date | null;
  readonly now: Date;
};

/**
 * @param decided      what the subject decided so far
 * @param end how it ended without a decision, if it did
 */
export function consentStatus(
  { state, deadline, goneAt, now }: ConsentTimes,
  decided: readonly Decision[],
  end: UndecidedEnd | undefined,
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
      if (decided.includes("granted")) return "requester_closed"; // granted consent ends in no other way
      return end ?? "over";
    case "initiate":
    case "no_data_found":
      return "over";
  }
}

/** The reasons a subject can choose in a report. */
export const misuseReasons = ["unknown", "pretends", "pressure", "money", "other"] as const;
export type MisuseReason = (typeof misuseReasons)[number];

export const reportTextMaxLength = 500;

/** A validated report. */
export type MisuseReport = { readonly reason: MisuseReason; readonly text: string };

/** Validates a report's form, and names the field that is wrong. */
export function parseMisuseReport(sent: {
  readonly reason: string;
  readonly text: string;
}): { readonly ok: true; readonly report: MisuseReport } | { readonly ok: false; readonly wrong: "reason" | "text" } {
  const reason = misuseReasons.find((code) => code === sent.reason);
  if (!reason) return { ok: false, wrong: "reason" };
  const { text } = sent;
  return text.length > reportTextMaxLength ? { ok: false, wrong: "text" } : { ok: true, report: { reason, text } };
}
