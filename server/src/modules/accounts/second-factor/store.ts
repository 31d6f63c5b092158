import { sql } from "kysely";
import { productNow, type Tx } from "../../../database/database.ts";

/** An account's second factor, and the database time for its codes. */
export type SecondFactorState = {
  readonly email: string;
  readonly totpSealed: Buffer | null;
  readonly totpOn: boolean;
  readonly nowMs: number;
};

export async function findSecondFactorState(tx: Tx, userId: string): Promise<SecondFactorState | undefined> {
  return tx
    .selectFrom("users")
    .select(["email", "totp_sealed as totpSealed"])
    .select(sql<boolean>`totp_on_at is not null`.as("totpOn"))
    .select(sql<number>`(extract(epoch from product_now()) * 1000)::float8`.as("nowMs"))
    .where("id", "=", userId)
    .executeTakeFirst();
}

/** Stores an unconfirmed secret in place of an earlier one; false if an authenticator is on. */
export async function storeTotpSecret(tx: Tx, userId: string, sealed: Buffer): Promise<boolean> {
  const row = await tx
    .updateTable("users")
    .set({ totp_sealed: sealed, totp_last_step: null })
    .where("id", "=", userId)
    .where("totp_on_at", "is", null)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Turns on the secret that a code matched; false if it was replaced or turned on meanwhile. */
export async function enableTotp(tx: Tx, userId: string, sealed: Buffer, step: bigint): Promise<boolean> {
  const row = await tx
    .updateTable("users")
    .set({ totp_on_at: productNow, totp_last_step: step })
    .where("id", "=", userId)
    .where("totp_on_at", "is", null)
    .where("totp_sealed", "=", sealed)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes the authenticator, its recovery codes and the pending sign-ins. */
export async function disableTotp(tx: Tx, userId: string): Promise<void> {
  await tx
    .updateTable("users")
    .set({ totp_sealed: null, totp_on_at: null, totp_last_step: null })
    .where("id", "=", userId)
    .execute();
  await tx.deleteFrom("recovery_codes").where("user_id", "=", userId).execute();
  await tx.deleteFrom("sign_in_tickets").where("user_id", "=", userId).execute();
}

/**
 * Consumes a code's time step; false if it, or a later one, was used. One statement, so a code is accepted once.
 */
export async function consumeTotpStep(tx: Tx, userId: string, step: bigint): Promise<boolean> {
  const row = await tx
    .updateTable("users")
    .set({ totp_last_step: step })
    .where("id", "=", userId)
    .where("totp_on_at", "is not", null)
    .where(sql<boolean>`coalesce(totp_last_step, -1) < ${step}`)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Consumes a recovery code; false if it does not exist or was used. */
export async function consumeRecoveryCode(tx: Tx, userId: string, codeHash: Buffer): Promise<boolean> {
  const row = await tx
    .updateTable("recovery_codes")
    .set({ used_at: productNow })
    .where("user_id", "=", userId)
    .where("code_hash", "=", codeHash)
    .where("used_at", "is", null)
    .returning("user_id")
    .executeTakeFirst();
  return row !== undefined;
}

export async function replaceRecoveryCodes(tx: Tx, userId: string, hashes: readonly Buffer[]): Promise<void> {
  await tx.deleteFrom("recovery_codes").where("user_id", "=", userId).execute();
  await tx
    .insertInto("recovery_codes")
    .values(hashes.map((hash) => ({ user_id: userId, code_hash: hash, used_at: null })))
    .execute();
}

/**
 * Counts one attempt at a ticket and returns its account; undefined if no attempt is left. One statement, so
 * neither a parallel call nor a crash gives a free attempt. [T-02]
 */
export async function countTicketAttempt(
  tx: Tx,
  tokenHash: Buffer,
): Promise<{ readonly userId: string; readonly triesLeft: number } | undefined> {
  return tx
    .updateTable("sign_in_tickets")
    .set((row) => ({ attempts_left: row("attempts_left", "-", 1) }))
    .where("token_hash", "=", tokenHash)
    .where("attempts_left", ">", 0)
    .where("ends_at", ">", productNow)
    .where("used_at", "is", null)
    .returning(["user_id as userId", "attempts_left as triesLeft"])
    .executeTakeFirst();
}

/** Consumes a ticket for its one sign-in; false if it was consumed before. */
export async function consumeTicket(tx: Tx, tokenHash: Buffer): Promise<boolean> {
  const row = await tx
    .updateTable("sign_in_tickets")
    .set({ used_at: productNow })
    .where("token_hash", "=", tokenHash)
    .where("used_at", "is", null)
    .returning("user_id")
    .executeTakeFirst();
  return row !== undefined;
}

export type SignInMethods = {
  readonly hasPassword: boolean;
  readonly totp: boolean;
  readonly recoveryCodesLeft: number;
  readonly google: boolean;
  readonly facebook: boolean;
};

export async function findSignInMethods(tx: Tx, userId: string): Promise<SignInMethods | undefined> {
  const linked = (provider: "google" | "facebook") =>
    sql<boolean>`exists (select from external_identities where user_id = users.id and provider = ${provider})`;
  return tx
    .selectFrom("users")
    .select(sql<boolean>`password_hash is not null`.as("hasPassword"))
    .select(sql<boolean>`totp_on_at is not null`.as("totp"))
    .select(
      sql<number>`(select count(*)::int from recovery_codes where user_id = users.id and used_at is null)`.as(
        "recoveryCodesLeft",
      ),
    )
    .select([linked("google").as("google"), linked("facebook").as("facebook")])
    .where("id", "=", userId)
    .executeTakeFirst();
}

export async function deleteExpiredTicketsAndChallenges(tx: Tx): Promise<void> {
  await tx.deleteFrom("sign_in_tickets").where("ends_at", "<", productNow).execute();
  await tx.deleteFrom("passkey_challenges").where("ends_at", "<", productNow).execute();
}
