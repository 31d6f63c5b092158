import { fail, ok } from "@idanimo/contract/problems";
import type { googleLogin, signInSettings, SocialProvider } from "@idanimo/contract/social";
import type { Handler } from "../../../http/call.ts";
import type { AccountDeps } from "../deps.ts";
import { checkSsoOfUser } from "../sso/enforcement.ts";
import { completeFirstFactor } from "../use-cases/complete-sign-in.ts";
import { findOrCreateAccount } from "./find-or-create-account.ts";
import { readNonce } from "./flow-cookies.ts";
import { providerNames } from "./provider-names.ts";
import { consumeNonce } from "./store.ts";

/** The sign-in settings of this installation. A browser keeps its nonce until it is used. */
export function readSignInSettings(deps: AccountDeps): Handler<typeof signInSettings> {
  const { google, facebook } = deps.social;
  const hosted = deps.hostedCaptcha;
  return async (_input, _caller, context) =>
    ok({
      google: google
        ? {
            clientId: google.clientId,
            nonce: readNonce(context.cookies) ?? deps.ids.token(),
            scriptUrl: google.scriptUrl,
          }
        : null,
      facebook: facebook
        ? { appId: facebook.clientId, version: facebook.version, scriptUrl: facebook.scriptUrl }
        : null,
      captcha: hosted
        ? { kind: hosted.kind, siteKey: hosted.siteKey, scriptUrl: hosted.scriptUrl }
        : { kind: "proof_of_work" },
    });
}

/** Signs in with a token from a provider's script. */
export function signInWithProvider(deps: AccountDeps, provider: SocialProvider): Handler<typeof googleLogin> {
  return async (input, _caller, context) => {
    const socialSignIn = deps.social[provider];
    if (!socialSignIn) return fail("social_not_offered", { provider: providerNames[provider] });
    const fromAddress = await deps.limits.consume("login_address", context.ip);
    if (!fromAddress.ok) return fromAddress;
    const nonce = readNonce(context.cookies);
    const outcome = await socialSignIn.identify(input.accessToken, nonce);
    if (outcome.kind !== "person") return fail("social_refused", {});
    const account = await findOrCreateAccount(deps, outcome.person);
    if (!account.ok) return account;
    const allowed = await checkSsoOfUser(deps.db, account.value);
    if (!allowed.ok) return allowed;
    // consume only now: a rejected token or person must not cost this browser its nonce
    if (outcome.nonceUsed && nonce !== undefined && !(await consumeNonce(deps.db.single, nonce)))
      return fail("social_refused", {});
    const response = await completeFirstFactor(deps, account.value, context, { deviceToken: input.deviceToken });
    if (!response) return fail("social_refused", {});
    await deps.limits.refund("login_address", context.ip); // only failures count: many people share an address
    return ok(response);
  };
}
