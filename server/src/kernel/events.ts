/**
 * Events for later modules. Handlers are registered at composition and run inside the emitter's database
 * transaction, so that an event and its effects are atomic. An event contains ids only.
 */
export type ProductEvents = {
  consent_granted: { readonly requestId: string };
  consent_denied: { readonly requestId: string };
  /** Messages to subjects were sent, or given up; each with the request that caused it. */
  consent_messages_moved: {
    readonly moved: readonly { readonly requestId: string; readonly call: string | undefined }[];
  };
  /** No message reached the subject. */
  consent_unreachable: { readonly requestId: string };
  /** The messaging provider accepted no message before the deadline, so the subject was never asked. */
  consent_messages_not_sent: { readonly requestId: string };
  /** The requester cancelled a pending request. */
  consent_cancelled: { readonly requestId: string };
  /** The deadline passed, or the subject withdrew consent. */
  consent_terminated: { readonly requestId: string; readonly wasGranted: boolean };
  /** An item has its outcome; `refunded` tells whether its total was credited to the wallet. */
  item_closed: { readonly itemId: string; readonly ownerId: string; readonly refunded: boolean };
  /** The account was closed: other modules delete its data. */
  account_closed: { readonly ownerId: string };
  /** A membership ended; `areRecordsOrphaned`: no other member may open the records of the member's requests. */
  member_removed: {
    readonly organisationId: string;
    readonly userId: string;
    readonly areRecordsOrphaned: boolean;
  };
  /** Something about an API key that its owners should look at. */
  key_warning: {
    readonly keyId: string;
    readonly organisationId: string;
    readonly mode: "live" | "test";
    readonly reason: KeyWarning;
  };
  payment_settled: { readonly reference: string; readonly ownerId: string };
};
/** A first use from a new network, a call from an address outside the list, a published secret, or the end soon. */
export type KeyWarning = "network_new" | "address_refused" | "leaked" | "ending";
export type EventName = keyof ProductEvents;

type EventHandler<Tx, Name extends EventName> = (tx: Tx, event: ProductEvents[Name]) => Promise<void>;

export class Events<Tx> {
  readonly #handlers = new Map<EventName, EventHandler<Tx, never>[]>();

  /** Adds a handler. Handlers run in the order they were added. */
  on<Name extends EventName>(name: Name, handler: EventHandler<Tx, Name>): void {
    this.#handlers.set(name, [...(this.#handlers.get(name) ?? []), handler]);
  }

  /** Runs the handlers in this transaction; the first failure fails the transaction. */
  async emit<Name extends EventName>(tx: Tx, name: Name, event: ProductEvents[Name]): Promise<void> {
    for (const handler of this.#handlers.get(name) ?? []) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- stored under this name
      await (handler as EventHandler<Tx, Name>)(tx, event);
    }
  }
}
