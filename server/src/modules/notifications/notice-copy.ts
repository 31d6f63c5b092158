import { brand } from "@idanimo/contract/brand";
import type { NoticeKind } from "@idanimo/contract/notices";
import { type Placeholders, fillPlaceholders } from "@idanimo/contract/problems";

/**
 * The copy of notices. The list may name amounts, references and search types, never the subject. A push says less,
 * because it shows on locked screens and passes through third parties. [T-54 T-69 PUSH-01]
 */
const noticeCopy = {
  refund_initiated: {
    title: "A refund has been initiated",
    text: "{amount} for {what} ({reference}) went back to your wallet.",
    push: "Money went back to your wallet.",
  },
  payment_received: {
    title: "Money received",
    text: "{amount} is in your wallet. Reference: {reference}.",
    push: "Money was put in your wallet.",
  },
  late_payment_received: {
    title: "A late payment arrived",
    text: "Your payment {reference} came too late: what it was for had ended or was already paid. {amount} is in your wallet.",
    push: "Money was put in your wallet.",
  },
  consent_granted: {
    title: "A request was granted",
    text: "The person said yes to your request {what} ({reference}). You can read the record now.",
    push: "A result is ready.",
  },
  consent_denied: {
    title: "A request was denied",
    text: "The person said no to your request {what} ({reference}). The charge is kept, as said before paying.",
    push: "Your request was answered.",
  },
  result_ready: {
    title: "A result is ready",
    text: "Your request {what} ({reference}) has its result. You can read it now.",
    push: "You can read it now.",
  },
  request_ended: {
    title: "A request has ended",
    text: "Your request {what} ({reference}) has ended: {why}. The charge is kept, as said before paying.",
    push: "See what became of it.",
  },
  free_request_ended: {
    title: "A request has ended",
    text: "Your request {what} ({reference}) has ended: {why}. Asking was free.",
    push: "See what became of it.",
  },
  bulk_completed: {
    title: "Bulk verification completed",
    text: "We have gone through all {lines} lines of your file ({reference}). See how each one stands.",
    push: "Your file has completed.",
  },
  new_sign_in: {
    title: "New sign-in to your account",
    text: "Someone signed in on {device}. If this was not you, end it in your profile and set a new password.",
    push: "If this was not you, set a new password.",
  },
  password_changed: {
    title: "Your password was changed",
    text: "You were signed out everywhere else. If this was not you, set a new password now.",
    push: "If this was not you, set a new password now.",
  },
} as const satisfies Record<NoticeKind, { readonly title: string; readonly text: string; readonly push: string }>;

/** The values that a kind's copy needs, checked at compile time. */
export type NoticeFacts<Kind extends NoticeKind> = {
  readonly [Name in Placeholders<(typeof noticeCopy)[Kind]["text"]>]: string;
};

export const noticeTitle = (kind: NoticeKind): string => noticeCopy[kind].title;

/** Renders a notice for the list. */
export function noticeText(
  kind: NoticeKind,
  facts: Readonly<Record<string, string>>,
): { readonly title: string; readonly text: string } {
  return { title: noticeCopy[kind].title, text: fillPlaceholders(noticeCopy[kind].text, facts) };
}

/** What a device shows. An open page reads again on `type`. The same for every user. [T-70] */
export type PushContent = { readonly title: string; readonly body: string; readonly type: string };

export function pushContent(kind: NoticeKind): PushContent {
  const { title, push } = noticeCopy[kind];
  return { title: `${brand.name}: ${title}`, body: push, type: kind.toUpperCase() };
}
