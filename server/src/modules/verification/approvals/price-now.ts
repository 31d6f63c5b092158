import { type PriceList, type PricedSearch, type Quote, quoteFor } from "@idanimo/contract/pricing";
import type { Currency } from "@idanimo/contract/money";
import type { WaitingPurchase } from "./store.ts";

/** The quote of a waiting purchase at other prices: its checks in their order, then its file. */
export function quoteAgain({ items, lines }: WaitingPurchase, prices: PriceList, currency: Currency): Quote {
  const searches: PricedSearch[] = items.map(({ searchType, options }) => ({ type: searchType, options, records: 1 }));
  if (lines > 0) searches.push({ type: "bulk_nin", options: [], records: lines });
  return quoteFor(searches, prices, currency);
}
