/**
 * What has happened, told to modules that stand later. Handlers are registered in `main.ts` and run inside the emitter's
 * database transaction, so an event and its effects are one. An event carries ids only. Source: design 1.
 */
export type ProductEvents = {
  consent_granted: { readonly requestId: string };
  consent_denied: { readonly requestId: string };
  /** Messages that asked subjects went out, or were given up; each with the call it was sent for. */
  consent_messages_moved: {
    readonly moved: readonly { readonly requestId: string; readonly call: string | undefined }[];
  };
  /** None of our messages could reach the subject. */
  consent_unreachable: { readonly requestId: string };
  /** Our provider took none of our messages until the deadline, so nobody asked the subject. */
  consent_messages_not_sent: { readonly requestId: string };
  /** The deadline passed, or the subject took a yes back. */
  consent_terminated: { readonly requestId: string; readonly wasGranted: boolean };
  /** An item has its outcome; `refunded` says that its total went back to the wallet. */
  item_closed: { readonly itemId: string; readonly ownerId: string; readonly refunded: boolean };
  /** Its holder left: what others hold of it goes. */
  account_closed: { readonly ownerId: string };
  payment_settled: { readonly reference: string; readonly ownerId: string };
};
export type EventName = keyof ProductEvents;

type EventHandler<Tx, Name extends EventName> = (tx: Tx, event: ProductEvents[Name]) => Promise<void>;

export class Events<Tx> {
  readonly #handlers = new Map<EventName, EventHandler<Tx, never>[]>();

  /** Adds a handler; all of them run, in the order they were added. */
  on<Name extends EventName>(name: Name, handler: EventHandler<Tx, Name>): void {
    this.#handlers.set(name, [...(this.#handlers.get(name) ?? []), handler]);
  }

  /** Runs the handlers in this transaction; the first failure fails the transaction. */
  async emit<Name extends EventName>(tx: Tx, name: Name, event: ProductEvents[Name]): Promise<void> {
    for (const handler of this.#handlers.get(name) ?? []) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- kept under this very name
      await (handler as EventHandler<Tx, Name>)(tx, event);
    }
  }
}
