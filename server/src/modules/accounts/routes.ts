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
import { takeSignIn } from "../../http/cookies.ts";
import type { Mount } from "../../http/mount.ts";
import type { AccountDeps } from "./deps.ts";
import { leaveRoutes } from "./leave/routes.ts";
import { profileRoutes } from "./profile/routes.ts";
import { secondFactorRoutes } from "./second-factor/routes.ts";
import { socialRoutes } from "./social/routes.ts";
import { activate } from "./use-cases/activate.ts";
import { keepSignInCookie } from "./use-cases/begin-sign-in.ts";
import { change, keepRenewed } from "./use-cases/change-password.ts";
import { confirm, mailConfirmAgain } from "./use-cases/email-confirm.ts";
import { forgot } from "./use-cases/forgot-password.ts";
import { register } from "./use-cases/register.ts";
import { resend } from "./use-cases/resend.ts";
import { endReset, keepReset, open as openLink, reset } from "./use-cases/reset-password.ts";
import { signIn } from "./use-cases/sign-in.ts";
import { keepSignIn, readProfile, signOut } from "./use-cases/signed-in.ts";
import { challenge, whereFrom } from "./use-cases/visitor.ts";

/** Answers that hold a secret, or change something by their address, are nobody's to keep. Source: F-09. */
const keepNowhere = (_value: unknown, reply: FastifyReply) => void reply.header("cache-control", "no-store");

export function accountRoutes(app: FastifyInstance, mount: Mount, deps: AccountDeps): void {
  mount(app, captchaChallenge, challenge(deps), { after: keepNowhere });
  mount(app, registration, register(deps));
  const open = activate(deps);
  mount(app, activation, open);
  mount(app, activationByAddress, (...call) => open(...call), { after: keepNowhere });
  mount(app, resendCode, resend(deps), { after: keepNowhere });
  const mailLink = forgot(deps);
  mount(app, forgotPassword, mailLink);
  mount(app, forgotPasswordByAddress, (...call) => mailLink(...call), { after: keepNowhere });
  mount(app, openReset, openLink(deps), { after: keepReset });
  mount(app, resetPassword, reset(deps), { after: endReset });
  mount(app, changePassword, change(deps), { after: keepRenewed });
  mount(app, confirmEmail, confirm(deps));
  mount(app, sendEmailConfirm, mailConfirmAgain(deps));
  mount(app, login, signIn(deps), { after: keepSignInCookie });
  mount(app, logout, signOut(deps), { after: (_value, reply) => takeSignIn(reply) });
  mount(app, profile, readProfile);
  mount(app, keepSession, keepSignIn(deps));
  mount(app, clientAddress, whereFrom(deps));
  profileRoutes(app, mount, deps);
  leaveRoutes(app, mount, deps);
  secondFactorRoutes(app, mount, deps);
  socialRoutes(app, mount, deps);
}
