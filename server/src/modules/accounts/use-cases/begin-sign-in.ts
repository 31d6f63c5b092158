import type { loginAnswer, signedInUser } from "@idanimo/contract/accounts";
import { secondFactorMinutes, secondFactorTries } from "@idanimo/contract/limits";
import type { FastifyReply } from "fastify";
import type * as z from "zod/mini";
import { fromNow, type Tx } from "../../../database/database.ts";
import type { CallContext } from "../../../http/call.ts";
import { giveSignIn, isShared, kindOf } from "../../../http/cookies.ts";
import { tokenHash } from "../../../kernel/vault.ts";
import { keepPush } from "../../notifications/index.ts";
import type { AccountDeps } from "../deps.ts";
import { keepDevice, namesOf, tellOfSignIn } from "../devices.ts";
import { beginInStore, endSignIns, holdAccount, markShared } from "../sign-in-store.ts";

export type LoginAnswer = z.output<typeof loginAnswer>;
export type SignedInUser = z.output<typeof signedInUser>;
type BeginDeps = Pick<AccountDeps, "db" | "ids" | "push">;

/** What came with a way of signing in besides whose it is. */
export type SignInExtras = {
  /** What the password was compared with: when it was changed meanwhile, nobody is signed in. Source: T-10. */
  readonly comparedWith?: string | null;
  /** The JSON of a push subscription, as clients name their device. Anything else names none. */
  readonly deviceToken?: string | null | undefined;
  /** Uses up what let them in, while nobody can take the account away; false signs nobody in. Source: T-15. */
  readonly spend?: (tx: Tx) => Promise<boolean>;
};

/**
 * What follows a right password or a provider's word: a sign-in, or a ticket where the account asks for a second step; undefined
 * when the password was changed while it was compared.
 */
export async function answerSignIn(
  deps: BeginDeps,
  userId: string,
  context: CallContext,
  extras: SignInExtras = {},
): Promise<LoginAnswer | undefined> {
  const begun = await begin(deps, userId, context, extras, false);
  return begun === "second_step" ? giveTicketTo(deps, userId) : begun;
}

/** A whole sign-in: the second step was done, or a passkey needs none; undefined when what let them in was used or taken away. */
export async function beginSignIn(
  deps: BeginDeps,
  userId: string,
  context: CallContext,
  extras: SignInExtras & Required<Pick<SignInExtras, "spend">>,
): Promise<SignedInUser | undefined> {
  const begun = await begin(deps, userId, context, extras, true);
  if (begun === "second_step") throw new Error("beginSignIn: a second step was asked for twice");
  return begun;
}

async function giveTicketTo(deps: BeginDeps, userId: string): Promise<LoginAnswer> {
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
async function begin(
  deps: BeginDeps,
  userId: string,
  context: CallContext,
  extras: SignInExtras,
  secondStepDone: boolean,
): Promise<SignedInUser | "second_step" | undefined> {
  const token = deps.ids.token();
  const { push } = deps;
  const { token: before } = context;
  const { deviceToken, spend } = extras;
  const signIn = {
    id: deps.ids.open(),
    userId,
    tokenHash: tokenHash(token),
    kind: context.kind,
    device: context.device,
    ...namesOf(context, token),
    auditId: deps.ids.row(),
    secondStepDone,
    comparedWith: extras.comparedWith ?? null,
    shared: context.kind === "cookie" && isShared(context.cookies),
  };
  const alone = before === undefined && !deviceToken && !spend && !signIn.shared; // as nearly always: then it is one statement
  const user = alone
    ? await beginInStore(deps.db.single, signIn)
    : await deps.db.transaction("system", async (tx) => {
        if (spend) {
          await holdAccount(tx, userId);
          if (!(await spend(tx))) return undefined;
        }
        const begun = await beginInStore(tx, signIn);
        if (begun?.outcome !== "signed_in") return begun;
        if (signIn.shared) await markShared(tx, signIn.id);
        if (before !== undefined) await endSignIns(tx, { tokenHash: tokenHash(before) });
        if (deviceToken && !signIn.shared)
          await keepPush(tx, push, { ownerId: userId, signInId: signIn.id }, deviceToken);
        return begun;
      });
  if (user?.outcome === "second_step") return "second_step";
  if (user?.outcome !== "signed_in") return undefined;
  if (user.is_new) await tellOfSignIn(deps, signIn);
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
