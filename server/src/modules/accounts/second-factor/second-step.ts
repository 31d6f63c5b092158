import { fail, ok } from "@idanimo/contract/problems";
import type { secondFactor, security } from "@idanimo/contract/second-factor";
import type { Handler } from "../../../http/call.ts";
import { ticketCookieName } from "../../../http/cookies.ts";
import { tokenHash } from "../../../kernel/vault.ts";
import type { AccountDeps } from "../deps.ts";
import { completeSignIn } from "../use-cases/complete-sign-in.ts";
import { consumeSecondFactorCode } from "./codes.ts";
import { findAccountOwner, queueSecurityChangeEmail } from "./account-owner.ts";
import { listPasskeys } from "./passkey-store.ts";
import * as store from "./store.ts";

/** Completes the second step of a sign-in. The fifth wrong code ends the ticket and emails the owner. */
export function completeSecondStep(deps: AccountDeps): Handler<typeof secondFactor> {
  return async (input, _caller, context) => {
    const fromAddress = await deps.limits.consume("login_address", context.ip);
    if (!fromAddress.ok) return fromAddress;
    const ticket = input.ticket ?? context.cookies[ticketCookieName];
    if (ticket === undefined) return fail("second_factor_ended", {});
    const hash = tokenHash(ticket);
    const tried = await store.countTicketAttempt(deps.db.single, hash);
    if (!tried) return fail("second_factor_ended", {});
    const right = await consumeSecondFactorCode(deps, tried.userId, input.code);
    if (!right.ok) {
      if (tried.triesLeft > 0 || right.problem.code !== "second_factor_wrong") return right;
      await warnOfGuessedCodes(deps, tried.userId);
      return fail("second_factor_ended", {});
    }
    const user = await completeSignIn(deps, tried.userId, context, { consume: (tx) => store.consumeTicket(tx, hash) });
    if (!user) return fail("second_factor_ended", {}); // a concurrent call was first
    await deps.limits.refund("login_address", context.ip); // only failures count: many people share an address
    return ok(user);
  };
}

/** Emails the owner that the first step succeeded without the second, a few times a day at most. */
async function warnOfGuessedCodes(deps: AccountDeps, userId: string): Promise<void> {
  const allowed = await deps.limits.consume("code_destination", `second_step:${userId}`);
  if (!allowed.ok) return;
  const owner = await findAccountOwner(deps, userId);
  await deps.db.transaction("system", (tx) => queueSecurityChangeEmail(tx, deps, owner, "codes_guessed"));
}

/** The account's sign-in methods, for the profile. */
export function readSecurity(deps: Pick<AccountDeps, "db">): Handler<typeof security> {
  return async (_input, caller) => {
    const [ways, passkeys] = await Promise.all([
      store.findSignInMethods(deps.db.single, caller.userId),
      listPasskeys(deps.db.single, caller.userId),
    ]);
    if (!ways) return fail("not_signed_in", {});
    const shown = passkeys.map(({ id, name, created_at, last_used_at }) => ({
      id,
      name,
      createdAt: created_at.toISOString(),
      lastUsedAt: last_used_at?.toISOString() ?? null,
    }));
    return ok({ ...ways, passkeys: shown });
  };
}
