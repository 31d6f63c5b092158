import type { login } from "@idanimo/contract/accounts";
import type { OutputOf } from "@idanimo/contract/operation";
import { fail, ok } from "@idanimo/contract/problems";
import type { CallContext, Handler } from "../../../http/call.ts";
import { tokenHash } from "../../../kernel/vault.ts";
import { writeAudit } from "../../audit/index.ts";
import { spendCaptcha } from "../captcha.ts";
import { type AccountDeps, limitKey } from "../deps.ts";
import { accountEmail } from "../rules.ts";
import { endSignIn, findForLogin, findProfile, insertSignIn } from "../sign-in-store.ts";
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
    if (right.value && candidate.user_id !== null) return ok(await begin(deps, candidate.user_id, context));
    if (right.value && candidate.registration_id !== null) {
      // too soon for another code is no failure here: the one sent before is still good
      await sendNewCode(deps, candidate.registration_id);
      return fail("account_not_activated", {}, { details: { id: candidate.registration_id } });
    }
    return fail("incorrect_credentials", {});
  };
}

/** A new token with every sign-in; the one this browser had before ends with it (T-10). */
async function begin(deps: AccountDeps, userId: string, context: CallContext): Promise<OutputOf<typeof login>> {
  const token = deps.ids.token();
  const id = deps.ids.open();
  await deps.db.transaction("system", async (tx) => {
    if (context.token !== undefined) await endSignIn(tx, tokenHash(context.token));
    await insertSignIn(tx, { id, userId, tokenHash: tokenHash(token), kind: context.kind, device: context.device });
    await writeAudit(tx, deps.ids, { actorKind: "user", actorId: userId, action: "signed_in", objectId: id });
  });
  const user = await findProfile(deps.db, userId, id);
  if (!user) throw new Error("signIn: the account is gone");
  return {
    jwtToken: token,
    expirationDate: user.ends_at.toISOString(),
    userType: user.user_type,
    email: user.email,
    firstName: user.first_name,
    lastName: user.last_name,
    phoneNumber: user.phone,
    profileImageLocation: user.profile_image,
    currency: user.active_currency,
    walletBalance: user.balance_minor,
  };
}
