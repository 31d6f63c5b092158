import type { OutputOf } from "@idanimo/contract/operation";
import type { changePassword } from "@idanimo/contract/passwords";
import { fail, ok } from "@idanimo/contract/problems";
import * as texts from "@idanimo/contract/texts";
import type { FastifyReply } from "fastify";
import { sql } from "kysely";
import type { Handler } from "../../../http/call.ts";
import { setSessionCookie, credentialKindOf } from "../../../http/cookies.ts";
import { tokenHash } from "../../../kernel/vault.ts";
import { revokeAllSessions } from "../claim-account.ts";
import type { AccountDeps } from "../deps.ts";
import { deviceTokenOf } from "../known-devices.ts";
import { rejectGuessablePassword } from "../guessable-passwords.ts";
import { deleteTokens } from "../mailed-token-store.ts";
import { reauthenticate } from "../reauthenticate.ts";
import { findAccountOwner, recordSecurityChange } from "../second-factor/account-owner.ts";
import { rotateSessionToken } from "../session-store.ts";

const incorrectOldPassword = fail(
  "incorrect_old_password",
  {},
  { fields: { oldPassword: texts.incorrectOldPassword } },
);

/**
 * Sets another password, ends all other sessions and gives this one a new token. An account without a password gets
 * its first one shortly after a sign-in. [T-10]
 */
export function replacePassword(deps: AccountDeps): Handler<typeof changePassword> {
  return async (input, caller, context) => {
    const before = await deps.db.single
      .selectFrom("users")
      .select("password_hash")
      .where("id", "=", caller.userId)
      .executeTakeFirst();
    const proved = await reauthenticate(deps, caller, input.oldPassword);
    if (!proved.ok) return proved.problem.code === "incorrect_old_password" ? incorrectOldPassword : proved;
    const owner = await findAccountOwner(deps, caller.userId);
    const guessable = await rejectGuessablePassword(input.newPassword, owner.email, "newPassword");
    if (!guessable.ok) return guessable;
    const hashed = await deps.passwords.hash(input.newPassword);
    if (!hashed.ok) return hashed;

    const token = deps.ids.token();
    const device = deviceTokenOf(context.cookies);
    return deps.db.transaction("system", async (tx) => {
      const set = await tx
        .updateTable("users")
        .set({ password_hash: hashed.value })
        .where("id", "=", owner.id)
        .where(sql<boolean>`password_hash is not distinct from ${before?.password_hash ?? null}`)
        .where(sql<boolean>`exists (select from sign_ins where id = ${caller.signInId} and ended_at is null)`)
        .returning("id")
        .executeTakeFirst();
      if (!set) return incorrectOldPassword; // it was changed, or this session ended, meanwhile
      const endsAt = await rotateSessionToken(tx, caller.signInId, tokenHash(token));
      if (!endsAt) throw new Error("replacePassword: the session has ended"); // rolls back the password change
      const keep = { signInId: caller.signInId, deviceHash: device === undefined ? undefined : tokenHash(device) };
      await revokeAllSessions(tx, owner.id, keep);
      await deleteTokens(tx, owner.id);
      await recordSecurityChange(tx, deps, owner, "password_changed");
      return ok({ result: "success", jwtToken: token, expirationDate: endsAt.toISOString() });
    });
  };
}

/** Sets a browser's cookie to its new token. */
export function setRenewedSessionCookie(response: OutputOf<typeof changePassword>, reply: FastifyReply): void {
  reply.header("cache-control", "no-store");
  if (credentialKindOf(reply.request) === "cookie")
    setSessionCookie(reply, response.jwtToken, new Date(response.expirationDate));
}
