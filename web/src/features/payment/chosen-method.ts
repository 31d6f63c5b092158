import type { Money } from "@idanimo/contract/money";
import { navigate, readHistoryState } from "../../lib/router.ts";
import { type PaymentMethod, paymentMethods } from "./rules.ts";

/** The purchase and its price: for any other the choice starts empty. */
type PricedPurchase = { readonly id: string; readonly total: Money };

const purchaseKey = ({ id, total }: PricedPurchase) => `${id} ${total.currency} ${total.minor}`;

/**
 * Stores the chosen payment method in the history state, for the reload after an error. It is only preselected: the
 * user must press Pay again [PAY-15 C-14].
 */
export function storeChosenMethod(purchase: PricedPurchase, method: PaymentMethod): void {
  writeHistoryState({ ...readPageState(), paying: { of: purchaseKey(purchase), method } });
}

/** The payment method that was chosen before the reload. */
export function readChosenMethod(bought: PricedPurchase): PaymentMethod | undefined {
  const { paying } = readPageState();
  if (typeof paying !== "object" || paying === null || !("of" in paying && "method" in paying)) return undefined;
  if (paying.of !== purchaseKey(bought)) return undefined;
  return Object.values(paymentMethods).find((known) => known === paying.method);
}

/** Called when the user makes another choice, so that a later reload restores nothing. */
export function clearChosenMethod(): void {
  const { paying, ...rest } = readPageState();
  if (paying !== undefined) writeHistoryState(rest);
}

function readPageState(): { readonly paying?: unknown } {
  const here = readHistoryState();
  return typeof here === "object" && here !== null ? here : {};
}

function writeHistoryState(next: object): void {
  const { pathname, search, hash } = location;
  navigate(pathname + search + hash, { replace: true, state: next, preserveScroll: true });
}
