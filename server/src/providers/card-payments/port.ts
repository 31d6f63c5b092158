import type { Money } from "@idanimo/contract/money";

/** Taking money by card, transfer and the like, on the provider's own hosted page. */
export type CardPayments = {
  readonly name: string;
  /** Where the hosted page lives, for the frame's content policy. */
  readonly pageOrigin: string;
  /** Opens a hosted page for a reference of ours. Safe to repeat: the reference is the provider's key too. */
  openPage(order: PaymentOrder): Promise<OpenedPage>;
  /** What the provider says about a reference of ours, now. The only word money is counted on. */
  queryPayment(reference: string): Promise<ProviderPaymentStatus>;
  /**
   * Everything the provider lists as made on one day, page by page: what was paid, or tried, and what it sent back. Each page is asked
   * for once the one before was taken. Throws `ListUnreadable` where a page does not come or cannot be read: half a list is none.
   * Single rows that cannot be read are told as such, and hide no others.
   * @param day a day in Lagos, `2026-11-20`
   */
  listTransactions(day: string): AsyncIterable<ListedPage>;
  /**
   * Reads a notice of the provider. `undefined` when it is not authentic or cannot be read. It is a hint to ask, never a reason to
   * count money. Source: T-25.
   */
  readNotice(headers: Readonly<Record<string, string | string[] | undefined>>, rawBody: Buffer): CardNotice | undefined;
};

/** `other`: authentic, and not about a charge of ours, such as a transfer or a subscription. `event` is a code for logs. */
export type CardNotice =
  { readonly kind: "charge"; readonly reference: string } | { readonly kind: "other"; readonly event: string };

/** The provider did not give its list, or not all of it. */
export class ListUnreadableError extends Error {}

export type ListedPage = {
  readonly transactions: readonly ListedTransaction[];
  readonly refunds: readonly ListedRefund[];
  /** Rows of the day of which no more can be said; none where it is left out. */
  readonly unreadable?: readonly UnreadableRow[];
};

/** A row that says which it is and when it was made, and nothing that can be counted on. */
export type UnreadableRow = {
  readonly what: "transaction" | "refund";
  readonly providerId: string;
  /** As the provider lists it; empty where it has none. */
  readonly reference: string;
  readonly madeAt: Date;
};

/** One try to pay, as the provider lists it: nothing of who paid. */
export type ListedTransaction = {
  readonly providerId: string;
  readonly reference: string;
  readonly currency: string;
  readonly minor: bigint;
  /** `other` for a word that we do not know: it is no success. */
  readonly state: "successful" | "failed" | "cancelled" | "pending" | "other";
  readonly madeAt: Date;
};

/** Money that the provider sent back to whoever paid. */
export type ListedRefund = {
  readonly providerId: string;
  /** The provider's id of the transaction. */
  readonly of: string;
  readonly minor: bigint;
  readonly madeAt: Date;
};

export type PaymentOrder = {
  readonly reference: string;
  readonly amount: Money;
  readonly description: string;
  /** Where the hosted page sends the frame afterwards. */
  readonly returnTo: string;
  readonly payer: { readonly email: string; readonly name: string; readonly phone: string | null };
  /** Minutes the page stays open. */
  readonly lifeMinutes: number;
};

export type OpenedPage =
  | { readonly kind: "opened"; readonly link: string }
  | { readonly kind: "no_link" }
  | { readonly kind: "failed"; readonly why: string };

/** `unknown_there`: the provider has no such payment (yet). `unreachable`: it did not say anything we can use. */
export type ProviderPaymentStatus =
  | {
      readonly kind: "successful" | "failed" | "cancelled";
      readonly providerId: string;
      /** What was really paid. */
      readonly paid: Money | { readonly currency: string; readonly minor: bigint };
      readonly said: string | null;
    }
  | { readonly kind: "pending" }
  | { readonly kind: "unknown_there" }
  | { readonly kind: "unreachable" };
