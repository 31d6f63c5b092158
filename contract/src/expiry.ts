import type { CatalogueRow } from "./catalogue.ts";
import type { ConsentState } from "./consent.ts";
import * as texts from "./texts.ts";
import type { ItemState, Outcome } from "./verification-states.ts";

/** How long what is kept, and what a person reads about it. Pure; time comes in. Source: design 2, "Retention". */

const hourMs = 3_600_000;

/** The retention table. `null` means that it does not apply. Hours. */
export const retention = {
  person: { awaitingHours: 24, afterGrantHours: 24, afterCreationHours: null },
  extension: { awaitingHours: 24, afterGrantHours: null, afterCreationHours: 48 },
  financial: { awaitingHours: 24, afterGrantHours: null, afterCreationHours: 48 },
  vehicle: { awaitingHours: null, afterGrantHours: null, afterCreationHours: 168 },
  register: { awaitingHours: null, afterGrantHours: null, afterCreationHours: null },
} as const satisfies Record<
  CatalogueRow["retention"],
  { awaitingHours: number | null; afterGrantHours: number | null; afterCreationHours: number | null }
>;
export type RetentionClass = keyof typeof retention;

/** When a question to the subject ends unanswered, or null for a class that asks nobody. */
export function consentDeadline(of: RetentionClass, askedAt: Date): Date | null {
  const hours = retention[of].awaitingHours;
  return hours === null ? null : new Date(askedAt.getTime() + hours * hourMs);
}

/** When an opened result is gone, or null for a public register. */
export function goneAt(of: RetentionClass, createdAt: Date, openedAt: Date): Date | null {
  const { afterGrantHours, afterCreationHours } = retention[of];
  if (afterGrantHours !== null) return new Date(openedAt.getTime() + afterGrantHours * hourMs);
  return afterCreationHours === null ? null : new Date(createdAt.getTime() + afterCreationHours * hourMs);
}

/** Where one request stands, as far as its words go. */
export type Standing = {
  readonly state: ItemState;
  readonly outcome: Outcome | null;
  readonly consent: ConsentState | null;
  readonly deadline: Date | null;
  readonly goneAt: Date | null;
};

/** Whether what was found can be opened at a moment. */
export function isOpen(standing: Standing, now: Date): boolean {
  if (standing.state !== "closed" || standing.outcome !== "DELIVERED") return false;
  if (standing.consent !== null && standing.consent !== "granted") return false;
  return standing.goneAt === null || standing.goneAt.getTime() > now.getTime();
}

/** Whether a request is over and its value masked: gone, unanswered, or ended. */
export function isExpired(standing: Standing, now: Date): boolean {
  if (standing.consent === "terminated") return true;
  if (standing.consent === "pending") return standing.deadline !== null && standing.deadline.getTime() <= now.getTime();
  return standing.goneAt !== null && standing.goneAt.getTime() <= now.getTime();
}

/** The action text of a history row, in the specification's order. Source: B§4, DASH-14; a running one reads as in progress. */
export function actionText(standing: Standing, now: Date): string {
  if (isExpired(standing, now)) return texts.rowExpired;
  if (standing.consent === "no_data_found" || standing.outcome === "NO_DATA") return texts.rowNoData;
  if (standing.consent === "denied") return texts.consentDenied;
  if (standing.consent === "pending") return texts.awaitingConsent;
  return isOpen(standing, now)
    ? texts.rowViewResult
    : standing.outcome === null
      ? texts.inProgressTitle
      : texts.rowRefunded;
}
