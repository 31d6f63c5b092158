import type { loginResponse, signedInUser } from "@idanimo/contract/accounts";
import { secondFactorMinutes, secondFactorMaxAttempts } from "@idanimo/contract/limits";
import type { FastifyReply } from "fastify";
import type * as z from "zod/mini";
import { secondsFromNow, type Tx } from "../../../database/database.ts";
import type { CallContext } from "../../../http/call.ts";
import { setSessionCookie, isSharedComputer, credentialKindOf } from "../../../http/cookies.ts";
import { tokenHash } from "../../../kernel/vault.ts";
import { registerPushSubscription } from "../../notifications/index.ts";
import type { AccountDeps } from "../deps.ts";
import { refreshDeviceCookie, deviceHashesOf, notifyNewSignIn } from "../known-devices.ts";
import { insertSession, revokeSessions, lockAccountForShare, markSessionShared } from "../session-store.ts";

export type LoginResponse = z.output<typeof loginResponse>;
export type SignedInUser = z.output<typeof signedInUser>;
type SignInDeps = Pick<AccountDeps, "db" | "ids" | "push">;

/** Details of a sign-in besides its account. */
export type SignInOptions = {
  /** The hash that the password matched: if it was changed meanwhile, the sign-in is rejected. [T-10] */
  readonly comparedWith?: string | null;
  /** The JSON of a push subscription. Any other text registers no device. */
  readonly deviceToken?: string | null | undefined;
  /**
   * Consumes what was used to sign in, while the account is locked against claims; false rejects the sign-in.
   * [T-15]
   */
  readonly consume?: (tx: Tx) => Promise<boolean>;
};

/**
 * Completes a correct password or a provider's token: returns a session, or a ticket if the account requires a
 * second step; undefined if the password was changed meanwhile.
 */
export async function completeFirstFactor(
  deps: SignInDeps,
  userId: string,
  context: CallContext,
  extras: SignInOptions = {},
): Promise<LoginResponse | undefined> {
  const begun = await startSession(deps, userId, context, extras, false);
  return begun === "second_step" ? issueTicket(deps, userId) : begun;
}

/**
 * Starts a session after the second step, or with a passkey, which needs none; undefined if the code or passkey was
 * consumed or removed meanwhile.
 */
export async function completeSignIn(
  deps: SignInDeps,
  userId: string,
  context: CallContext,
  extras: SignInOptions & Required<Pick<SignInOptions, "consume">>,
): Promise<SignedInUser | undefined> {
  const begun = await startSession(deps, userId, context, extras, true);
  if (begun === "second_step") throw new Error("completeSignIn: a second step is required again");
  return begun;
}

async function issueTicket(deps: SignInDeps, userId: string): Promise<LoginResponse> {
  const ticket = deps.ids.token();
  const row = await deps.db.single
    .insertInto("sign_in_tickets")
    .values({
      token_hash: tokenHash(ticket),
      user_id: userId,
      attempts_left: secondFactorMaxAttempts,
      ends_at: secondsFromNow(secondFactorMinutes * 60),
      used_at: null,
    })
    .returning("ends_at")
    .executeTakeFirstOrThrow();
  return { secondFactor: true, ticket, expirationDate: row.ends_at.toISOString() };
}

/** Starts a session with a new token; the browser's previous session ends. [T-10] */
async function startSession(
  deps: SignInDeps,
  userId: string,
  context: CallContext,
  extras: SignInOptions,
  secondStepDone: boolean,
): Promise<SignedInUser | "second_step" | undefined> {
  const token = deps.ids.token();
  const { push } = deps;
  const { token: previousToken } = context;
  const { deviceToken, consume: spend } = extras;
  const signIn = {
    id: deps.ids.publicId(),
    userId,
    tokenHash: tokenHash(token),
    kind: context.kind,
    device: context.device,
    ...deviceHashesOf(context, token),
    auditId: deps.ids.rowId(),
    secondStepDone,
    comparedWith: extras.comparedWith ?? null,
    shared: context.kind === "cookie" && isSharedComputer(context.cookies),
  };
  const isSingleStatement = previousToken === undefined && !deviceToken && !spend && !signIn.shared; // the usual case
  const user = isSingleStatement
    ? await insertSession(deps.db.single, signIn)
    : await deps.db.transaction("system", async (tx) => {
        if (spend) {
          await lockAccountForShare(tx, userId);
          if (!(await spend(tx))) return undefined;
        }
        const begun = await insertSession(tx, signIn);
        if (begun?.outcome !== "signed_in") return begun;
        if (signIn.shared) await markSessionShared(tx, signIn.id);
        if (previousToken !== undefined) await revokeSessions(tx, { tokenHash: tokenHash(previousToken) });
        if (deviceToken && !signIn.shared)
          await registerPushSubscription(tx, push, { ownerId: userId, signInId: signIn.id }, deviceToken);
        return begun;
      });
  if (user?.outcome === "second_step") return "second_step";
  if (user?.outcome !== "signed_in") return undefined;
  if (user.is_new) await notifyNewSignIn(deps, signIn);
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

/** Sets the session and device cookies after a sign-in by any method, and prevents caching. */
export function setSignInCookies(response: LoginResponse, reply: FastifyReply): void {
  reply.header("cache-control", "no-store");
  if ("jwtToken" in response && credentialKindOf(reply.request) === "cookie") {
    setSessionCookie(reply, response.jwtToken, new Date(response.expirationDate));
    refreshDeviceCookie(reply, response.jwtToken);
  }
}
