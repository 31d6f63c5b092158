import type { Money } from "@idanimo/contract/money";

/** Payments by card, transfer and similar, on the provider's own hosted page. */
export type CardPayments = {
  readonly name: string;
  /** Origin of the hosted page, for the Content-Security-Policy of the frame. */
  readonly pageOrigin: string;
  /** Opens a hosted page for a reference of ours. Idempotent: the reference is the provider's key too. */
  openPage(order: PaymentOrder): Promise<OpenedPage>;
  /** Queries the current status of a payment. Money is counted only on this response. */
  queryPayment(reference: string): Promise<ProviderPaymentStatus>;
  /**
   * Lists everything the provider has for one day, page by page: payments, attempts and refunds. Requests each page
   * after the previous one was consumed. Rows that cannot be read are listed as `unreadable`.
   * @param day a day in Lagos, `2026-11-20`
   * @throws ListUnreadableError if a page fails or cannot be read, because half a list must not be used
   */
  listTransactions(day: string): AsyncIterable<ListedPage>;
  /**
   * Reads a webhook of the provider; `undefined` if it is not authentic or cannot be read. It only triggers a
   * query, and never counts money. [T-25]
   */
  readNotice(headers: Readonly<Record<string, string | string[] | undefined>>, rawBody: Buffer): CardNotice | undefined;
};

/**
 * `other`: authentic, but not about a charge of ours, for example a transfer or a subscription. `event` is a code
 * for logs.
 */
export type CardNotice =
  | { readonly kind: "charge"; readonly reference: string }
  | { readonly kind: "other"; readonly event: string };

/** The provider did not return its complete list. */
export class ListUnreadableError extends Error {}

export type ListedPage = {
  readonly transactions: readonly ListedTransaction[];
  readonly refunds: readonly ListedRefund[];
  /** Rows of the day that could not be read; none if absent. */
  readonly unreadable?: readonly UnreadableRow[];
};

/** A row with an id and a time, but no usable amount. */
export type UnreadableRow = {
  readonly what: "transaction" | "refund";
  readonly providerId: string;
  /** As the provider lists it; empty if it has none. */
  readonly reference: string;
  readonly madeAt: Date;
};

/** An attempt to pay, as the provider lists it, without the payer. */
export type ListedTransaction = {
  readonly providerId: string;
  readonly reference: string;
  readonly currency: string;
  readonly minor: bigint;
  /** `other` is an unknown state; it is no success. */
  readonly state: "successful" | "failed" | "cancelled" | "pending" | "other";
  readonly madeAt: Date;
};

/** Money that the provider refunded to the payer. */
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
  /** Where the hosted page redirects the frame afterwards. */
  readonly returnTo: string;
  readonly payer: { readonly email: string; readonly name: string; readonly phone: string | null };
  /** Minutes for which the page stays open. */
  readonly lifeMinutes: number;
};

export type OpenedPage =
  | { readonly kind: "opened"; readonly link: string }
  | { readonly kind: "no_link" }
  | { readonly kind: "failed"; readonly why: string };

/** `unknown_there`: the provider has no such payment (yet). `unreachable`: it returned nothing usable. */
export type ProviderPaymentStatus =
  | {
      readonly kind: "successful" | "failed" | "cancelled";
      readonly providerId: string;
      /** The amount that was really paid. */
      readonly paid: Money | { readonly currency: string; readonly minor: bigint };
      readonly said: string | null;
    }
  | { readonly kind: "pending" }
  | { readonly kind: "unknown_there" }
  | { readonly kind: "unreachable" };
