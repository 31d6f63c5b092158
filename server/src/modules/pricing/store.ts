import { isPriceItem, type PriceItem, type PriceItemName } from "@idanimo/contract/price-items";
import type { PriceList } from "@idanimo/contract/pricing";
import type { Selectable } from "kysely";
import { productNow, type Tx } from "../../database/database.ts";
import type { Schema } from "../../database/schema.ts";

/** The amounts of a row. */
export function toPriceItem(row: Selectable<Schema["price_items"]>): PriceItem {
  return {
    price: { NGN: row.price_ngn, USD: row.price_usd },
    vat: { NGN: row.vat_ngn, USD: row.vat_usd },
    serviceFee: { NGN: row.service_ngn, USD: row.service_usd },
    processingFee: row.processing_ngn,
  };
}

/** The columns of an item's amounts. */
export function priceColumnsOf({ price, vat, serviceFee, processingFee }: PriceItem) {
  return {
    price_ngn: price.NGN,
    vat_ngn: vat.NGN,
    service_ngn: serviceFee.NGN,
    price_usd: price.USD,
    vat_usd: vat.USD,
    service_usd: serviceFee.USD,
    processing_ngn: processingFee,
  };
}

/**
 * The current price list: the newest row in effect of each item, and the newest rate in effect. Items that only a
 * newer release knows are left out.
 */
export async function findCurrentPrices(tx: Tx): Promise<PriceList> {
  const rows = await tx
    .selectFrom("price_items")
    .distinctOn("item")
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
    .orderBy("item")
    .orderBy("valid_from", "desc")
    .execute();
  const rate = rows[0]?.rate;
  if (rate === undefined || rate === null) throw new Error("the price list is empty");
  const items: { [Name in PriceItemName]?: PriceItem } = {};
  for (const row of rows) if (isPriceItem(row.item)) items[row.item] = toPriceItem(row);
  return { rate, items };
}
