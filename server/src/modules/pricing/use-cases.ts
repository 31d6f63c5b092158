import type { SearchType } from "@idanimo/contract/catalogue";
import { chargeOf, type PriceList, priceListToWire, type servicePrices, toldAmounts } from "@idanimo/contract/pricing";
import { ok } from "@idanimo/contract/problems";
import { Coalescer } from "../../database/coalesce.ts";
import type { Database } from "../../database/database.ts";
import type { Handler } from "../../http/call.ts";
import { currentPrices } from "./store.ts";

/** The price list on the wire: read once for all who wait for it. */
export function readPrices(db: Database): Handler<typeof servicePrices> {
  const coalescer = new Coalescer<void, PriceList>(async (asked) => {
    const prices = await currentPrices(db.single);
    return asked.map(() => prices);
  });
  return async () => ok(priceListToWire(await coalescer.ask()));
}

/** What the checks that are offered cost now, in naira, for documents that tell it. */
export function amountsToTell(
  db: Database,
  isOffered: (type: SearchType) => boolean,
): () => Promise<ReturnType<typeof toldAmounts>> {
  return async () => {
    const prices = await currentPrices(db.single);
    return toldAmounts((item) => chargeOf(prices, item, "NGN"), isOffered);
  };
}
