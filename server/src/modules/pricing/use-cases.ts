import { priceListToWire, type servicePrices } from "@idanimo/contract/pricing";
import { ok } from "@idanimo/contract/problems";
import type { Database } from "../../database/database.ts";
import type { Handler } from "../../http/call.ts";
import { currentPrices } from "./store.ts";

/** The price list on the wire. */
export const readPrices =
  (db: Database): Handler<typeof servicePrices> =>
  async () =>
    ok(priceListToWire(await currentPrices(db.single)));
