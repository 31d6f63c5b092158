import type { Behaviour } from "../reserved-endings.ts";

/**
 * One kind of lookup. A new kind needs one more file with one of these, and its line in the list of `routes.ts`.
 */
export type LookupHandler = {
  /** Its name in the counts. */
  readonly product: string;
  /** Below `/verification`. */
  readonly path: string;
  /** Key of the record in the response. */
  readonly payloadKey: string;
  /** Price of one lookup, in naira as the wire formats it. */
  readonly price: string;
  /** The requested value, or undefined if it, or a value that it requires, is invalid. */
  readNumber(body: unknown): string | undefined;
  /** Another value of the same kind; a number by default. */
  otherNumber?(number: string): string;
  /** The record with the wire's keys. */
  record(number: string, behaviour: Behaviour | undefined, now: number): Record<string, unknown>;
  /** Members of the response besides the record. */
  extraFields?(number: string, behaviour: Behaviour | undefined): Record<string, unknown>;
};
