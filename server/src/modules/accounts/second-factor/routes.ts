import {
  addPasskey,
  confirmTotp,
  passkeyLogin,
  passkeyLoginOptions,
  passkeyOptions,
  removePasskey,
  removeTotp,
  renewRecoveryCodes,
  secondFactor,
  security,
  setUpTotp,
} from "@idanimo/contract/second-factor";
import type { FastifyInstance } from "fastify";
import { takeTicket } from "../../../http/cookies.ts";
import type { Mount } from "../../../http/mount.ts";
import type { AccountDeps } from "../deps.ts";
import { keepSignInCookie } from "../use-cases/begin-sign-in.ts";
import * as authenticator from "./authenticator.ts";
import * as passkeys from "./passkeys.ts";
import { endSecondStep, readSecurity } from "./second-step.ts";

/** The second step of a sign-in, passkeys, and how an account can be signed in to. */
export function secondFactorRoutes(app: FastifyInstance, mount: Mount, deps: AccountDeps): void {
  mount(app, security, readSecurity(deps));
  mount(app, secondFactor, endSecondStep(deps), {
    after: (user, reply) => {
      keepSignInCookie(user, reply);
      takeTicket(reply);
    },
  });
  mount(app, setUpTotp, authenticator.setUp(deps));
  mount(app, confirmTotp, authenticator.confirm(deps));
  mount(app, removeTotp, authenticator.remove(deps));
  mount(app, renewRecoveryCodes, authenticator.renew(deps));
  mount(app, passkeyOptions, passkeys.optionsToAdd(deps));
  mount(app, addPasskey, passkeys.add(deps));
  mount(app, removePasskey, passkeys.remove(deps));
  mount(app, passkeyLoginOptions, passkeys.optionsToSignIn(deps));
  mount(app, passkeyLogin, passkeys.signInWithPasskey(deps), { after: keepSignInCookie });
}
