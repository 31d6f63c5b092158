import { ok } from "@idanimo/contract/problems";
import { type Sponsor, sponsors } from "@idanimo/contract/sponsors";
import type { FastifyInstance } from "fastify";
import type { Mount } from "../../http/mount.ts";

/** One list for everybody: who reads it, and beside which result, is neither asked nor kept. Source: T-56. */
export function sponsorRoutes(app: FastifyInstance, mount: Mount, banners: readonly Sponsor[]): void {
  mount(app, sponsors, () => Promise.resolve(ok({ sponsors: [...banners] })));
}
