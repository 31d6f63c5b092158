import { sql } from "kysely";
import { productNow, type Tx } from "../../../database/database.ts";

/** An account's second step as it stands, and the database's time for its codes. */
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

/** Keeps a secret that is not confirmed yet, in the place of one before; false when an authenticator is on. */
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

/** Turns on the very secret that a code was right for; false when it was replaced or turned on meanwhile. */
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

/** Forgets the authenticator, its recovery codes and the sign-ins that wait for one of them. */
export async function disableTotp(tx: Tx, userId: string): Promise<void> {
  await tx
    .updateTable("users")
    .set({ totp_sealed: null, totp_on_at: null, totp_last_step: null })
    .where("id", "=", userId)
    .execute();
  await tx.deleteFrom("recovery_codes").where("user_id", "=", userId).execute();
  await tx.deleteFrom("sign_in_tickets").where("user_id", "=", userId).execute();
}

/** Counts a code of the authenticator as used: one statement, so a code and all before it count once. */
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

/** Counts a recovery code as used; false when there is none such, or not any more. */
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

/** Puts new recovery codes in the place of all before. */
export async function replaceRecoveryCodes(tx: Tx, userId: string, hashes: readonly Buffer[]): Promise<void> {
  await tx.deleteFrom("recovery_codes").where("user_id", "=", userId).execute();
  await tx
    .insertInto("recovery_codes")
    .values(hashes.map((hash) => ({ user_id: userId, code_hash: hash, used_at: null })))
    .execute();
}

/**
 * Counts one try at a half-done sign-in and answers whose it is; undefined when there is nothing left to try. Counting and asking
 * are one statement, so no parallel call and no crash gives a free try (T-02).
 */
export async function countTicketAttempt(
  tx: Tx,
  tokenHash: Buffer,
): Promise<{ readonly userId: string; readonly triesLeft: number } | undefined> {
  return tx
    .updateTable("sign_in_tickets")
    .set((row) => ({ tries_left: row("tries_left", "-", 1) }))
    .where("token_hash", "=", tokenHash)
    .where("tries_left", ">", 0)
    .where("ends_at", ">", productNow)
    .where("used_at", "is", null)
    .returning(["user_id as userId", "tries_left as triesLeft"])
    .executeTakeFirst();
}

/** Ends a ticket for the one sign-in it is good for. */
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

/** Tickets and challenges that could not be used any more anyway. */
export async function deleteExpiredTicketsAndChallenges(tx: Tx): Promise<void> {
  await tx.deleteFrom("sign_in_tickets").where("ends_at", "<", productNow).execute();
  await tx.deleteFrom("passkey_challenges").where("ends_at", "<", productNow).execute();
}
