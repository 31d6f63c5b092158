import { type CatalogueRow, catalogueRowOf, type SearchType } from "./catalogue.ts";
import type { ConsentState } from "./consent.ts";
import * as texts from "./texts.ts";
import { isRefunded, type ItemState, type Outcome, refundedOutcomes } from "./verification-states.ts";

/** How long data is retained, and the status that users read. Pure functions; the caller passes the time. */

const hourMs = 3_600_000;

/** The retention table, in hours. `null` means that it does not apply [EXPIRY-01 EXPIRY-02 EXPIRY-03]. */
export const retention = {
  person: { awaitingHours: 24, afterGrantHours: 24, afterCreationHours: null },
  extension: { awaitingHours: 24, afterGrantHours: null, afterCreationHours: 48 },
  financial: { awaitingHours: 24, afterGrantHours: null, afterCreationHours: 48 },
  vehicle: { awaitingHours: null, afterGrantHours: null, afterCreationHours: 168 },
  /** The answer to one question [AO-10]. */
  answer: { awaitingHours: 24, afterGrantHours: 720, afterCreationHours: null },
  register: { awaitingHours: null, afterGrantHours: null, afterCreationHours: null },
} as const satisfies Record<
  CatalogueRow["retention"],
  { awaitingHours: number | null; afterGrantHours: number | null; afterCreationHours: number | null }
>;
export type RetentionClass = keyof typeof retention;

/** When a pending consent expires, or null for a class without consent. */
export function consentDeadline(of: RetentionClass, askedAt: Date): Date | null {
  const hours = retention[of].awaitingHours;
  return hours === null ? null : new Date(askedAt.getTime() + hours * hourMs);
}

/** When an opened result expires, or null for a public register. */
export function resultExpiresAt(of: RetentionClass, createdAt: Date, openedAt: Date): Date | null {
  const { afterGrantHours, afterCreationHours } = retention[of];
  if (afterGrantHours !== null) return new Date(openedAt.getTime() + afterGrantHours * hourMs);
  return afterCreationHours === null ? null : new Date(createdAt.getTime() + afterCreationHours * hourMs);
}

/** The parts of a request that determine its status text. */
export type RequestStatus = {
  readonly state: ItemState;
  readonly outcome: Outcome | null;
  readonly consent: ConsentState | null;
  readonly deadline: Date | null;
  readonly goneAt: Date | null;
  /** It cost nothing, so that nothing is refunded. */
  readonly isFree?: boolean;
};

/** Whether the result can be opened at an instant. */
export function isResultAvailable(status: RequestStatus, now: Date): boolean {
  if (status.state !== "closed" || status.outcome !== "DELIVERED") return false;
  if (status.consent !== null && status.consent !== "granted") return false;
  return status.goneAt === null || status.goneAt.getTime() > now.getTime();
}

/** Whether a request is over and its value masked: expired, unanswered, or ended. */
export function isExpired(status: RequestStatus, now: Date): boolean {
  if (status.consent === "terminated") return true;
  if (status.consent === "pending") return status.deadline !== null && status.deadline.getTime() <= now.getTime();
  return status.goneAt !== null && status.goneAt.getTime() <= now.getTime();
}

/**
 * The status of a request, on screens, in CSV files and in documents: Refunded whenever the money was refunded,
 * Cancelled if the requester cancelled it, otherwise the specified words in their order [DASH-14 DASH-15].
 */
export function requestStatusText(status: RequestStatus, now: Date): string {
  if (status.outcome !== null && isRefunded(status.outcome))
    return status.isFree ? texts.rowNotPossible : texts.rowRefunded;
  if (status.outcome === "CANCELLED") return texts.rowCancelled;
  if (status.state === "priced") return texts.rowNotStarted;
  if (isExpired(status, now)) return texts.rowExpired;
  if (status.consent === "no_data_found" || status.outcome === "NO_DATA") return texts.rowNoData;
  if (status.consent === "denied") return texts.consentDenied;
  if (status.consent === "pending") return texts.awaitingConsent;
  return isResultAvailable(status, now) ? texts.rowViewResult : texts.rowInProgress;
}

/** The statuses by which the history can be filtered, in the order of a request's life. */
export const historyStatuses = [
  texts.awaitingConsent,
  texts.rowViewResult,
  texts.consentDenied,
  texts.rowNoData,
  texts.rowRefunded,
  texts.rowCancelled,
  texts.rowExpired,
] as const;
export type HistoryStatus = (typeof historyStatuses)[number];

/**
 * The consent of a row, where a person was asked: not for a public register, and not for a request that ended before
 * anyone was asked.
 */
export function consentText(row: {
  readonly searchType: SearchType;
  readonly consent: string;
  readonly outcome: Outcome | null;
  readonly isUnasked?: true | undefined;
}): string {
  const wasAsked = row.outcome === null || !(outcomesWithoutRequest as readonly Outcome[]).includes(row.outcome);
  return catalogueRowOf(row.searchType).consent && !row.isUnasked && wasAsked ? row.consent : "";
}
const outcomesWithoutRequest = [...refundedOutcomes, "NO_DATA"] as const satisfies readonly Outcome[];

/** Consent and status texts of a request; no consent where no person was asked [DASH-11 DASH-12 AO-08]. */
export function consentTexts(row: {
  readonly searchType: SearchType;
  readonly consent: string;
  readonly status: string;
  readonly isUnasked?: true | undefined;
}): { readonly consent: string; readonly status: string } {
  if (catalogueRowOf(row.searchType).consent && !row.isUnasked) return { consent: row.consent, status: row.status };
  return { consent: "", status: row.status === "granted" ? "" : row.status };
}
