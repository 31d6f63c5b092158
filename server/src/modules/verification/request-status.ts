import { catalogueRowOf, type SearchType } from "@idanimo/contract/catalogue";
import type { ConsentState } from "@idanimo/contract/consent";
import type { RequestStatus } from "@idanimo/contract/request-status";
import { isExpired } from "@idanimo/contract/request-status";
import type { ItemState, Outcome } from "@idanimo/contract/verification-states";

/** The columns from which the status of a request is computed. */
export type RequestStatusRow = {
  readonly state: ItemState;
  readonly outcome: Outcome | null;
  readonly consent: ConsentState | null;
  readonly deadline: Date | null;
  readonly consent_expires_at: Date | null;
  readonly result_expires_at: Date | null;
  readonly search_type: SearchType;
};

export function requestStatusOf(row: RequestStatusRow): RequestStatus {
  return {
    state: row.state,
    outcome: row.outcome,
    consent: row.consent,
    deadline: row.deadline,
    goneAt: row.consent_expires_at ?? row.result_expires_at,
    ...(catalogueRowOf(row.search_type).isFree && { isFree: true }),
  };
}

/** The consent status as named on the wire. A type without consent reads as granted once delivered. */
export function consentStatusOf(
  status: RequestStatus,
): "initiate" | "pending" | "granted" | "denied" | "terminated" | "No data found" {
  if (status.consent === "no_data_found") return "No data found";
  if (status.consent !== null) return status.consent;
  if (status.outcome === "NO_DATA") return "No data found";
  return status.outcome === "DELIVERED" ? "granted" : status.outcome === null ? "initiate" : "terminated";
}

/** The status of a history row: `expired`, `no data found`, `initiate`, `terminated`, or the consent status. */
export function historyStatusOf(status: RequestStatus, now: Date): string {
  if (isExpired(status, now)) return status.consent === "terminated" ? "terminated" : "expired";
  if (status.outcome === "NO_DATA") return "no data found";
  return status.outcome === null && status.consent !== "pending" ? "initiate" : consentStatusOf(status);
}
