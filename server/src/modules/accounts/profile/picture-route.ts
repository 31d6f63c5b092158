import { publicId } from "@idanimo/contract/fields";
import { apiBase } from "@idanimo/contract/operation";
import type { FastifyInstance } from "fastify";
import * as z from "zod/mini";
import type { Identify } from "../../../http/call.ts";
import { tokenOf } from "../../../http/cookies.ts";
import { isAskedBehindBack } from "../../../http/guards.ts";
import { plain, refuse } from "../../../http/refuse.ts";
import type { AccountDeps } from "../deps.ts";
import { findPicture, picturePath } from "./store.ts";

const params = z.object({ id: publicId });

/**
 * An account's picture, for its owner alone; to anybody else it is not there. A new picture has a new address, so a browser may
 * keep this one for a year. Source: T-57, PROFILE-10.
 */
export function pictureRoute(app: FastifyInstance, identify: Identify, deps: Pick<AccountDeps, "db">): void {
  app.get(`${apiBase}${picturePath}:id`, async (request, reply) => {
    if (isAskedBehindBack(request)) return refuse(reply, plain("cross_site"));
    const { token } = tokenOf(request);
    const caller = token === undefined ? null : await identify(token, false);
    if (!caller) return refuse(reply, plain("not_signed_in"));
    const asked = z.safeParse(params, request.params);
    const bytes = asked.success && (await findPicture(deps.db.single, caller.userId, asked.data.id));
    if (!bytes) return refuse(reply, plain("not_found"));
    return reply.header("cache-control", "private, max-age=31536000, immutable").type("image/webp").send(bytes);
  });
}
