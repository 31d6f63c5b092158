import {
  socialCallbackPath,
  type SocialFailure,
  socialProviders,
  socialFailurePath,
  socialSecondStepPath,
  socialStartPath,
} from "@idanimo/contract/social";
import { apiBase } from "@idanimo/contract/operation";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { CallContext } from "../../../http/call.ts";
import { isCrossSite } from "../../../http/guards.ts";
import { deviceCookieName, setSessionCookie, setTicketCookie, sessionTokenOf } from "../../../http/cookies.ts";
import { userAgentOf } from "../../../http/user-agent.ts";
import { secretsEqual } from "../../../kernel/vault.ts";
import type { SocialSignIn } from "../../../providers/social-sign-in/port.ts";
import type { AccountDeps } from "../deps.ts";
import { deviceTokenOf, refreshDeviceCookie } from "../known-devices.ts";
import { checkSsoOfUser } from "../sso/enforcement.ts";
import { completeFirstFactor, type LoginResponse } from "../use-cases/complete-sign-in.ts";
import { findOrCreateAccount } from "./find-or-create-account.ts";
import { readFlow, setFlowCookie, createFlow, clearFlowCookie } from "./flow-cookies.ts";
import { consumeNonce } from "./store.ts";

/** Where a signed-in user is redirected. */
export const signedInPath = "/main-dashboard";

/**
 * The flow of full page loads, for browsers that block popups: to the provider's page and back with a code. URLs
 * are built from our own configured origin [T-13], and the browser must return with the state it left with [T-14].
 */
export function redirectFlowRoutes(app: FastifyInstance, deps: AccountDeps): void {
  for (const provider of socialProviders) {
    const socialSignIn = deps.social[provider];
    const returnTo = `${deps.publicUrl}${apiBase}${socialCallbackPath(provider)}`;
    const redirectBack = (reply: FastifyReply, end: SocialFailure) =>
      redirectTo(reply, socialFailurePath(provider, end));

    app.get(apiBase + socialStartPath(provider), async (request, reply) => {
      if (!socialSignIn) return redirectBack(reply, "not_offered");
      if (isCrossSite(request)) return redirectBack(reply, "refused"); // a page of another site must not sign anyone in [T-11]
      if (!(await deps.limits.consume("login_address", request.ip)).ok) return redirectBack(reply, "too_many");
      const flow = createFlow(deps.ids, deviceTokenOf(request.cookies));
      const address = await socialSignIn.begin(flow, returnTo);
      if (address === undefined) return redirectBack(reply, "refused");
      setFlowCookie(reply, provider, flow);
      return reply.redirect(address, 303);
    });

    app.get(apiBase + socialCallbackPath(provider), async (request, reply) => {
      clearFlowCookie(reply, provider);
      if (!socialSignIn) return redirectBack(reply, "not_offered");
      const end = await completeFlow(deps, socialSignIn, request, returnTo);
      if (typeof end === "string") return redirectBack(reply, end);
      return redirectSignedIn(reply, end, signedInPath);
    });
  }
}

/**
 * Redirects to one of our pages. The empty fragment replaces the one that Facebook appends, which a browser would
 * carry along.
 */
export const redirectTo = (reply: FastifyReply, path: string) => reply.redirect(`${path}#`, 303);

/** Sets the cookies of a sign-in and redirects to a page of ours, or to the second step. */
export function redirectSignedIn(reply: FastifyReply, response: LoginResponse, path: string): FastifyReply {
  const endsAt = new Date(response.expirationDate);
  if ("secondFactor" in response) {
    setTicketCookie(reply, response.ticket, endsAt);
    return redirectTo(reply, socialSecondStepPath);
  }
  setSessionCookie(reply, response.jwtToken, endsAt);
  refreshDeviceCookie(reply, response.jwtToken);
  return redirectTo(reply, path);
}

async function completeFlow(
  deps: AccountDeps,
  elsewhere: SocialSignIn,
  request: FastifyRequest,
  returnTo: string,
): Promise<LoginResponse | SocialFailure> {
  const returned = new URL(returnTo);
  returned.search = request.url.split("?")[1] ?? "";
  const flow = readFlow(request.cookies, elsewhere.provider);
  if (flow?.device !== undefined) request.cookies[deviceCookieName] ??= flow.device;
  const state = returned.searchParams.getAll("state");
  if (!flow || state.length !== 1 || !secretsEqual(state[0] ?? "", flow.state)) return "refused";
  // count only now: any page can make a browser come here without parameters
  if (!(await deps.limits.consume("login_address", request.ip)).ok) return "too_many";
  if (!(await consumeNonce(deps.db.single, flow.state))) return "refused";
  const outcome = await elsewhere.finish(returned, flow, returnTo);
  if (outcome.kind === "cancelled") return "cancelled";
  if (outcome.kind !== "person") return "refused";
  const account = await findOrCreateAccount(deps, outcome.person);
  if (!account.ok) return account.problem.code === "social_no_email" ? "no_email" : "refused";
  if (!(await checkSsoOfUser(deps.db, account.value)).ok) return "sso_required";
  const response = await completeFirstFactor(deps, account.value, callContextOf(request));
  if (!response) return "refused";
  // only failures count: many people share an address. The outgoing redirect stays counted, since nothing shows
  // that this return belongs to it
  await deps.limits.refund("login_address", request.ip);
  return response;
}

/** A page load is always a browser's, whatever its headers say. */
export function callContextOf(request: FastifyRequest): CallContext {
  return {
    requestId: request.id,
    ip: request.ip,
    device: userAgentOf(request),
    token: sessionTokenOf(request).token,
    kind: "cookie",
    cookies: request.cookies,
  };
}
