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

/** An authenticator's secret as it is kept: only the account's own key opens it. */
export const sealTotpSecret = (key: Buffer, userId: string, secret: Buffer) => seal(key, secret, sealContextOf(userId));
export const unsealTotpSecret = (key: Buffer, userId: string, sealed: Buffer) =>
  unseal(key, sealed, sealContextOf(userId));

/**
 * Spends a code of the account's authenticator or one of its recovery codes. Wrong codes of six digits count against the account, not
 * only against one ticket: whoever has the password could ask for ticket after ticket (T-02). Recovery codes are beyond guessing, so
 * with one of them the owner gets in while somebody guesses (T-06).
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
/** Only failures count. */
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

/** Bound to its account and keyed with the pepper: a stolen table names no code (T-03). */
const hashRecoveryCode = (deps: Pick<AccountDeps, "vault">, userId: string, code: string) =>
  deps.vault.codeHash("recovery", userId, code);

/** Ten new recovery codes in the place of all before. @returns them as they are shown, this once */
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
