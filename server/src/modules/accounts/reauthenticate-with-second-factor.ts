import { fail, ok, type Result } from "@idanimo/contract/problems";
import type { Caller } from "../../http/call.ts";
import type { AccountDeps } from "./deps.ts";
import { reauthenticate } from "./reauthenticate.ts";
import { consumeSecondFactorCode } from "./second-factor/codes.ts";
import { findSecondFactorState } from "./second-factor/store.ts";

type Credentials = { readonly password?: string | undefined; readonly code?: string | undefined };
type ReauthenticationProblem =
  | "not_signed_in"
  | "incorrect_old_password"
  | "sign_in_again"
  | "second_factor_wrong"
  | "too_many_requests"
  | "unavailable";

/**
 * Requires the password and the second step again before an export or an account closure, so that a session left
 * open is not enough. [T-10]
 */
export async function reauthenticateWithSecondFactor(
  deps: AccountDeps,
  caller: Caller,
  { password, code }: Credentials,
): Promise<Result<void, ReauthenticationProblem>> {
  const proved = await reauthenticate(deps, caller, password);
  if (!proved.ok) return proved;
  const step = await findSecondFactorState(deps.db.single, caller.userId);
  if (!step?.totpOn) return ok(undefined);
  return code === undefined || code === ""
    ? fail("second_factor_wrong", {})
    : consumeSecondFactorCode(deps, caller.userId, code);
}
