import { servicePrices } from "@idanimo/contract/pricing";
import type { FastifyInstance } from "fastify";
import type { Database } from "../../database/database.ts";
import type { Mount } from "../../http/mount.ts";
import { readPrices } from "./use-cases.ts";

export function pricingRoutes(app: FastifyInstance, mount: Mount, db: Database): void {
  mount(app, servicePrices, readPrices(db));
}
