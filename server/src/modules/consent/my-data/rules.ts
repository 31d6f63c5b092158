import type { ConsentState } from "@idanimo/contract/consent";

/** How a request stands, to the person it is about. Pure. */

/** How long somebody who proved a contact stays on their page. */
export const sessionMinutes = 30;
/** Requests of one page. */
export const pageSize = 20;
/** Open questions and standing yeses shown on top, at most. */
export const activeRequestsMax = 100;

/** Whether something that came in a form or an address can be the id of a row. */
export const isUuid = (value: string): boolean => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value);

/** Whether a message's link still opens the page of one's own data: until the time to answer is over, and while a yes stands. */
export function isLinkSignInAllowed(
  consent: { readonly state: ConsentState; readonly deadline: Date | null; readonly goneAt: Date | null },
  now: Date,
): boolean {
  const end = consent.state === "granted" ? consent.goneAt : consent.deadline;
  return end !== null && end > now;
}

export type RequestOutcome =
  | "open"
  | "standing"
  | "waiting_to_ask"
  | "refused"
  | "gone"
  | "taken_back"
  | "asker_left"
  | "stopped"
  | "unanswered"
  | "unreached"
  | "nothing_found";

/** What became of a request. Times are the database's. */
export function requestOutcome(
  consent: {
    readonly state: ConsentState;
    readonly askedAt: Date | null;
    readonly deadline: Date | null;
    readonly goneAt: Date | null;
    /** When none of our messages could reach anybody, if so. */
    readonly unreachedAt: Date | null;
    /** When whoever asked closed their account while it was open or stood, if so. */
    readonly leftAt: Date | null;
  },
  now: Date,
): RequestOutcome {
  const isPast = (at: Date | null) => at !== null && at <= now;
  switch (consent.state) {
    case "initiate":
      return "waiting_to_ask";
    case "pending":
      return isPast(consent.deadline) ? "unanswered" : "open";
    case "granted":
      return isPast(consent.goneAt) ? "gone" : "standing";
    case "denied":
      return "refused";
    case "no_data_found":
      return "nothing_found";
    case "terminated":
      if (consent.leftAt !== null) return "asker_left";
      // a yes that was taken back is the only end that had one
      if (consent.goneAt !== null) return "taken_back";
      if (consent.askedAt === null) return "stopped";
      return consent.unreachedAt === null ? "unanswered" : "unreached";
  }
}
