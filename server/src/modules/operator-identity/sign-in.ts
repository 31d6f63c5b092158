import { fail, ok, type Result } from "@idanimo/contract/problems";
import type { Tx } from "../../database/database.ts";
import { tokenHash } from "../../kernel/vault.ts";
import { findTotpStep, limitKey, parseTypedCode } from "../accounts/index.ts";
import { writeAudit } from "../audit/index.ts";
import type { OperatorIdentityDeps } from "./deps.ts";
import { tellOwners } from "./owner-mails.ts";
import { browserFamily } from "./rules.ts";
import { hashOperatorRecoveryCode, unsealOperatorTotp } from "./secrets.ts";
import * as store from "./store.ts";

/** Limits of wrong passwords and codes, per operator and address; both count before the costly check. [T-06] */
const attemptLimits = (subject: string) =>
  [
    ["login_account", `operator:${subject}`],
    ["login_account_day", `operator:${subject}`],
  ] as const;

/**
 * Checks email and password. The response, its time and its limits are the same for an unknown email.
 * @returns a ticket for the second step; it signs no one in
 */
export async function checkOperatorPassword(
  deps: OperatorIdentityDeps,
  { email, password, ip }: { readonly email: string; readonly password: string; readonly ip: string },
): Promise<Result<{ readonly ticket: string }, "incorrect_credentials" | "too_many_requests" | "unavailable">> {
  const fromAddress = await deps.limits.consume("login_address", `operator:${ip}`);
  if (!fromAddress.ok) return fromAddress;
  const limits = attemptLimits(limitKey(deps.vault, email.toLowerCase()));
  const allowed = await deps.limits.consumeAll(limits);
  if (!allowed.ok) return allowed;
  const operator = await store.findOperatorByEmail(deps.db.single, email.toLowerCase());
  const isActive = operator?.state === "active";
  const right = await deps.passwords.matches(isActive ? operator.password_hash : null, password);
  if (!right.ok) return right;
  if (!right.value || !operator) {
    await recordFailure(deps, operator?.id, "password");
    return fail("incorrect_credentials", {});
  }
  await deps.limits.refundAll(limits);
  const ticket = deps.ids.token();
  await store.insertTicket(deps.db.single, operator.id, tokenHash(ticket));
  return ok({ ticket });
}

/** Completes a sign-in with a code of the authenticator, or a recovery code. @returns the session token */
export async function completeOperatorSignIn(
  deps: OperatorIdentityDeps,
  given: { readonly ticket: string; readonly code: string; readonly userAgent: string },
): Promise<Result<{ readonly token: string }, "second_factor_wrong" | "second_factor_ended" | "too_many_requests">> {
  const ticketHash = tokenHash(given.ticket);
  const holder = await store.takeTicketAttempt(deps.db.single, ticketHash);
  if (!holder) return fail("second_factor_ended", {});
  // the password gives any number of tickets, so wrong codes count against the operator too [T-02]
  const limits = attemptLimits(`code:${holder.id}`);
  const allowed = await deps.limits.consumeAll(limits);
  if (!allowed.ok) return allowed;
  const token = await deps.db.transaction("system", async (tx) => {
    if (!(await consumeCode(deps, tx, holder, given.code))) return undefined;
    if (!(await store.spendTicket(tx, ticketHash))) return undefined;
    return openSignIn(tx, deps, holder.id, given.userAgent);
  });
  if (token === undefined) {
    await recordFailure(deps, holder.id, "second step");
    return fail("second_factor_wrong", {});
  }
  await deps.limits.refundAll(limits);
  return ok({ token });
}

/** Opens a sign-in of this browser, with its audit row. @returns its token */
export async function openSignIn(
  tx: Tx,
  { ids }: Pick<OperatorIdentityDeps, "ids">,
  operatorId: string,
  userAgent: string,
): Promise<string> {
  const [id, token] = [ids.publicId(), ids.token()];
  const browser = browserFamily(userAgent);
  await store.insertSignIn(tx, { id, operatorId, tokenHash: tokenHash(token), browser });
  await writeAudit(tx, ids, {
    actorKind: "operator",
    actorId: operatorId,
    action: "operator_signed_in",
    objectId: operatorId,
    reason: browser,
  });
  const operator = await store.findOperator(tx, operatorId);
  await tellOwners(tx, { kind: "signed_in", name: operator?.name ?? "", detail: browser }, id);
  return token;
}

async function consumeCode(
  { vault }: OperatorIdentityDeps,
  tx: Parameters<typeof store.consumeTotpStep>[0],
  { id, totpSealed, nowMs }: store.TicketHolder,
  typed: string,
): Promise<boolean> {
  const { kind, code } = parseTypedCode(typed);
  if (kind === "recovery") return store.consumeRecoveryCode(tx, id, hashOperatorRecoveryCode(vault, id, code));
  if (!totpSealed) return false;
  const step = findTotpStep(unsealOperatorTotp(vault, id, totpSealed), code, nowMs);
  return step !== undefined && store.consumeTotpStep(tx, id, step);
}

/** A failed attempt is in the audit log, without the email that was typed. */
export async function recordFailure({ db, ids }: OperatorIdentityDeps, operatorId: string | undefined, what: string) {
  await db.transaction("system", async (tx) => {
    await writeAudit(tx, ids, {
      actorKind: "visitor",
      action: "operator_sign_in_failed",
      ...(operatorId !== undefined && { objectId: operatorId }),
      reason: what,
    });
    const operator = operatorId === undefined ? undefined : await store.findOperator(tx, operatorId);
    const event = { kind: "sign_in_failed", name: operator?.name ?? "", detail: what } as const;
    await tellOwners(tx, event, `failed:${operatorId ?? "unknown"}`);
  });
}

/** Finds the operator of a session token; undefined if it has ended or comes from another browser. */
export const identifyOperator = (
  { db }: Pick<OperatorIdentityDeps, "db">,
  token: string,
  { userAgent, isActivity }: { readonly userAgent: string; readonly isActivity: boolean },
): Promise<store.SignedInOperator | undefined> =>
  store.findSignedInOperator(db.single, {
    tokenHash: tokenHash(token),
    browser: browserFamily(userAgent),
    isActivity,
  });

export async function signOutOperator(
  { db, ids }: Pick<OperatorIdentityDeps, "db" | "ids">,
  operator: store.SignedInOperator,
): Promise<void> {
  await db.transaction("system", async (tx) => {
    await store.endSignIn(tx, operator.signInId);
    await writeAudit(tx, ids, {
      actorKind: "operator",
      actorId: operator.id,
      action: "operator_signed_out",
      objectId: operator.id,
    });
  });
}
