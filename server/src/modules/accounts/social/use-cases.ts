import { fail, ok } from "@idanimo/contract/problems";
import type { googleLogin, signInSettings, SocialProvider } from "@idanimo/contract/social";
import type { Handler } from "../../../http/call.ts";
import type { AccountDeps } from "../deps.ts";
import { answerSignIn } from "../use-cases/begin-sign-in.ts";
import { accountOf } from "./account-of.ts";
import { nonceIn } from "./browser.ts";
import { providerNames } from "./names.ts";
import { spendNonce } from "./store.ts";

/** What the sign-in document must know of this installation. A browser keeps its nonce until it was used. */
export function readSignInSettings(deps: AccountDeps): Handler<typeof signInSettings> {
  const { google, facebook } = deps.social;
  const hosted = deps.hostedCaptcha;
  return async (_input, _caller, context) =>
    ok({
      google: google
        ? {
            clientId: google.clientId,
            nonce: nonceIn(context.cookies) ?? deps.ids.token(),
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

/** Signs in with what a provider's script gave this browser. */
export function signInElsewhere(deps: AccountDeps, provider: SocialProvider): Handler<typeof googleLogin> {
  return async (input, _caller, context) => {
    const elsewhere = deps.social[provider];
    if (!elsewhere) return fail("social_not_offered", { provider: providerNames[provider] });
    const fromAddress = await deps.limits.take("login_address", context.ip);
    if (!fromAddress.ok) return fromAddress;
    const nonce = nonceIn(context.cookies);
    const word = await elsewhere.identify(input.accessToken, nonce);
    if (word.kind !== "person") return fail("social_refused", {});
    const account = await accountOf(deps, word.person);
    if (!account.ok) return account;
    // counted only now: a token or a person that was no good shall not cost this browser its nonce
    if (word.nonceUsed && nonce !== undefined && !(await spendNonce(deps.db.single, nonce)))
      return fail("social_refused", {});
    const answer = await answerSignIn(deps, account.value, context, { deviceToken: input.deviceToken });
    if (!answer) return fail("social_refused", {});
    await deps.limits.giveBack("login_address", context.ip); // only failures count: many people share an address
    return ok(answer);
  };
}
