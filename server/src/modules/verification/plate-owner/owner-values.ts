import { partOfFieldName } from "@idanimo/contract/record-parts";
import type { PlateOwnerState } from "@idanimo/contract/plate-owner";
import { isExpired, isResultAvailable, type RequestStatus } from "@idanimo/contract/request-status";
import type { Outcome } from "@idanimo/contract/verification-states";
import { parsePhone } from "../../../providers/person-records/values.ts";
import type { SourceRecord } from "../../results/index.ts";

/** What a result of a vehicle registration number shows of the vehicle's owner. Pure [CL-15]. */

const isOwnerField = (name: string) => partOfFieldName(name) === "owner";

/** Whether a stored record has the owner's values: it was delivered with them, without consent. */
export const hasOwnerValues = (record: SourceRecord): boolean => Object.keys(record).some(isOwnerField);

/** The owner's phone number with its plus; null if the register has none that is valid. */
export function ownerPhone(owner: SourceRecord): string | null {
  const phone = owner["owner_phone"];
  return typeof phone === "string" ? parsePhone(phone) : null;
}

/**
 * Separates the owner's values from the vehicle's. Without a phone number the owner cannot be asked, so that the
 * owner's values are undefined and nothing of them is stored.
 */
export function separateOwner(record: SourceRecord): {
  readonly vehicle: SourceRecord;
  readonly owner: SourceRecord | undefined;
} {
  const entries = Object.entries(record);
  const owner = Object.fromEntries(entries.filter(([name]) => isOwnerField(name)));
  const vehicle = Object.fromEntries(entries.filter(([name]) => !isOwnerField(name)));
  return { vehicle, owner: ownerPhone(owner) === null ? undefined : owner };
}

/** A request whose messages we could not send did not reach the owner, so that another one is allowed. */
export const mayAskAgain = (outcome: Outcome | null): boolean => outcome === "PROVIDER_FAILED";

/** The state of a request to an owner. */
export function ownerRequestState(status: RequestStatus, now: Date): PlateOwnerState {
  switch (status.outcome) {
    case null:
      return isExpired(status, now) ? "no_answer" : "asking";
    case "DELIVERED":
      return isResultAvailable(status, now) ? "shared" : "ended";
    case "DENIED":
      return "denied";
    case "UNANSWERED":
    case "CANCELLED":
      return "no_answer";
    default:
      return "not_possible";
  }
}
