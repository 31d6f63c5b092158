import type { OutputOf } from "@idanimo/contract/operation";
import type { changePassword } from "@idanimo/contract/passwords";
import { fail, ok } from "@idanimo/contract/problems";
import * as texts from "@idanimo/contract/texts";
import type { FastifyReply } from "fastify";
import { sql } from "kysely";
import type { Handler } from "../../../http/call.ts";
import { giveSignIn, kindOf } from "../../../http/cookies.ts";
import { tokenHash } from "../../../kernel/vault.ts";
import { endEverySignIn } from "../claim.ts";
import type { AccountDeps } from "../deps.ts";
import { deviceOf } from "../devices.ts";
import { refuseGuessable } from "../leaked-passwords.ts";
import { dropTokens } from "../mailed-token-store.ts";
import { proveAgain } from "../prove.ts";
import { findOwner, noteChange } from "../second-factor/owner.ts";
import { renewSignIn } from "../sign-in-store.ts";

const wrongOld = fail("incorrect_old_password", {}, { fields: { oldPassword: texts.incorrectOldPassword } });

/**
 * Sets another password: ends every other sign-in and gives this one a new token. An account without a password gets its first one
 * shortly after a sign-in. Source: A§3, T-10.
 */
export function change(deps: AccountDeps): Handler<typeof changePassword> {
  return async (input, caller, context) => {
    const before = await deps.db.single
      .selectFrom("users")
      .select("password_hash")
      .where("id", "=", caller.userId)
      .executeTakeFirst();
    const proved = await proveAgain(deps, caller, input.oldPassword);
    if (!proved.ok) return proved.problem.code === "incorrect_old_password" ? wrongOld : proved;
    const owner = await findOwner(deps, caller.userId);
    const guessable = await refuseGuessable(input.newPassword, owner.email, "newPassword");
    if (!guessable.ok) return guessable;
    const hashed = await deps.passwords.hash(input.newPassword);
    if (!hashed.ok) return hashed;

    const token = deps.ids.token();
    const device = deviceOf(context.cookies);
    return deps.db.transaction("system", async (tx) => {
      const set = await tx
        .updateTable("users")
        .set({ password_hash: hashed.value })
        .where("id", "=", owner.id)
        .where(sql<boolean>`password_hash is not distinct from ${before?.password_hash ?? null}`)
        .where(sql<boolean>`exists (select from sign_ins where id = ${caller.signInId} and ended_at is null)`)
        .returning("id")
        .executeTakeFirst();
      if (!set) return wrongOld; // it was changed, or this sign-in ended, meanwhile
      const endsAt = await renewSignIn(tx, caller.signInId, tokenHash(token));
      if (!endsAt) throw new Error("change: the sign-in ended in between"); // and so the password stays
      const keep = { signInId: caller.signInId, deviceHash: device === undefined ? undefined : tokenHash(device) };
      await endEverySignIn(tx, owner.id, keep);
      await dropTokens(tx, owner.id);
      await noteChange(tx, deps, owner, "password_changed");
      return ok({ result: "success", jwtToken: token, expirationDate: endsAt.toISOString() });
    });
  };
}

/** Gives a browser its renewed sign-in. */
export function keepRenewed(answer: OutputOf<typeof changePassword>, reply: FastifyReply): void {
  reply.header("cache-control", "no-store");
  if (kindOf(reply.request) === "cookie") giveSignIn(reply, answer.jwtToken, new Date(answer.expirationDate));
}
