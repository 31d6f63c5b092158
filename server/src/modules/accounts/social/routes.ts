import { facebookLogin, googleLogin, signInSettings } from "@idanimo/contract/social";
import type { FastifyInstance } from "fastify";
import type { Mount } from "../../../http/mount.ts";
import type { AccountDeps } from "../deps.ts";
import { keepSignInCookie } from "../use-cases/begin-sign-in.ts";
import { giveNonce, takeNonce } from "./browser.ts";
import { redirectFlowRoutes } from "./redirect-flow.ts";
import { readSignInSettings, signInElsewhere } from "./use-cases.ts";

/** Signing in with Google and Facebook: by their scripts, and by redirect. */
export function socialRoutes(app: FastifyInstance, mount: Mount, deps: AccountDeps): void {
  mount(app, signInSettings, readSignInSettings(deps), {
    after: ({ google }, reply) => {
      if (google) giveNonce(reply, google.nonce);
    },
  });
  mount(app, googleLogin, signInElsewhere(deps, "google"), {
    after: (answer, reply) => {
      takeNonce(reply);
      keepSignInCookie(answer, reply);
    },
  });
  const byFacebook = signInElsewhere(deps, "facebook");
  mount(app, facebookLogin, (...call) => byFacebook(...call), { after: keepSignInCookie });
  redirectFlowRoutes(app, deps);
}
