import type { SearchType } from "@idanimo/contract/catalogue";
import { chargeForItem, type PriceList, type servicePrices, publicPriceTexts } from "@idanimo/contract/pricing";
import { ok } from "@idanimo/contract/problems";
import { Batcher } from "../../database/batcher.ts";
import type { Database } from "../../database/database.ts";
import type { Handler } from "../../http/call.ts";
import { priceListToWire } from "./rules.ts";
import { findCurrentPrices } from "./store.ts";

/** The price list for clients; concurrent calls share one read. */
export function readServicePrices(db: Database): Handler<typeof servicePrices> {
  const coalescer = new Batcher<void, PriceList>(async (asked) => {
    const prices = await findCurrentPrices(db.single);
    return asked.map(() => prices);
  });
  return async () => ok(priceListToWire(await coalescer.submit()));
}

/** Current naira prices of the offered checks, for documents that show them. */
export function offeredPricesReader(
  db: Database,
  isOffered: (type: SearchType) => boolean,
): () => Promise<ReturnType<typeof publicPriceTexts>> {
  return async () => {
    const prices = await findCurrentPrices(db.single);
    return publicPriceTexts((item) => chargeForItem(prices, item, "NGN"), isOffered);
  };
}
