import { servicePrices } from "@idanimo/contract/pricing";
import type { FastifyInstance } from "fastify";
import type { Database } from "../../database/database.ts";
import type { Mount } from "../../http/mount.ts";
import { readServicePrices } from "./use-cases.ts";

export function pricingRoutes(app: FastifyInstance, mount: Mount, db: Database): void {
  mount(app, servicePrices, readServicePrices(db));
}
