import type { login } from "@idanimo/contract/accounts";
import { fail, ok } from "@idanimo/contract/problems";
import type { Handler } from "../../../http/call.ts";
import { spendCaptcha } from "../captcha.ts";
import { type AccountDeps, limitKey } from "../deps.ts";
import { accountEmail } from "../rules.ts";
import { findForLogin } from "../sign-in-store.ts";
import { answerSignIn } from "./begin-sign-in.ts";
import { sendNewCode } from "./send-new-code.ts";

/**
 * Signs in. Every mailbox, known or not, costs one look and one password check, and only then do the answers part (T-04). Limits
 * count before the costly check (T-06, T-07); the claimed address counts for nothing but its presence (T-18).
 */
export function signIn(deps: AccountDeps): Handler<typeof login> {
  return async (input, _caller, context) => {
    if (input.ipAddress === undefined) return fail("ip_address_missing", {});
    const email = accountEmail(input.email);
    if (!email.ok) return email;
    const fromAddress = await deps.limits.take("login_address", context.ip);
    if (!fromAddress.ok) return fromAddress;
    if (!(await spendCaptcha(deps, "login", input.captcha))) return fail("captcha_failed", {});
    const forAccount = await deps.limits.take("login_account", limitKey(deps.vault, email.value));
    if (!forAccount.ok) return forAccount;

    const candidate = await findForLogin(deps.db.single, email.value);
    const right = await deps.passwords.matches(candidate.password_hash, input.password);
    if (!right.ok) return right;
    if (right.value) await deps.limits.giveBack("login_account", limitKey(deps.vault, email.value)); // only failures count
    if (right.value && candidate.user_id !== null) return ok(await answerSignIn(deps, candidate.user_id, context));
    if (right.value && candidate.registration_id !== null) {
      // too soon for another code is no failure here: the one sent before is still good
      await sendNewCode(deps, candidate.registration_id);
      return fail("account_not_activated", {}, { details: { id: candidate.registration_id } });
    }
    return fail("incorrect_credentials", {});
  };
}
