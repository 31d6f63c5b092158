import type { Money } from "@idanimo/contract/money";
import type { StakeholderState } from "@idanimo/contract/stakeholders";
import { isRefunded, type Outcome, type PurchaseState } from "@idanimo/contract/verification-states";

/** An earlier order of the same company from the same result. */
export type EarlierOrder = {
  readonly purchaseId: string;
  readonly sessionCode: string;
  readonly transactionId: string;
  readonly state: PurchaseState;
  readonly outcome: Outcome | null;
  readonly total: Money;
  readonly isQuoteExpired: boolean;
};

export type OrderAction =
  /** `isBought`: it is paid, so it is returned without further checks. */
  | { readonly do: "answer"; readonly order: EarlierOrder; readonly isBought: boolean }
  | { readonly do: "refuse" }
  /** Create an order after abandoning these unpaid ones. */
  | { readonly do: "make"; readonly ends: readonly string[] };

/**
 * Decides about a new order by the earlier ones. A paid order is final and is returned for its own reference only;
 * a refunded one no longer counts. An unpaid one is reused while its price is current, so that a double click or a
 * lost response creates no second order. So at most one order can be paid [O-38 T-22 R-04].
 * @param asked.total current price in the requested currency
 */
export function decideOrderAction(
  earlier: readonly EarlierOrder[],
  asked: { readonly reference: string | undefined; readonly total: Money },
): OrderAction {
  const paid = earlier.filter(({ state }) => state === "paid" || state === "completed");
  const own = paid.find(({ transactionId }) => transactionId === asked.reference);
  if (own) return { do: "answer", order: own, isBought: true };
  if (paid.some(({ outcome }) => outcome === null || !isRefunded(outcome))) return { do: "refuse" };
  const open = earlier.filter(({ state }) => state === "initiated");
  const { currency, minor } = asked.total;
  const usable = open.find(
    ({ isQuoteExpired: isQuoteOver, total }) => !isQuoteOver && total.currency === currency && total.minor === minor,
  );
  if (usable) return { do: "answer", order: usable, isBought: false };
  return { do: "make", ends: open.map(({ purchaseId }) => purchaseId) };
}

/** The state of a company's stakeholders by their newest paid order. */
export function stakeholderStateOf(paid: { readonly outcome: Outcome | null } | undefined): StakeholderState {
  if (!paid) return "not_bought";
  if (paid.outcome === null) return "running";
  return isRefunded(paid.outcome) ? "returned" : "found";
}
