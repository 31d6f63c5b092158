import type { Money } from "@idanimo/contract/money";
import type { StakeholderState } from "@idanimo/contract/stakeholders";
import { isRefunded, type Outcome, type PurchaseState } from "@idanimo/contract/verification-states";

/** An earlier order of the same company on the same result. */
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
  /** `isBought`: it is paid, so nothing of it can be refused any more. */
  | { readonly do: "answer"; readonly order: EarlierOrder; readonly isBought: boolean }
  | { readonly do: "refuse" }
  /** A new one, after the unpaid ones that it takes the place of have ended. */
  | { readonly do: "make"; readonly ends: readonly string[] };

/**
 * What becomes of an order beside the earlier ones. A paid one stands, and is told again only to whoever names its reference; one whose
 * money went back stands no more. An unpaid one is told again while it costs what the company costs now, so that a second click or a
 * lost answer makes no second one. So of all orders one at most can be paid.
 * @param asked.total what it costs now, in the currency that is asked for
 * Source: O-38, T-22, R-04.
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

/** Where a company's stakeholders stand by the end of their newest paid order. Source: contract, `stakeholders.ts`. */
export function stakeholderStateOf(paid: { readonly outcome: Outcome | null } | undefined): StakeholderState {
  if (!paid) return "not_bought";
  if (paid.outcome === null) return "running";
  return isRefunded(paid.outcome) ? "returned" : "found";
}
