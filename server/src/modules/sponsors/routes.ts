import { ok } from "@idanimo/contract/problems";
import { type Sponsor, sponsors } from "@idanimo/contract/sponsors";
import type { FastifyInstance } from "fastify";
import type { Mount } from "../../http/mount.ts";

/**
 * Serves the same list to every user; who reads it, and next to which result, is neither sent nor stored. [T-56]
 */
export function sponsorRoutes(app: FastifyInstance, mount: Mount, banners: readonly Sponsor[]): void {
  mount(app, sponsors, () => Promise.resolve(ok({ sponsors: [...banners] })));
}
