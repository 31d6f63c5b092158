import { recentSignInMinutes } from "@idanimo/contract/limits";
import { fail, ok, type Result } from "@idanimo/contract/problems";
import * as texts from "@idanimo/contract/texts";
import { sql } from "kysely";
import type { Caller } from "../../http/call.ts";
import type { AccountDeps } from "./deps.ts";

/**
 * Requires the password again before sign-in methods change; an account without one must have signed in recently.
 * Failures count against the account like those of a sign-in. [T-10]
 */
export async function reauthenticate(
  deps: Pick<AccountDeps, "db" | "limits" | "passwords">,
  caller: Caller,
  password: string | undefined,
): Promise<
  Result<void, "not_signed_in" | "incorrect_old_password" | "sign_in_again" | "too_many_requests" | "unavailable">
> {
  const row = await deps.db.single
    .selectFrom("users as u")
    .innerJoin("sign_ins as s", "s.user_id", "u.id")
    .select("u.password_hash")
    .select(sql<boolean>`s.created_at > product_now() - make_interval(mins => ${recentSignInMinutes})`.as("fresh"))
    .where("u.id", "=", caller.userId)
    .where("s.id", "=", caller.signInId)
    .executeTakeFirst();
  if (!row) return fail("not_signed_in", {}); // the account was closed since this call began
  if (row.password_hash === null) return row.fresh ? ok(undefined) : fail("sign_in_again", {});
  const attemptLimits = [
    ["login_account", `prove:${caller.userId}`],
    ["login_account_day", `prove:${caller.userId}`],
  ] as const;
  const allowed = await deps.limits.consumeAll(attemptLimits);
  if (!allowed.ok) return allowed;
  const right = await deps.passwords.matches(row.password_hash, password ?? "");
  if (!right.ok) return right;
  if (!right.value) return fail("incorrect_old_password", {}, { fields: { password: texts.incorrectPassword } });
  await deps.limits.refundAll(attemptLimits);
  return ok(undefined);
}
