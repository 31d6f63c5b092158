import type { createApiKey } from "@idanimo/contract/developers/keys";
import type { InputOf } from "@idanimo/contract/operation";
import { fail } from "@idanimo/contract/problems";
import type { Caller } from "../../../http/call.ts";
import { reauthenticateWithPasskey, reauthenticateWithSecondFactor } from "../../accounts/index.ts";
import type { DeveloperDeps } from "../deps.ts";

type Proof = Pick<InputOf<typeof createApiKey>, "password" | "code" | "passkey">;

/** Requires the password or a passkey again, so that a session left open creates no secret. [DP-01] */
export async function confirmAgain(
  { accounts }: Pick<DeveloperDeps, "accounts">,
  caller: Caller,
  { password, code, passkey }: Proof,
) {
  if (passkey) return reauthenticateWithPasskey(accounts, caller, passkey);
  const proved = await reauthenticateWithSecondFactor(accounts, caller, { password, code });
  const isMissing = !proved.ok && password === undefined && proved.problem.code === "incorrect_old_password";
  return isMissing ? fail("proof_needed", {}) : proved;
}
