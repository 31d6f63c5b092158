import { priceListToWire, servicePrices } from "@idanimo/contract/pricing";
import { ok } from "@idanimo/contract/problems";
import type { FastifyInstance } from "fastify";
import type { Database } from "../../database/database.ts";
import type { Mount } from "../../http/mount.ts";
import { currentPrices } from "./store.ts";

export function pricingRoutes(app: FastifyInstance, mount: Mount, db: Database): void {
  mount(app, servicePrices, async () => ok(priceListToWire(await currentPrices(db.single))));
}
