import {
  socialCallbackPath,
  type SocialEnd,
  socialProviders,
  socialReturnPath,
  socialSecondStepPath,
  socialStartPath,
} from "@idanimo/contract/social";
import { apiBase } from "@idanimo/contract/operation";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { CallContext } from "../../../http/call.ts";
import { isOfAnotherSite } from "../../../http/guards.ts";
import { deviceCookie, giveSignIn, giveTicket, tokenOf } from "../../../http/cookies.ts";
import { userAgentOf } from "../../../http/user-agent.ts";
import { sameSecret } from "../../../kernel/vault.ts";
import type { SocialSignIn } from "../../../providers/social-sign-in/port.ts";
import type { AccountDeps } from "../deps.ts";
import { deviceOf, keepDevice } from "../devices.ts";
import { answerSignIn, type LoginAnswer } from "../use-cases/begin-sign-in.ts";
import { accountOf } from "./account-of.ts";
import { flowIn, giveFlow, newFlow, takeFlow } from "./browser.ts";
import { spendNonce } from "./store.ts";

/** Where somebody goes who is signed in. Source: A§4. */
const signedInPath = "/main-dashboard";

/**
 * The flow of full page loads, for browsers that block a window: to the provider's page and back with a code. Every address is made
 * of our own configured one (T-13), and the browser must bring back the state it left with (T-14).
 */
export function redirectFlowRoutes(app: FastifyInstance, deps: AccountDeps): void {
  for (const provider of socialProviders) {
    const elsewhere = deps.social[provider];
    const returnTo = `${deps.publicUrl}${apiBase}${socialCallbackPath(provider)}`;
    const back = (reply: FastifyReply, end: SocialEnd) => goTo(reply, socialReturnPath(provider, end));

    app.get(apiBase + socialStartPath(provider), async (request, reply) => {
      if (!elsewhere) return back(reply, "not_offered");
      if (isOfAnotherSite(request)) return back(reply, "refused"); // nobody is signed in by a page that is not ours (T-11)
      if (!(await deps.limits.take("login_address", request.ip)).ok) return back(reply, "too_many");
      const flow = newFlow(deps.ids, deviceOf(request.cookies));
      const address = await elsewhere.begin(flow, returnTo);
      if (address === undefined) return back(reply, "refused");
      giveFlow(reply, provider, flow);
      return reply.redirect(address, 303);
    });

    app.get(apiBase + socialCallbackPath(provider), async (request, reply) => {
      takeFlow(reply, provider);
      if (!elsewhere) return back(reply, "not_offered");
      const end = await finish(deps, elsewhere, request, returnTo);
      if (typeof end === "string") return back(reply, end);
      if ("secondFactor" in end) {
        giveTicket(reply, end.ticket, new Date(end.expirationDate));
        return goTo(reply, socialSecondStepPath);
      }
      giveSignIn(reply, end.jwtToken, new Date(end.expirationDate));
      keepDevice(reply, end.jwtToken);
      return goTo(reply, signedInPath);
    });
  }
}

/** Leads to a page of ours. The empty fragment ends the one that Facebook hangs on: a browser would carry it along. */
const goTo = (reply: FastifyReply, path: string) => reply.redirect(`${path}#`, 303);

async function finish(
  deps: AccountDeps,
  elsewhere: SocialSignIn,
  request: FastifyRequest,
  returnTo: string,
): Promise<LoginAnswer | SocialEnd> {
  const returned = new URL(returnTo);
  returned.search = request.url.split("?")[1] ?? "";
  const flow = flowIn(request.cookies, elsewhere.provider);
  if (flow?.device !== undefined) request.cookies[deviceCookie] ??= flow.device;
  const state = returned.searchParams.getAll("state");
  if (!flow || state.length !== 1 || !sameSecret(state[0] ?? "", flow.state)) return "refused";
  // counted only now: anybody's page can make a browser come here with nothing
  if (!(await deps.limits.take("login_address", request.ip)).ok) return "too_many";
  if (!(await spendNonce(deps.db.single, flow.state))) return "refused";
  const word = await elsewhere.finish(returned, flow, returnTo);
  if (word.kind === "cancelled") return "cancelled";
  if (word.kind !== "person") return "refused";
  const account = await accountOf(deps, word.person);
  if (!account.ok) return account.problem.code === "social_no_email" ? "no_email" : "refused";
  const answer = await answerSignIn(deps, account.value, contextOf(request));
  if (!answer) return "refused";
  // only failures count: many people share an address. Going there stays counted: nothing proves that this one began here
  await deps.limits.giveBack("login_address", request.ip);
  return answer;
}

/** A page load is always a browser's, whether or not it says so. */
function contextOf(request: FastifyRequest): CallContext {
  return {
    requestId: request.id,
    ip: request.ip,
    device: userAgentOf(request),
    token: tokenOf(request).token,
    kind: "cookie",
    cookies: request.cookies,
  };
}
