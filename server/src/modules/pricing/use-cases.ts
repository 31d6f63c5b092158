import {
  chargeOf,
  exampleAmounts,
  type PriceList,
  priceListToWire,
  type servicePrices,
} from "@idanimo/contract/pricing";
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

/** What a NIN check costs now, in naira, for documents that tell it by example. */
export function amountsToTell(db: Database): () => Promise<ReturnType<typeof exampleAmounts>> {
  return async () => exampleAmounts(chargeOf(await currentPrices(db.single), "nin", "NGN"));
}
