import type { Currency, Money } from "@idanimo/contract/money";
import type { Result } from "@idanimo/contract/problems";
import type { CompanyChoice } from "@idanimo/contract/stakeholders";
import type { Database, Tx } from "../../database/database.ts";
import type { KeyStore } from "../../database/key-store.ts";
import type { Caller } from "../../http/call.ts";
import type { RateLimiter } from "../../http/rate-limits.ts";
import type { Events } from "../../kernel/events.ts";
import type { IdSource } from "../../kernel/ids.ts";
import type { CardPayments } from "../../providers/card-payments/port.ts";

/** What is bought besides what a session names: a later module makes the purchase, and payments takes the money. */
export type Orders = {
  /**
   * The purchase of a company's stakeholders: the open one where there is one already, else a new one. One that is paid is
   * answered again only to whoever names its reference.
   * @param asked.currency what it is paid in; undefined for that of the result it belongs to
   * @param asked.reference drawn by the client; the server draws one where there is none
   */
  readonly stakeholders: (asked: {
    readonly caller: Caller;
    readonly company: CompanyChoice;
    readonly currency: Currency | undefined;
    readonly reference: string | undefined;
  }) => Promise<
    Result<Order, "bad_input" | "not_found" | "already_paid" | "not_offered" | "source_down" | "too_many_requests">
  >;
};
export type Order = { readonly sessionCode: string; readonly transactionId: string; readonly total: Money };

/** Counts payments by the way they came and how they ended, and notices that are no charge: codes only. */
export type PaymentMetrics = {
  paid(method: "wallet" | "card", outcome: string): void;
  ignoredNotice(provider: string): void;
};

/** What the payments module is built from. */
export type PaymentDeps = {
  readonly db: Database;
  readonly keys: KeyStore;
  readonly ids: IdSource;
  readonly events: Events<Tx>;
  readonly limits: RateLimiter;
  readonly cardPayments: CardPayments;
  readonly orders: Orders;
  readonly meters: PaymentMetrics;
  /** This product's own address, for the page a payment returns to. */
  readonly publicUrl: string;
};
