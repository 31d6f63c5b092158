import { catalogueRowOf } from "@idanimo/contract/catalogue";
import { faceTicket } from "@idanimo/contract/live-face";
import { fail, ok } from "@idanimo/contract/problems";
import type { FastifyInstance } from "fastify";
import type { Handler } from "../../../http/call.ts";
import type { Mount } from "../../../http/mount.ts";
import type { RateLimiter } from "../../../http/rate-limits.ts";
import type { Vault } from "../../../kernel/vault.ts";
import type { LiveFace } from "../../../providers/live-face/port.ts";
import { captureHolder } from "./capture-holder.ts";

type LiveFaceDeps = {
  readonly vault: Vault;
  readonly limits: RateLimiter;
  /** Undefined where the operator has none. */
  readonly liveFace: LiveFace | undefined;
};

/** Hands out a ticket for the capture page. Neither it nor the address that holds it is kept or logged. Source: LIVEFACE, T-50. */
const issueFaceTicket =
  ({ limits, vault, liveFace }: LiveFaceDeps): Handler<typeof faceTicket> =>
  async (_input, { userId }) => {
    if (!liveFace) return fail("not_offered", { searchType: catalogueRowOf("nin_face").label });
    const counted = await limits.consume("face_ticket_account", userId);
    if (!counted.ok) return counted;
    const ticket = await liveFace.createTicket(captureHolder(vault, userId));
    if (!ticket) return fail("unavailable", {});
    return ok({ address: ticket.address, origin: liveFace.pageOrigin, endsAt: ticket.endsAt.toISOString() });
  };

export function liveFaceRoutes(app: FastifyInstance, mount: Mount, deps: LiveFaceDeps): void {
  mount(app, faceTicket, issueFaceTicket(deps));
}
