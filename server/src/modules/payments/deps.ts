import type { Database, Tx } from "../../database/database.ts";
import type { KeyStore } from "../../database/key-store.ts";
import type { Limits } from "../../http/limits.ts";
import type { Events } from "../../kernel/events.ts";
import type { IdSource } from "../../kernel/ids.ts";
import type { CardPayments } from "../../providers/card-payments/port.ts";

/** What the payments module is built from. */
export type PaymentDeps = {
  readonly db: Database;
  readonly keys: KeyStore;
  readonly ids: IdSource;
  readonly events: Events<Tx>;
  readonly limits: Limits;
  readonly cardPayments: CardPayments;
  /** This product's own address, for the page a payment returns to. */
  readonly publicUrl: string;
};
