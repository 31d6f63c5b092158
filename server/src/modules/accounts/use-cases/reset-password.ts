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

/** Whose link it is, by the token of the call or the cookie; undefined where the link has ended or is another mailbox's. */
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
  // the token alone says whose it is; an address that somebody changed makes it worth nothing (T-13)
  const fits = email === undefined ? token === undefined : owner?.email === email.toLowerCase();
  return owner && fits ? { ...owner, token: given, hash } : undefined;
}

/** Whether a mailed link is still good. It uses nothing up, so a mail scanner that opens it harms nothing. Source: T-12. */
export function checkResetLink(deps: AccountDeps): Handler<typeof openReset> {
  return async (input, _caller, context) => {
    const owner = await findLinkOwner(deps, input.token, input.email, context);
    return owner ? ok({ email: owner.email }) : fail("invalid_reset_link", {});
  };
}

/** Moves the token of a good link into its cookie, so that it can leave the address. */
export function moveResetTokenToCookie(_value: unknown, reply: FastifyReply): void {
  reply.header("cache-control", "no-store");
  const sent = z.safeParse(openReset.input, reply.request.body);
  if (sent.success && sent.data.token !== undefined) setResetCookie(reply, sent.data.token, resetLinkMinutes);
}

/**
 * Sets a new password by a mailed link, once, and ends every sign-in. The link proves the mailbox: an account whose mailbox nobody
 * had proved becomes its owner's, and what its opener left in it goes. Source: A§7, C-02, F-01, T-12, T-13, T-15.
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
      if ((await consumeToken(tx, "reset", link.hash)) === undefined) return false; // another call was quicker
      await claimAccount(tx, deps.ids, owner.id);
      await tx.updateTable("users").set({ password_hash: hashed.value }).where("id", "=", owner.id).execute();
      await revokeAllSessions(tx, owner.id);
      await deleteTokens(tx, owner.id);
      await rememberDevice(tx, owner.id, context, link.token);
      await recordSecurityChange(tx, deps, owner, "password_changed");
      return true;
    });
    if (!done) return fail("invalid_reset_link", {});
    // whoever guessed at the old password does not shut the owner out with the new one, nor does who goes on guessing
    await deps.limits.resetAll([
      ["login_account", limitKey(deps.vault, owner.email)],
      ["login_account_day", limitKey(deps.vault, owner.email)],
    ]);
    return ok({ result: "success" });
  };
}

/** Takes the cookie of the link back; the browser it was opened in is known to the account from now on. */
export function clearResetToken(_value: unknown, reply: FastifyReply): void {
  const sent = z.safeParse(resetTokenBody, reply.request.body);
  const token = (sent.success ? sent.data.token : undefined) ?? reply.request.cookies[resetCookieName];
  if (token !== undefined && credentialKindOf(reply.request) === "cookie") refreshDeviceCookie(reply, token);
  clearResetCookie(reply);
}
