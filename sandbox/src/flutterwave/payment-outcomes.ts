import { lateWebhookMs } from "../faults/send-webhook.ts";

/** Outcomes of one payment attempt. The payment page, the wire and the home page read this table. */
export const paymentOutcomes = {
  approve: {
    label: "Approve",
    says: "The money is taken at once and the shop is notified at once.",
    ends: "successful",
    settlesAfterMs: 0,
  },
  decline: {
    label: "Decline",
    says: "The bank says no. Nothing is taken.",
    ends: "failed",
    settlesAfterMs: 0,
  },
  cancel: {
    label: "Cancel",
    says: "Leave without paying. There is no transaction at all.",
    ends: undefined,
    settlesAfterMs: 0,
  },
  late: {
    label: "Approve but notify late",
    says: "Stays pending for 20 seconds; the notice comes then.",
    ends: "successful",
    settlesAfterMs: lateWebhookMs,
  },
  twice: {
    label: "Approve and notify twice",
    says: "The same notice is sent two times. It must count once.",
    ends: "successful",
    settlesAfterMs: 0,
  },
  wrong_amount: {
    label: "Approve with a wrong amount",
    says: "100 less is paid than was asked (half of it, when not more than 100 was asked).",
    ends: "successful",
    settlesAfterMs: 0,
  },
  closes: {
    label: "Approve but close before it is done",
    says: "Close this window while the bank still works; it succeeds after 60 seconds.",
    ends: "successful",
    settlesAfterMs: 60_000,
  },
} as const satisfies Record<string, PaymentOutcome>;

type PaymentOutcome = {
  readonly label: string;
  readonly says: string;
  /** The provider's final status; undefined creates no transaction. */
  readonly ends: "successful" | "failed" | undefined;
  readonly settlesAfterMs: number;
};

export type PaymentOutcomeName = keyof typeof paymentOutcomes;

export function isPaymentOutcome(text: string | undefined): text is PaymentOutcomeName {
  return text !== undefined && Object.hasOwn(paymentOutcomes, text);
}

const shortfallMinor = 100_00;

/** The amount that is taken for a requested amount, in minor units. */
export function chargedMinor(outcome: PaymentOutcomeName, askedMinor: number): number {
  if (outcome !== "wrong_amount") return askedMinor;
  return askedMinor > shortfallMinor ? askedMinor - shortfallMinor : Math.ceil(askedMinor / 2);
}
