import type { captchaChallenge, clientAddress } from "@idanimo/contract/accounts";
import { ok } from "@idanimo/contract/problems";
import type { Handler } from "../../../http/call.ts";
import { createCaptchaChallenge } from "../captcha.ts";
import type { AccountDeps } from "../deps.ts";

/** Creates a proof-of-work challenge for one form. */
export function issueCaptchaChallenge(deps: AccountDeps): Handler<typeof captchaChallenge> {
  return async (input, _caller, context) => {
    const fromAddress = await deps.limits.consume("captcha_address", context.ip);
    if (!fromAddress.ok) return fromAddress;
    const { parameters, signature } = await createCaptchaChallenge(deps, input.purpose);
    return ok({ parameters: { ...parameters }, signature });
  };
}

/** The connection's own address from an IP lookup service; nulls if every service failed. [API-25 IP-04] */
export function readClientAddress(deps: Pick<AccountDeps, "ipLookup">): Handler<typeof clientAddress> {
  return async (_input, _caller, context) => {
    const found = await deps.ipLookup.find(context.ip);
    return ok({ ip: found?.ip ?? null, country_name: found?.country ?? null });
  };
}
