import { brand } from "@idanimo/contract/brand";
import { catalogueRowOf, resultRouteOf } from "@idanimo/contract/catalogue";
import type { OutputOf } from "@idanimo/contract/operation";
import * as texts from "@idanimo/contract/texts";
import type { checkConsent } from "@idanimo/contract/verification";
import { isRefunded, type Outcome } from "@idanimo/contract/verification-states";
import { expiredReason, refundReason } from "@idanimo/contract/refund-reason";

export type ConsentRequest = OutputOf<typeof checkConsent>;
type DeliveryAttempt = ConsentRequest["asked"][number];

/** Where a granted request opens: a person's at `/result`, any other kind at its own page [CONSENT-06 C-18]. */
export function resultAddress(request: Pick<ConsentRequest, "searchType">, id: string): string {
  const { retention } = catalogueRowOf(request.searchType);
  return `${retention === "person" ? "/result" : resultRouteOf(request.searchType)}/${id}`;
}

/** The status of a request: open, granted, or ended with a heading, a title and what happened to the money. */
export type WaitStatus =
  | { readonly kind: "looking_up" | "waiting" | "granted" }
  | { readonly kind: "ended"; readonly heading: string; readonly title: string; readonly money: string };

const chargeKept = "This check isn't refundable.";

/** Reads the response of the consent call. `now` in milliseconds: a pending request past its deadline has ended. */
export function waitStatusOf(
  request: Pick<ConsentRequest, "consent" | "outcome" | "deadline"> & { readonly asked?: readonly DeliveryAttempt[] },
  now: number,
): WaitStatus {
  const { consent, outcome, deadline, asked = [] } = request;
  if (outcome === "PROVIDER_FAILED" && asked.length > 0)
    return {
      kind: "ended",
      heading: "Our message could not be sent",
      title: "We could not send the person our message, so they were not asked.",
      money: texts.moneyReturned,
    };
  if (outcome === "CANCELLED")
    return {
      kind: "ended",
      heading: "You cancelled this request",
      title: "The person can no longer answer, and their link says that you withdrew the request.",
      money: "This check isn't refundable.",
    };
  if (outcome !== null && isRefunded(outcome))
    return {
      kind: "ended",
      heading: notAskedHeading(outcome),
      title: refundReason(outcome),
      money: texts.moneyReturned,
    };
  switch (consent) {
    case "granted":
      return { kind: "granted" };
    case "denied":
      return { kind: "ended", heading: "The person refused", title: texts.consentDenied, money: chargeKept };
    case "No data found":
      return {
        kind: "ended",
        heading: "No record found",
        title: texts.rowNoData,
        money: `The source has no such record. ${chargeKept}`,
      };
    case "terminated":
      return expiredStatus({ outcome, consent });
    case "pending":
      return deadline !== null && Date.parse(deadline) <= now
        ? expiredStatus({ outcome, consent })
        : { kind: "waiting" };
    case "initiate":
      return { kind: "looking_up" };
    default: // a state of a newer server
      return { kind: "ended", heading: "This page is out of date", title: texts.pageOutOfDate, money: "" };
  }
}

function notAskedHeading(outcome: Outcome): string {
  switch (outcome) {
    case "MINOR":
      return "The person is under 18";
    case "NO_CONTACT":
      return "The person cannot be reached";
    case "BLOCKED":
      return "The person cannot be asked";
    default:
      return "The source did not respond";
  }
}

/** Also covers consent that was withdrawn before the user returned to this page. */
const expiredStatus = (of: Pick<ConsentRequest, "consent" | "outcome">): WaitStatus => ({
  kind: "ended",
  heading: of.outcome === "DELIVERED" ? "Consent withdrawn" : "No reply in time",
  title: texts.consentExpired,
  money: expiredReason(of),
});

const channelLabels = { sms: "SMS", mail: "email" } as const satisfies Record<DeliveryAttempt["channel"], string>;
const channelLabel = (channel: string): string => {
  const known: Readonly<Record<string, string>> = channelLabels;
  return known[channel] ?? channel; // a channel that only a newer server knows
};

/** A sentence about how the subject was contacted; never the contact address itself. */
export function summariseDelivery(asked: readonly DeliveryAttempt[]): string {
  const sentAttempts = asked.filter(({ state }) => state === "sent" || state === "delivered");
  const waitingAttempts = asked.filter(({ state }) => state === "waiting");
  const names = (some: readonly DeliveryAttempt[]) =>
    [...new Set(some.map(({ channel }) => channelLabel(channel)))].join(" and ");
  if (sentAttempts.length > 0) return `We sent them a message by ${names(sentAttempts)}.`;
  if (waitingAttempts.length > 0) return `We are sending them a message by ${names(waitingAttempts)}.`;
  if (asked.length > 0) return "Our messages could not be delivered. We keep trying.";
  return "We are finding a way to reach them.";
}

/** One delivery attempt in plain words, around the time of its state: "SMS sent at" 10:42 ", not confirmed". */
export type DeliveryStep = { readonly before: string; readonly at: string; readonly after: string };

/**
 * The delivery attempts, oldest first, and the reminder. An attempt that was followed by another was not confirmed as
 * delivered by then.
 */
export function deliverySteps(asked: readonly DeliveryAttempt[], remindedAt: string | null): readonly DeliveryStep[] {
  const steps = asked.map(({ channel, state, at }, position) => ({
    before: deliveryText(channel === "mail" ? "Email" : channelLabel(channel), state),
    at,
    after: state === "sent" && position < asked.length - 1 ? ", but delivery was not confirmed" : "",
  }));
  return remindedAt === null ? steps : [...steps, { before: "Reminder sent at", at: remindedAt, after: "" }];
}

function deliveryText(channel: string, state: string): string {
  const texts: Readonly<Record<string, string>> = {
    waiting: `${channel} on its way since`,
    sent: `${channel} sent at`,
    delivered: `${channel} delivered at`,
    failed: `${channel} not delivered at`,
  } satisfies Record<DeliveryAttempt["state"], string>;
  return texts[state] ?? `${channel}: ${state}`; // a state that only a newer server knows
}

/** When the requester may remind the subject: now, later, or no more; `sent` after the reminder. */
export function reminderState(
  reminder: ConsentRequest["reminder"],
  now: number,
): { readonly kind: "possible" | "sent" | "none" } | { readonly kind: "later"; readonly at: string } {
  if (!reminder) return { kind: "none" };
  if (reminder.sentAt !== null) return { kind: "sent" };
  const { possibleAt } = reminder;
  if (possibleAt === null) return { kind: "none" };
  return Date.parse(possibleAt) <= now ? { kind: "possible" } : { kind: "later", at: possibleAt };
}

/**
 * A message that the requester can send to the person, for example on WhatsApp. It has no link that decides, no number
 * and nothing about the person.
 * @param host of our public address, such as `idanimo.ng`
 */
export function messageForPerson(requester: string, { searchType }: Pick<ConsentRequest, "searchType">, host: string) {
  const what = catalogueRowOf(searchType).searchParameter;
  return (
    `Hello, this is ${requester}. I asked to check your ${what} with ${brand.name}. ` +
    `You have an SMS or email from ${brand.name} that says what I would see. Please reply YES or NO with the code in it. ` +
    `You can also see every request about you at ${host}/my-data. ` +
    `${brand.name} never asks for a password, a PIN or money.`
  );
}
