import { facebookLogin, googleLogin, signInSettings } from "@idanimo/contract/social";
import type { FastifyInstance } from "fastify";
import type { Mount } from "../../../http/mount.ts";
import type { AccountDeps } from "../deps.ts";
import { setSignInCookies } from "../use-cases/complete-sign-in.ts";
import { setNonceCookie, clearNonceCookie } from "./flow-cookies.ts";
import { redirectFlowRoutes } from "./redirect-flow.ts";
import { readSignInSettings, signInWithProvider } from "./use-cases.ts";

export function socialRoutes(app: FastifyInstance, mount: Mount, deps: AccountDeps): void {
  mount(app, signInSettings, readSignInSettings(deps), {
    after: ({ google }, reply) => {
      if (google) setNonceCookie(reply, google.nonce);
    },
  });
  mount(app, googleLogin, signInWithProvider(deps, "google"), {
    after: (response, reply) => {
      clearNonceCookie(reply);
      setSignInCookies(response, reply);
    },
  });
  const byFacebook = signInWithProvider(deps, "facebook");
  mount(app, facebookLogin, (...call) => byFacebook(...call), { after: setSignInCookies });
  redirectFlowRoutes(app, deps);
}
