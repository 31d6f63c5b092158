import type { Money } from "@idanimo/contract/money";

/** Taking money by card, transfer and the like, on the provider's own hosted page. */
export type CardPayments = {
  readonly name: string;
  /** Where the hosted page lives, for the frame's content policy. */
  readonly pageOrigin: string;
  /** Opens a hosted page for a reference of ours. Safe to repeat: the reference is the provider's key too. */
  open(order: PaymentOrder): Promise<OpenedPage>;
  /** What the provider says about a reference of ours, now. The only word money is counted on. */
  ask(reference: string): Promise<PaymentWord>;
  /**
   * Reads a notice of the provider. `undefined` when it is not authentic or names no payment of ours. It is a hint to ask,
   * never a reason to count money. Source: T-25.
   */
  readNotice(
    headers: Readonly<Record<string, string | string[] | undefined>>,
    rawBody: Buffer,
  ): { readonly reference: string } | undefined;
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
export type PaymentWord =
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
