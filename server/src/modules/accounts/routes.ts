import { beginExport } from "@idanimo/contract/account-rights";
import {
  activation,
  activationByAddress,
  captchaChallenge,
  clientAddress,
  keepSession,
  login,
  logout,
  profile,
  registration,
  resendCode,
} from "@idanimo/contract/accounts";
import {
  changePassword,
  confirmEmail,
  forgotPassword,
  forgotPasswordByAddress,
  openReset,
  resetPassword,
  sendEmailConfirm,
} from "@idanimo/contract/passwords";
import type { FastifyInstance, FastifyReply } from "fastify";
import { clearSessionCookie } from "../../http/cookies.ts";
import type { Mount } from "../../http/mount.ts";
import type { AccountDeps } from "./deps.ts";
import { authoriseExport } from "./data-export/begin-export.ts";
import { profileRoutes } from "./profile/routes.ts";
import { secondFactorRoutes } from "./second-factor/routes.ts";
import { socialRoutes } from "./social/routes.ts";
import { ssoRoutes } from "./sso/routes.ts";
import { activateAccount } from "./use-cases/activate-account.ts";
import { setSignInCookies } from "./use-cases/complete-sign-in.ts";
import { replacePassword, setRenewedSessionCookie } from "./use-cases/change-password.ts";
import { verifyEmailOwnership, resendEmailConfirmation } from "./use-cases/confirm-email.ts";
import { requestPasswordReset } from "./use-cases/forgot-password.ts";
import { register } from "./use-cases/register.ts";
import { resendActivationCode } from "./use-cases/resend-code.ts";
import {
  clearResetToken,
  moveResetTokenToCookie,
  checkResetLink as openLink,
  resetForgottenPassword,
} from "./use-cases/reset-password.ts";
import { signIn } from "./use-cases/sign-in.ts";
import { keepSessionAlive, readProfile, signOut } from "./use-cases/sessions.ts";
import { issueCaptchaChallenge, readClientAddress } from "./use-cases/visitor.ts";

/** For responses with a secret, and for changes through GET. [F-09] */
const setNoStore = (_value: unknown, reply: FastifyReply) => void reply.header("cache-control", "no-store");

/** The profile of the caller, as it was read with the session or the key. */
export const profileRoute = (app: FastifyInstance, mount: Mount): void => mount(app, profile, readProfile);

export function accountRoutes(app: FastifyInstance, mount: Mount, deps: AccountDeps): void {
  mount(app, captchaChallenge, issueCaptchaChallenge(deps), { after: setNoStore });
  mount(app, registration, register(deps));
  const activationHandler = activateAccount(deps);
  mount(app, activation, activationHandler);
  mount(app, activationByAddress, (...call) => activationHandler(...call), { after: setNoStore });
  mount(app, resendCode, resendActivationCode(deps), { after: setNoStore });
  const forgotPasswordHandler = requestPasswordReset(deps);
  mount(app, forgotPassword, forgotPasswordHandler);
  mount(app, forgotPasswordByAddress, (...call) => forgotPasswordHandler(...call), { after: setNoStore });
  mount(app, openReset, openLink(deps), { after: moveResetTokenToCookie });
  mount(app, resetPassword, resetForgottenPassword(deps), { after: clearResetToken });
  mount(app, changePassword, replacePassword(deps), { after: setRenewedSessionCookie });
  mount(app, confirmEmail, verifyEmailOwnership(deps));
  mount(app, sendEmailConfirm, resendEmailConfirmation(deps));
  mount(app, login, signIn(deps), { after: setSignInCookies });
  mount(app, logout, signOut(deps), { after: (_value, reply) => clearSessionCookie(reply) });
  profileRoute(app, mount);
  mount(app, keepSession, keepSessionAlive(deps));
  mount(app, clientAddress, readClientAddress(deps));
  profileRoutes(app, mount, deps);
  mount(app, beginExport, authoriseExport(deps));
  secondFactorRoutes(app, mount, deps);
  socialRoutes(app, mount, deps);
  ssoRoutes(app, mount, deps);
}
