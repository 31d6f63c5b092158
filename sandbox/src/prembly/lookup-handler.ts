import type { Behaviour } from "../reserved-endings.ts";

/** One kind of look-up. A new kind is one more file with one of these, and its line in the list of `routes.ts`. */
export type LookupHandler = {
  /** Its name in the counts. */
  readonly product: string;
  /** Below `/verification`. */
  readonly path: string;
  /** Where the answer holds the record. */
  readonly payloadKey: string;
  /** What one look-up costs the product, in naira as the wire writes it. */
  readonly price: string;
  /** The asked value, or undefined when it, or what must come with it, is not well formed. */
  readNumber(body: unknown): string | undefined;
  /** Another value of the same kind; a number where it is not said. */
  otherNumber?(number: string): string;
  /** The record with the wire's keys. */
  record(number: string, behaviour: Behaviour | undefined, now: number): Record<string, unknown>;
  /** What the answer says beside the record. */
  extraFields?(number: string, behaviour: Behaviour | undefined): Record<string, unknown>;
};
