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
  /** Undefined if the operator has not configured one. */
  readonly liveFace: LiveFace | undefined;
};

/** Issues a ticket for the capture page. Neither the ticket nor its address is stored or logged [T-50]. */
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
