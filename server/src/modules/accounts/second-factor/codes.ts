import { recoveryCodeCount } from "@idanimo/contract/limits";
import { fail, ok, type Result } from "@idanimo/contract/problems";
import type { Tx } from "../../../database/database.ts";
import { seal, unseal } from "../../../kernel/vault.ts";
import type { AccountDeps } from "../deps.ts";
import { findOwner, noteChange } from "./owner.ts";
import { recoveryAlphabet, recoveryLetters, shownRecoveryCode, typedCode } from "./rules.ts";
import * as store from "./store.ts";
import { stepOfCode } from "./totp.ts";

type CodeDeps = Pick<AccountDeps, "db" | "ids" | "keys" | "limits" | "publicUrl" | "vault">;

const placeOf = (userId: string) => ({ table: "users", id: userId, field: "totp_sealed" });

/** An authenticator's secret as it is kept: only the account's own key opens it. */
export const sealSecret = (key: Buffer, userId: string, secret: Buffer) => seal(key, secret, placeOf(userId));
export const openSecret = (key: Buffer, userId: string, sealed: Buffer) => unseal(key, sealed, placeOf(userId));

/**
 * Spends a code of the account's authenticator or one of its recovery codes. Wrong codes of six digits count against the account, not
 * only against one ticket: whoever has the password could ask for ticket after ticket (T-02). Recovery codes are beyond guessing, so
 * with one of them the owner gets in while somebody guesses (T-06).
 */
export async function spendCode(
  deps: CodeDeps,
  userId: string,
  typed: string,
): Promise<Result<void, "second_factor_wrong" | "too_many_requests">> {
  const { kind, code } = typedCode(typed);
  if (kind === "recovery")
    return (await spendRecovery(deps, userId, code)) ? ok(undefined) : fail("second_factor_wrong", {});
  const allowed = await takeCodeTry(deps, userId);
  if (!allowed.ok) return allowed;
  if (!(await spendTotp(deps, userId, code))) return fail("second_factor_wrong", {});
  await giveCodeTryBack(deps, userId);
  return ok(undefined);
}

const tryKeys = (userId: string) =>
  [
    ["login_account", `second_step:${userId}`],
    ["login_account_day", `second_step:${userId}`],
  ] as const;
export const takeCodeTry = (deps: Pick<AccountDeps, "limits">, userId: string) => deps.limits.takeAll(tryKeys(userId));
/** Only failures count. */
export const giveCodeTryBack = (deps: Pick<AccountDeps, "limits">, userId: string) =>
  deps.limits.giveBackAll(tryKeys(userId));

async function spendTotp(deps: CodeDeps, userId: string, code: string): Promise<boolean> {
  const [standing, key] = await Promise.all([store.findSecondStep(deps.db.single, userId), deps.keys.find(userId)]);
  if (!standing?.totpOn || !standing.totpSealed || !key) return false;
  const step = stepOfCode(openSecret(key, userId, standing.totpSealed), code, standing.nowMs);
  return step !== undefined && store.spendTotpStep(deps.db.single, userId, step);
}

async function spendRecovery(deps: CodeDeps, userId: string, code: string): Promise<boolean> {
  const owner = await findOwner(deps, userId);
  return deps.db.transaction("system", async (tx) => {
    if (!(await store.spendRecoveryCode(tx, userId, recoveryHash(deps, userId, code)))) return false;
    await noteChange(tx, deps, owner, "recovery_code_used");
    return true;
  });
}

/** Bound to its account and keyed with the pepper: a stolen table names no code (T-03). */
const recoveryHash = (deps: Pick<AccountDeps, "vault">, userId: string, code: string) =>
  deps.vault.codeHash("recovery", userId, code);

/** Ten new recovery codes in the place of all before. @returns them as they are shown, this once */
export async function newRecoveryCodes(
  tx: Tx,
  deps: Pick<AccountDeps, "ids" | "vault">,
  userId: string,
): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, () => deps.ids.letters(recoveryLetters, recoveryAlphabet));
  const hashes = codes.map((code) => recoveryHash(deps, userId, code));
  await store.replaceRecoveryCodes(tx, userId, hashes);
  return codes.map(shownRecoveryCode);
}
