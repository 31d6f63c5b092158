import { recoveryCodeCount } from "@idanimo/contract/limits";
import { fail, ok, type Result } from "@idanimo/contract/problems";
import type { Tx } from "../../../database/database.ts";
import { seal, unseal } from "../../../kernel/vault.ts";
import type { AccountDeps } from "../deps.ts";
import { findAccountOwner, recordSecurityChange } from "./account-owner.ts";
import { recoveryAlphabet, recoveryCodeLength, formatRecoveryCode, parseTypedCode } from "./rules.ts";
import * as store from "./store.ts";
import { findTotpStep } from "./totp.ts";

type CodeDeps = Pick<AccountDeps, "db" | "ids" | "keys" | "limits" | "publicUrl" | "vault">;

const sealContextOf = (userId: string) => ({ table: "users", id: userId, field: "totp_sealed" });

/** Seals an authenticator's secret with the account's own key. */
export const sealTotpSecret = (key: Buffer, userId: string, secret: Buffer) => seal(key, secret, sealContextOf(userId));
export const unsealTotpSecret = (key: Buffer, userId: string, sealed: Buffer) =>
  unseal(key, sealed, sealContextOf(userId));

/**
 * Consumes a code of the account's authenticator or one of its recovery codes. Wrong six-digit codes count against
 * the account, not only against one ticket, since the password gives any number of tickets [T-02]. Recovery codes
 * cannot be guessed, so they work while others guess [T-06].
 */
export async function consumeSecondFactorCode(
  deps: CodeDeps,
  userId: string,
  typed: string,
): Promise<Result<void, "second_factor_wrong" | "too_many_requests">> {
  const { kind, code } = parseTypedCode(typed);
  if (kind === "recovery")
    return (await redeemRecoveryCode(deps, userId, code)) ? ok(undefined) : fail("second_factor_wrong", {});
  const allowed = await countCodeAttempt(deps, userId);
  if (!allowed.ok) return allowed;
  if (!(await consumeTotpCode(deps, userId, code))) return fail("second_factor_wrong", {});
  await refundCodeAttempt(deps, userId);
  return ok(undefined);
}

const codeAttemptLimits = (userId: string) =>
  [
    ["login_account", `second_step:${userId}`],
    ["login_account_day", `second_step:${userId}`],
  ] as const;
export const countCodeAttempt = (deps: Pick<AccountDeps, "limits">, userId: string) =>
  deps.limits.consumeAll(codeAttemptLimits(userId));
/** Undoes the count of a correct code: only failures count. */
export const refundCodeAttempt = (deps: Pick<AccountDeps, "limits">, userId: string) =>
  deps.limits.refundAll(codeAttemptLimits(userId));

async function consumeTotpCode(deps: CodeDeps, userId: string, code: string): Promise<boolean> {
  const [secondFactor, key] = await Promise.all([
    store.findSecondFactorState(deps.db.single, userId),
    deps.keys.find(userId),
  ]);
  if (!secondFactor?.totpOn || !secondFactor.totpSealed || !key) return false;
  const step = findTotpStep(unsealTotpSecret(key, userId, secondFactor.totpSealed), code, secondFactor.nowMs);
  return step !== undefined && store.consumeTotpStep(deps.db.single, userId, step);
}

async function redeemRecoveryCode(deps: CodeDeps, userId: string, code: string): Promise<boolean> {
  const owner = await findAccountOwner(deps, userId);
  return deps.db.transaction("system", async (tx) => {
    if (!(await store.consumeRecoveryCode(tx, userId, hashRecoveryCode(deps, userId, code)))) return false;
    await recordSecurityChange(tx, deps, owner, "recovery_code_used");
    return true;
  });
}

/** Bound to its account and keyed with the pepper, so a stolen table reveals no code. [T-03] */
const hashRecoveryCode = (deps: Pick<AccountDeps, "vault">, userId: string, code: string) =>
  deps.vault.codeHash("recovery", userId, code);

/** Replaces all recovery codes with ten new ones. @returns them as shown, this once */
export async function issueRecoveryCodes(
  tx: Tx,
  deps: Pick<AccountDeps, "ids" | "vault">,
  userId: string,
): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, () => deps.ids.letters(recoveryCodeLength, recoveryAlphabet));
  const hashes = codes.map((code) => hashRecoveryCode(deps, userId, code));
  await store.replaceRecoveryCodes(tx, userId, hashes);
  return codes.map(formatRecoveryCode);
}
