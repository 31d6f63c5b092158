import type { CallResult, Client } from "../../support/client.ts";
import { waitFor } from "../../support/concurrency.ts";
import { type Item, Ledger, Mismatch } from "./ledger.ts";
import type { PlannedSearch, Product } from "./product.ts";

/** A keyed call that moved money, and the code of its response. */
export type KeyedCall = {
  readonly again: () => Promise<CallResult<unknown>>;
  readonly changed: () => Promise<CallResult<unknown>>;
  readonly code: string;
};
/** One account of a run with its model. */
export type Account = {
  readonly client: Client;
  readonly product: Product;
  readonly ledger: Ledger;
  /** What was searched for, by transaction id. */
  readonly searches: Map<string, PlannedSearch>;
  keyed: KeyedCall | undefined;
};

export const newAccount = async (product: Product): Promise<Account> => ({
  client: await product.newClient(),
  product,
  ledger: new Ledger(),
  searches: new Map(),
  keyed: undefined,
});

export function expectCode(code: string, allowed: readonly string[], what: string): void {
  if (!allowed.includes(code)) throw new Mismatch(`${what}: ${code}, the model says ${allowed.join(" or ")}`);
}

/** The one that a command's number names. */
export const newest = <Value>(all: readonly Value[], back: number): Value | undefined =>
  all.length === 0 ? undefined : all[all.length - 1 - (back % all.length)];

export const paidItems = ({ ledger }: Account) => ledger.items.filter(({ state }) => state !== "priced");

/** Items whose subject was asked, or will be. */
export const askingItems = (own: Account): readonly Item[] =>
  paidItems(own).filter(
    ({ paths, state, outcome }) =>
      paths.includes("asks") &&
      (state !== "ended" || outcome === "DELIVERED" || outcome === "DENIED" || outcome === "NO_CONTACT"),
  );

/** Repeats `step` until it answers true; patient, for a busy machine. */
export const repeatUntil = (what: string, step: () => Promise<boolean>) =>
  waitFor(what, step, { forMs: 90_000, everyMs: 40 });
