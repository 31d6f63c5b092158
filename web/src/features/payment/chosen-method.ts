import type { Money } from "@idanimo/contract/money";
import { navigate, readHistoryState } from "../../lib/router.ts";
import { type PaymentMethod, paymentMethods } from "./rules.ts";

/** Of what, and at what price: for anything else the choice starts empty. */
type PricedPurchase = { readonly id: string; readonly total: Money };

const purchaseKey = ({ id, total }: PricedPurchase) => `${id} ${total.currency} ${total.minor}`;

/**
 * Keeps how somebody was about to pay over the reload that follows a refusal, in the browser's own history: only their next press
 * pays. Source: PAY-15, C-14.
 */
export function storeChosenMethod(purchase: PricedPurchase, method: PaymentMethod): void {
  writeHistoryState({ ...readPageState(), paying: { of: purchaseKey(purchase), method } });
}

/** How this was about to be paid before the page was loaded again. */
export function readChosenMethod(bought: PricedPurchase): PaymentMethod | undefined {
  const { paying } = readPageState();
  if (typeof paying !== "object" || paying === null || !("of" in paying && "method" in paying)) return undefined;
  if (paying.of !== purchaseKey(bought)) return undefined;
  return Object.values(paymentMethods).find((known) => known === paying.method);
}

/** Once somebody chooses otherwise: another reload then brings nothing back. */
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
