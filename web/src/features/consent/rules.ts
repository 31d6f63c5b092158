import { rowOf } from "@idanimo/contract/catalogue";
import type { OutputOf } from "@idanimo/contract/operation";
import * as texts from "@idanimo/contract/texts";
import type { checkConsent } from "@idanimo/contract/verification";
import { isRefunded } from "@idanimo/contract/verification-states";

export type Request = OutputOf<typeof checkConsent>;
type Asked = Request["asked"][number];

/** Where a granted request opens: a person's at `/result`, any other kind at its own page. Source: CONSENT-06, C-18. */
export function resultAddress(request: Pick<Request, "searchType">, id: string): string {
  const { retention, resultRoute } = rowOf(request.searchType);
  return `${retention === "person" ? "/result" : resultRoute}/${id}`;
}

/** How a waiting request stands: still open, opened, or ended with its words and what became of the money. */
export type Wait =
  | { readonly kind: "looking_up" | "waiting" | "granted" }
  | { readonly kind: "ended"; readonly title: string; readonly money: string };

const kept = "The charge is kept, as said before paying.";
const returned = "The money is back in your wallet.";

/** Reads the answer of the consent call. `now` in milliseconds: an open question past its deadline has ended. Source: B§4. */
export function waitOf(request: Pick<Request, "consent" | "outcome" | "deadline">, now: number): Wait {
  const { consent, outcome, deadline } = request;
  if (outcome !== null && isRefunded(outcome))
    return { kind: "ended", title: refundTitles[outcome] ?? "It did not work", money: returned };
  switch (consent) {
    case "granted":
      return { kind: "granted" };
    case "denied":
      return { kind: "ended", title: texts.consentDenied, money: `The person said no. ${kept}` };
    case "No data found":
      return { kind: "ended", title: texts.rowNoData, money: `The source has no such record. ${kept}` };
    case "terminated":
      return { kind: "ended", title: texts.consentExpired, money: kept };
    case "pending":
      return deadline !== null && Date.parse(deadline) <= now
        ? { kind: "ended", title: texts.consentExpired, money: `Nobody answered in time. ${kept}` }
        : { kind: "waiting" };
    case "initiate":
      return { kind: "looking_up" };
  }
}

const refundTitles: Readonly<Partial<Record<NonNullable<Request["outcome"]>, string>>> = {
  PROVIDER_FAILED: "The source failed",
  NO_CONTACT: "The person cannot be reached: the record holds no phone or mail",
  MINOR: "The person is under 18, and minors are not looked up",
  BLOCKED: "The person has blocked such requests",
};

const channelNames = { sms: "SMS", mail: "mail" } as const satisfies Record<Asked["channel"], string>;

/** Whom it waits for and how they were reached, in plain words; never the contact itself. */
export function askedWords(asked: readonly Asked[]): string {
  const gone = asked.filter(({ state }) => state === "sent" || state === "delivered");
  const coming = asked.filter(({ state }) => state === "waiting");
  const names = (some: readonly Asked[]) => some.map(({ channel }) => channelNames[channel]).join(" and ");
  if (gone.length > 0) return `We sent them a message by ${names(gone)}.`;
  if (coming.length > 0) return `We are sending them a message by ${names(coming)}.`;
  if (asked.length > 0) return "Our messages could not be delivered. We keep trying.";
  return "We are finding out how to reach them.";
}

/** What each message has come to. */
export const messageWords = {
  waiting: "on its way",
  sent: "sent",
  delivered: "delivered",
  failed: "not delivered",
} as const satisfies Record<Asked["state"], string>;

export function channelName(channel: Asked["channel"]): string {
  return channel === "sms" ? "SMS" : "Mail";
}
