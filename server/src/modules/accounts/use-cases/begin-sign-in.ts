import type { loginAnswer, signedInUser } from "@idanimo/contract/accounts";
import { secondFactorMinutes, secondFactorTries } from "@idanimo/contract/limits";
import type { FastifyReply } from "fastify";
import type * as z from "zod/mini";
import { fromNow } from "../../../database/database.ts";
import type { CallContext } from "../../../http/call.ts";
import { giveSignIn, kindOf } from "../../../http/cookies.ts";
import { tokenHash } from "../../../kernel/vault.ts";
import { writeAudit } from "../../audit/index.ts";
import type { AccountDeps } from "../deps.ts";
import { keepDevice, meetDevice } from "../devices.ts";
import { endSignIns, findProfile, hasSecondFactor, insertSignIn } from "../sign-in-store.ts";

export type LoginAnswer = z.output<typeof loginAnswer>;
export type SignedInUser = z.output<typeof signedInUser>;
type BeginDeps = Pick<AccountDeps, "db" | "ids">;

/**
 * What follows a right password or a provider's word: a sign-in, or a ticket where the account asks for a second step. A passkey
 * needs none and goes to `beginSignIn` directly.
 */
export async function answerSignIn(deps: BeginDeps, userId: string, context: CallContext): Promise<LoginAnswer> {
  if (!(await hasSecondFactor(deps.db.single, userId))) return beginSignIn(deps, userId, context);
  const ticket = deps.ids.token();
  const row = await deps.db.single
    .insertInto("sign_in_tickets")
    .values({
      token_hash: tokenHash(ticket),
      user_id: userId,
      tries_left: secondFactorTries,
      ends_at: fromNow(secondFactorMinutes * 60),
      used_at: null,
    })
    .returning("ends_at")
    .executeTakeFirstOrThrow();
  return { secondFactor: true, ticket, expirationDate: row.ends_at.toISOString() };
}

/** A new token with every sign-in; the one this browser had before ends with it (T-10). */
export async function beginSignIn(deps: BeginDeps, userId: string, context: CallContext): Promise<SignedInUser> {
  const token = deps.ids.token();
  const id = deps.ids.open();
  await deps.db.transaction("system", async (tx) => {
    if (context.token !== undefined) await endSignIns(tx, { tokenHash: tokenHash(context.token) });
    await insertSignIn(tx, { id, userId, tokenHash: tokenHash(token), kind: context.kind, device: context.device });
    await meetDevice(tx, deps, { id, userId }, context, token);
    await writeAudit(tx, deps.ids, { actorKind: "user", actorId: userId, action: "signed_in", objectId: id });
  });
  const user = await findProfile(deps.db, userId, id);
  if (!user) throw new Error("beginSignIn: the account is gone");
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

/**
 * Gives a browser its sign-in with the answer of any way in, and the name by which the account knows it from then on; keeps the
 * answer out of every cache.
 */
export function keepSignInCookie(answer: LoginAnswer, reply: FastifyReply): void {
  reply.header("cache-control", "no-store");
  if ("jwtToken" in answer && kindOf(reply.request) === "cookie") {
    giveSignIn(reply, answer.jwtToken, new Date(answer.expirationDate));
    keepDevice(reply, answer.jwtToken);
  }
}
