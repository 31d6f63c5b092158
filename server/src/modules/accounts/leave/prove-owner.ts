import { fail, ok, type Result } from "@idanimo/contract/problems";
import type { Caller } from "../../../http/call.ts";
import type { AccountDeps } from "../deps.ts";
import { proveAgain } from "../prove.ts";
import { spendCode } from "../second-factor/codes.ts";
import { findSecondStep } from "../second-factor/store.ts";

type Proof = { readonly password?: string | undefined; readonly code?: string | undefined };
type ProofRefusal =
  | "not_signed_in"
  | "incorrect_old_password"
  | "sign_in_again"
  | "second_factor_wrong"
  | "too_many_requests"
  | "unavailable";

/**
 * Makes sure that it is the owner who takes everything, or leaves: all that signing in asks for is asked again, so that a session left
 * open in a shop is not enough. Source: T-10.
 */
export async function proveOwner(
  deps: AccountDeps,
  caller: Caller,
  { password, code }: Proof,
): Promise<Result<void, ProofRefusal>> {
  const proved = await proveAgain(deps, caller, password);
  if (!proved.ok) return proved;
  const step = await findSecondStep(deps.db.single, caller.userId);
  if (!step?.totpOn) return ok(undefined);
  return code === undefined || code === "" ? fail("second_factor_wrong", {}) : spendCode(deps, caller.userId, code);
}
