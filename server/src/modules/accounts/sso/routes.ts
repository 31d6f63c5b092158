import { publicId } from "@idanimo/contract/fields";
import { apiBase } from "@idanimo/contract/operation";
import {
  findSso,
  ssoCallbackPath,
  type SsoFailure,
  ssoFailurePath,
  ssoStartPath,
} from "@idanimo/contract/organisations/single-sign-on";
import type { FastifyInstance, FastifyReply } from "fastify";
import * as z from "zod/mini";
import { deviceCookieName } from "../../../http/cookies.ts";
import { isCrossSite } from "../../../http/guards.ts";
import type { Mount } from "../../../http/mount.ts";
import type { AccountDeps } from "../deps.ts";
import { deviceTokenOf } from "../known-devices.ts";
import { clearSsoCookie, readSsoFlow, setSsoCookie } from "../social/flow-cookies.ts";
import { callContextOf, redirectSignedIn, redirectTo, signedInPath } from "../social/redirect-flow.ts";
import { beginSsoSignIn, finishSsoSignIn, lookUpSso } from "./sign-in.ts";

/** Sign-in with an organisation's provider: full page loads to its page and back with a code. [TM-11] */
export function ssoRoutes(app: FastifyInstance, mount: Mount, deps: AccountDeps): void {
  mount(app, findSso, lookUpSso(deps));
  const redirectBack = (reply: FastifyReply, end: SsoFailure) => redirectTo(reply, ssoFailurePath(end));

  app.get<{ Params: { organisationId: string } }>(apiBase + ssoStartPath(":organisationId"), async (request, reply) => {
    const organisationId = z.safeParse(publicId, request.params.organisationId);
    if (!organisationId.success) return redirectBack(reply, "not_offered");
    if (isCrossSite(request)) return redirectBack(reply, "refused"); // a page of another site must not sign anyone in [T-11]
    const browser = { ip: request.ip, device: deviceTokenOf(request.cookies) };
    const departure = await beginSsoSignIn(deps, organisationId.data, browser);
    if (typeof departure === "string") return redirectBack(reply, departure);
    setSsoCookie(reply, organisationId.data, departure.flow);
    return reply.redirect(departure.address, 303);
  });

  app.get(apiBase + ssoCallbackPath, async (request, reply) => {
    clearSsoCookie(reply);
    const stored = readSsoFlow(request.cookies);
    if (!stored) return redirectBack(reply, "refused");
    if (stored.flow.device !== undefined) request.cookies[deviceCookieName] ??= stored.flow.device;
    const query = request.url.split("?")[1] ?? "";
    const end = await finishSsoSignIn(deps, { query, stored, context: callContextOf(request) });
    if (typeof end === "string") return redirectBack(reply, end);
    return redirectSignedIn(reply, end, `${signedInPath}?organisation=${stored.organisationId}`);
  });
}
