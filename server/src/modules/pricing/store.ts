import type { PriceList } from "@idanimo/contract/pricing";
import { productNow, type Tx } from "../../database/database.ts";

/** The current price list: the newest row in effect of each position, and the newest rate in effect. */
export async function findCurrentPrices(tx: Tx): Promise<PriceList> {
  const items = await tx
    .selectFrom("price_items")
    .distinctOn("position")
    .selectAll()
    .select((query) =>
      query
        .selectFrom("exchange_rates")
        .select("kobo_per_dollar")
        .where("valid_from", "<=", productNow)
        .orderBy("valid_from", "desc")
        .limit(1)
        .as("rate"),
    )
    .where("valid_from", "<=", productNow)
    .orderBy("position")
    .orderBy("valid_from", "desc")
    .execute();
  const rate = items[0]?.rate;
  if (items.length !== 10 || rate === undefined || rate === null) throw new Error("the price list is incomplete");
  return {
    rate,
    items: items.map((item) => ({
      price: { NGN: item.price_ngn, USD: item.price_usd },
      vat: { NGN: item.vat_ngn, USD: item.vat_usd },
      serviceFee: { NGN: item.service_ngn, USD: item.service_usd },
      processingFee: item.processing_ngn,
    })),
  };
}
