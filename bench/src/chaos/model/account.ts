import { setTimeout as sleep } from "node:timers/promises";
import type { CallResult, Client } from "../../support/client.ts";
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

/** Longest time for anything the product does by itself, on a busy machine. */
const patienceMs = 90_000;
/** Repeats `step` until it answers true. */
export async function repeatUntil(what: string, step: () => Promise<boolean>): Promise<void> {
  for (const until = Date.now() + patienceMs; !(await step()); await sleep(40))
    if (Date.now() > until) throw new Mismatch(`waited in vain: ${what}`);
}
