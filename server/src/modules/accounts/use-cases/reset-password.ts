import { resetLinkMinutes } from "@idanimo/contract/limits";
import { openReset, type resetPassword } from "@idanimo/contract/passwords";
import { fail, ok } from "@idanimo/contract/problems";
import * as texts from "@idanimo/contract/texts";
import type { FastifyReply } from "fastify";
import * as z from "zod/mini";
import type { CallContext, Handler } from "../../../http/call.ts";
import { setResetCookie, credentialKindOf, resetCookieName, clearResetCookie } from "../../../http/cookies.ts";
import { tokenHash } from "../../../kernel/vault.ts";
import { claimAccount, revokeAllSessions } from "../claim-account.ts";
import { type AccountDeps, limitKey } from "../deps.ts";
import { refreshDeviceCookie, rememberDevice } from "../known-devices.ts";
import { rejectGuessablePassword } from "../guessable-passwords.ts";
import { deleteTokens, findTokenOwner, consumeToken, type TokenOwner } from "../mailed-token-store.ts";
import { findAccountOwner, recordSecurityChange } from "../second-factor/account-owner.ts";

const resetTokenBody = z.object({ token: z.optional(z.string()) });

/**
 * The owner of a link, by the token of the call or of the cookie; undefined if it has ended or is another
 * address's.
 */
async function findLinkOwner(
  deps: AccountDeps,
  token: string | undefined,
  email: string | undefined,
  context: CallContext,
): Promise<(TokenOwner & { readonly token: string; readonly hash: Buffer }) | undefined> {
  const given = token ?? context.cookies[resetCookieName];
  if (given === undefined || given === "") return undefined;
  const hash = tokenHash(given);
  const owner = await findTokenOwner(deps.db.single, "reset", hash);
  // the token alone identifies the user; with another email address it is rejected [T-13]
  const fits = email === undefined ? token === undefined : owner?.email === email.toLowerCase();
  return owner && fits ? { ...owner, token: given, hash } : undefined;
}

/**
 * Whether an emailed link is still valid. Consumes nothing, so a mail scanner that opens it does no harm. [T-12]
 */
export function checkResetLink(deps: AccountDeps): Handler<typeof openReset> {
  return async (input, _caller, context) => {
    const owner = await findLinkOwner(deps, input.token, input.email, context);
    return owner ? ok({ email: owner.email }) : fail("invalid_reset_link", {});
  };
}

/** Moves the token of a valid link into its cookie, so that the page can remove it from the URL. */
export function moveResetTokenToCookie(_value: unknown, reply: FastifyReply): void {
  reply.header("cache-control", "no-store");
  const sent = z.safeParse(openReset.input, reply.request.body);
  if (sent.success && sent.data.token !== undefined) setResetCookie(reply, sent.data.token, resetLinkMinutes);
}

/**
 * Sets a new password by an emailed link, once, and ends all sessions. The link confirms the address, so an account
 * whose address was never confirmed is claimed for its owner. [C-02 F-01 T-12 T-13 T-15]
 */
export function resetForgottenPassword(deps: AccountDeps): Handler<typeof resetPassword> {
  return async (input, _caller, context) => {
    const fromAddress = await deps.limits.consume("code_address", context.ip);
    if (!fromAddress.ok) return fromAddress;
    const password = input.newPassword ?? input.newpassword;
    if (password === undefined) return fail("bad_input", {}, { fields: { newPassword: texts.passwordRequired } });
    const others = [input.newPassword, input.newpassword, input.confirmpassword];
    if (others.some((other) => other !== undefined && other !== password))
      return fail("bad_input", {}, { fields: { confirmpassword: texts.passwordsDiffer } });

    const link = await findLinkOwner(deps, input.token, input.email, context);
    if (!link) return fail("invalid_reset_link", {}); // before the costly hash
    const guessable = await rejectGuessablePassword(password, link.email, "newPassword");
    if (!guessable.ok) return guessable;
    const hashed = await deps.passwords.hash(password);
    if (!hashed.ok) return hashed;
    const owner = await findAccountOwner(deps, link.userId);
    const done = await deps.db.transaction("system", async (tx) => {
      if ((await consumeToken(tx, "reset", link.hash)) === undefined) return false; // a concurrent call was first
      await claimAccount(tx, deps.ids, owner.id);
      await tx.updateTable("users").set({ password_hash: hashed.value }).where("id", "=", owner.id).execute();
      await revokeAllSessions(tx, owner.id);
      await deleteTokens(tx, owner.id);
      await rememberDevice(tx, owner.id, context, link.token);
      await recordSecurityChange(tx, deps, owner, "password_changed");
      return true;
    });
    if (!done) return fail("invalid_reset_link", {});
    // earlier and later guesses must not lock the owner out of the new password
    await deps.limits.resetAll([
      ["login_account", limitKey(deps.vault, owner.email)],
      ["login_account_day", limitKey(deps.vault, owner.email)],
    ]);
    return ok({ result: "success" });
  };
}

/** Clears the link's cookie; the account knows this browser from now on. */
export function clearResetToken(_value: unknown, reply: FastifyReply): void {
  const sent = z.safeParse(resetTokenBody, reply.request.body);
  const token = (sent.success ? sent.data.token : undefined) ?? reply.request.cookies[resetCookieName];
  if (token !== undefined && credentialKindOf(reply.request) === "cookie") refreshDeviceCookie(reply, token);
  clearResetCookie(reply);
}
