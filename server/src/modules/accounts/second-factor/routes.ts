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
import { clearTicketCookie } from "../../../http/cookies.ts";
import type { Mount } from "../../../http/mount.ts";
import type { AccountDeps } from "../deps.ts";
import { setSignInCookies } from "../use-cases/complete-sign-in.ts";
import * as authenticator from "./authenticator.ts";
import * as passkeys from "./passkeys.ts";
import { completeSecondStep, readSecurity } from "./second-step.ts";

export function secondFactorRoutes(app: FastifyInstance, mount: Mount, deps: AccountDeps): void {
  mount(app, security, readSecurity(deps));
  mount(app, secondFactor, completeSecondStep(deps), {
    after: (user, reply) => {
      setSignInCookies(user, reply);
      clearTicketCookie(reply);
    },
  });
  mount(app, setUpTotp, authenticator.setUpAuthenticator(deps));
  mount(app, confirmTotp, authenticator.confirmAuthenticator(deps));
  mount(app, removeTotp, authenticator.removeAuthenticator(deps));
  mount(app, renewRecoveryCodes, authenticator.reissueRecoveryCodes(deps));
  mount(app, passkeyOptions, passkeys.createRegistrationOptions(deps));
  mount(app, addPasskey, passkeys.registerPasskey(deps));
  mount(app, removePasskey, passkeys.unregisterPasskey(deps));
  mount(app, passkeyLoginOptions, passkeys.createLoginOptions(deps));
  mount(app, passkeyLogin, passkeys.signInWithPasskey(deps), { after: setSignInCookies });
}
