import type { Currency } from "@idanimo/contract/money";
import type { Client } from "../../client.ts";
import { Books, Differs, type Item, type Purchase } from "./books.ts";
import type { Answered, Asked, Fields, World } from "./world.ts";

/** One account of a run: what is known of it by asking, beside its books. */

/** A call that moved money under a key, and what it was answered. */
type Keyed = {
  readonly again: () => Promise<Answered<unknown>>;
  readonly otherwise: () => Promise<Answered<unknown>>;
  readonly code: string;
};
export type SearchMade = { readonly fields: Fields; readonly asked: readonly Asked[] };
/** Orders of one company's stakeholders: `open` is there and not paid. */
export type Orders = {
  open: { readonly reference: string; readonly currency: Currency; readonly minor: bigint } | undefined;
  readonly paid: Purchase[];
  last: string | undefined;
};
export type Account = {
  readonly client: Client;
  readonly world: World;
  readonly books: Books;
  readonly searches: Map<Purchase, SearchMade>;
  readonly companies: Map<string, Orders>;
  keyed: Keyed | undefined;
  /** The account of the lane beside this one, whose things are not to be had. */
  beside: Account | undefined;
};

export const newAccount = async (world: World): Promise<Account> => ({
  client: await world.newClient(),
  world,
  books: new Books(),
  searches: new Map(),
  companies: new Map(),
  keyed: undefined,
  beside: undefined,
});

/** Longest that a look-up may take here, on a busy machine. */
export const longestMs = 90_000;

export function answeredAs(code: string, allowed: readonly string[], what: string): void {
  if (!allowed.includes(code)) throw new Differs(`${what}: answered ${code}, the model says ${allowed.join(" or ")}`);
}

/** The one that a number of a command names; undefined where there is none. */
export const newest = <Value>(all: readonly Value[], back: number): Value | undefined =>
  all.length === 0 ? undefined : all[all.length - 1 - (back % all.length)];

let labels = 0;
/** A label that nobody has, as a client of the source sends one. */
export function newLabel(): string {
  labels += 1;
  return `EA${String(10_000_000 + Math.floor(Math.random() * 89_999_999))}${String(labels).padStart(6, "0")}`;
}

/** Purchases that a session code names. */
export const soldOf = (own: Account): readonly Purchase[] =>
  own.books.purchases.filter(({ sessionCode }) => sessionCode !== "");

/** Items of those that are paid. */
export const itemsOf = (own: Account): readonly Item[] =>
  own.books.items.filter(({ state, type }) => state !== "priced" && type !== "stakeholders");

/** Items whose person was written to, or will be. */
export const askingOf = (own: Account): readonly Item[] =>
  itemsOf(own).filter(({ ways, state, outcome }) => {
    if (!ways.includes("asks")) return false;
    return state !== "ended" || outcome === "DELIVERED" || outcome === "DENIED" || outcome === "NO_CONTACT";
  });

/** Somebody paid it meanwhile: the one whose money was on its way. */
export function lateOneCame(own: Account, purchase: Purchase): void {
  const late = own.books.payments.find((payment) => payment.purchase === purchase && payment.state === "late");
  if (!late) throw new Differs(`${purchase.transactionId} is paid, and nobody paid it`);
  own.books.counted(late);
}
