import { randomBytes } from "node:crypto";
import { resetLinkMinutes } from "@idanimo/contract/limits";
import type { forgotPassword } from "@idanimo/contract/passwords";
import { fail, ok } from "@idanimo/contract/problems";
import * as texts from "@idanimo/contract/texts";
import { sql } from "kysely";
import type { Handler } from "../../../http/call.ts";
import { tokenHash } from "../../../kernel/vault.ts";
import { writeAudit } from "../../audit/index.ts";
import { passwordResetMessage, queueMessage } from "../../notifications/index.ts";
import { consumeCaptcha } from "../captcha.ts";
import { type AccountDeps, limitKey } from "../deps.ts";
import { replaceToken } from "../mailed-token-store.ts";
import { normaliseEmail } from "../rules.ts";

/**
 * Emails a link that sets a new password. The response says whether the account exists, unless a setting makes it
 * neutral [F-08]. For an unknown address the same statements run and are rolled back, so that timing does not
 * reveal it. [T-04]
 */
export function requestPasswordReset(deps: AccountDeps): Handler<typeof forgotPassword> {
  return async (input, _caller, context) => {
    const email = normaliseEmail(input.email);
    const fromAddress = await deps.limits.consume("forgot_address", context.ip);
    if (!fromAddress.ok) return fromAddress;
    if (!(await consumeCaptcha(deps, "fpassword", input.captcha))) return fail("captcha_failed", {});
    const forAccount = await deps.limits.consume("forgot_account", limitKey(deps.vault, email));
    if (!forAccount.ok) return forAccount;

    const { db, ids, keys } = deps;
    const user = await db.single.selectFrom("users").select("id").where("email", "=", email).executeTakeFirst();
    const id = user?.id ?? ids.publicId();
    const key = (await keys.find(id)) ?? randomBytes(32);
    const token = ids.token();
    // from the configured origin only: the Host header is the caller's claim [T-13]
    const link = `${deps.publicUrl}/reset-password/${encodeURIComponent(email)}/${token}`;
    const words = passwordResetMessage(link);
    await db.transaction("system", async (tx) => {
      await sql`savepoint link`.execute(tx);
      await replaceToken(tx, id, "reset", tokenHash(token), resetLinkMinutes * 60);
      const sealedBy = { keyId: id, key, requestId: null };
      await queueMessage(tx, { ...sealedBy, channel: "mail", kind: "password_reset", to: email, ...words }, ids);
      await writeAudit(tx, ids, { actorKind: "visitor", action: "password_reset_requested", objectId: id });
      await (user ? sql`release link` : sql`rollback to link`).execute(tx);
    });
    return ok({ result: user || deps.forgotPasswordNeutral ? "success" : texts.userDoesNotExist });
  };
}
