import { publicId } from "@idanimo/contract/fields";
import { apiBase } from "@idanimo/contract/operation";
import { nonJsonCalls } from "@idanimo/contract/non-json-calls";
import type { FastifyInstance } from "fastify";
import * as z from "zod/mini";
import { authorise } from "../../../http/authorise.ts";
import type { Authenticate } from "../../../http/call.ts";
import { isCrossSiteSubresource } from "../../../http/guards.ts";
import { problemOf, sendProblem } from "../../../http/problem-response.ts";
import type { AccountDeps } from "../deps.ts";
import { findPicture, picturePath } from "./store.ts";

const paramsSchema = z.object({ id: publicId });

/**
 * Serves an account's picture to its owner only; others get 404. A new picture has a new URL, so a browser may
 * cache this one for a year. [T-57 PROFILE-10]
 */
export function pictureRoute(app: FastifyInstance, identify: Authenticate, deps: Pick<AccountDeps, "db">): void {
  app.get(`${apiBase}${picturePath}:id`, async (request, reply) => {
    if (isCrossSiteSubresource(request)) return sendProblem(reply, problemOf("cross_site"));
    const found = await authorise(identify, request, nonJsonCalls.picture.right, { active: false });
    if (!found.ok) return sendProblem(reply, found.problem);
    const parsed = z.safeParse(paramsSchema, request.params);
    const bytes = parsed.success && (await findPicture(deps.db.single, found.value.userId, parsed.data.id));
    if (!bytes) return sendProblem(reply, problemOf("not_found"));
    return reply.header("cache-control", "private, max-age=31536000, immutable").type("image/webp").send(bytes);
  });
}
