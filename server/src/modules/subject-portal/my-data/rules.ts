import type { ConsentState } from "@idanimo/contract/consent";

/** The outcome of a request, as the subject sees it. Pure. */

/** Lifetime of a session. */
export const sessionMinutes = 30;
/** Requests per page. */
export const pageSize = 20;
/** Maximum number of pending and granted requests shown at the top. */
export const activeRequestsMax = 100;

/** Whether a value from a form or a URL can be the id of a row. */
export const isUuid = (value: string): boolean => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value);

/** Whether a message's link still signs in to "my data": before the deadline, and while consent is granted. */
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
  | "requester_closed"
  | "cancelled"
  | "stopped"
  | "unanswered"
  | "unreached"
  | "nothing_found";

/** The outcome of a request. Times are the database's. */
export function requestOutcome(
  consent: {
    readonly state: ConsentState;
    readonly askedAt: Date | null;
    readonly deadline: Date | null;
    readonly goneAt: Date | null;
    /** When all our messages had failed, if they did. */
    readonly unreachedAt: Date | null;
    /** When the requester closed their account while the request was pending or granted, if they did. */
    readonly leftAt: Date | null;
    /** When the requester cancelled the pending request, if they did. */
    readonly cancelledAt: Date | null;
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
      if (consent.leftAt !== null) return "requester_closed";
      if (consent.cancelledAt !== null) return "cancelled";
      // of these, only withdrawn consent has an end of access
      if (consent.goneAt !== null) return "taken_back";
      if (consent.askedAt === null) return "stopped";
      return consent.unreachedAt === null ? "unanswered" : "unreached";
  }
}
