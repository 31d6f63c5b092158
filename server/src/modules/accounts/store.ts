import type { UserType } from "@idanimo/contract/accounts";
import {
  codeLifetimeMinutes,
  codeResendIntervalSeconds,
  codeResendsPerHour,
  codeMaxAttempts,
} from "@idanimo/contract/limits";
import { sql } from "kysely";
import { secondsFromNow, productNow, type Tx } from "../../database/database.ts";
import type { RegistrationDetails } from "./rules.ts";
import { openWallets } from "../wallet/index.ts";

/** A sign-up is deleted after this long, whether or not its code was entered. [T-15] */
const registrationLifeHours = 24;

/** Hashes of a sign-up's two codes. Without one for the SMS, only the email's code opens the account. */
export type CodeHashes = { readonly mail: Buffer; readonly sms: Buffer | null };

export type NewRegistration = {
  readonly id: string;
  readonly email: string;
  /** The address has an account: the row looks like any other from outside and is never activated. */
  readonly known: boolean;
  readonly userType: UserType;
  readonly detailsSealed: Buffer;
  readonly passwordHash: string;
  readonly codes: CodeHashes;
  readonly acceptedTerms: string;
  readonly clickId: string | null;
};

export async function hasAccount(tx: Tx, email: string): Promise<boolean> {
  return (await tx.selectFrom("users").select("id").where("email", "=", email).executeTakeFirst()) !== undefined;
}

/**
 * Stores a sign-up. One of a known address has no password and no code: it can neither sign in nor be activated.
 */
export async function insertRegistration(tx: Tx, row: NewRegistration): Promise<void> {
  await tx
    .insertInto("registrations")
    .values({
      id: row.id,
      email: row.email,
      known: row.known,
      user_type: row.userType,
      details_sealed: row.detailsSealed,
      password_hash: row.known ? null : row.passwordHash,
      code_hash: row.known ? null : row.codes.sms,
      mail_code_hash: row.known ? null : row.codes.mail,
      code_ends_at: secondsFromNow(codeLifetimeMinutes * 60),
      attempts_left: codeMaxAttempts,
      accepted_terms: row.acceptedTerms,
      click_id: row.clickId,
      ends_at: secondsFromNow(registrationLifeHours * 3600),
    })
    .execute();
}

export type AttemptedRegistration = {
  readonly email: string;
  readonly user_type: UserType;
  readonly details_sealed: Buffer | null;
  readonly password_hash: string | null;
  /** Hash of the SMS code. */
  readonly code_hash: Buffer | null;
  readonly mail_code_hash: Buffer | null;
  readonly accepted_terms: string;
  readonly click_id: string | null;
};

/**
 * Counts one attempt at a registration's code and returns what it is checked against; undefined if no attempt is
 * left. One statement, so neither a parallel call nor a crash gives a free attempt. [T-02]
 */
export async function countActivationAttempt(tx: Tx, id: string): Promise<AttemptedRegistration | undefined> {
  return tx
    .updateTable("registrations")
    .set((row) => ({ attempts_left: row("attempts_left", "-", 1) }))
    .where("id", "=", id)
    .where("attempts_left", ">", 0)
    .where("code_ends_at", ">", productNow)
    .where("ends_at", ">", productNow)
    .where("activated_at", "is", null)
    .returning(["email", "user_type", "details_sealed", "password_hash", "accepted_terms", "click_id"])
    .returning(["code_hash", "mail_code_hash"])
    .executeTakeFirst();
}

export async function registrationExists(tx: Tx, id: string): Promise<boolean> {
  return (await tx.selectFrom("registrations").select("id").where("id", "=", id).executeTakeFirst()) !== undefined;
}

/** Serialises the opening of accounts for one email address until the transaction ends. */
export async function lockEmail(tx: Tx, email: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${email}, 7301))`.execute(tx);
}

/** Marks a registration as activated and erases its details. */
export async function markRegistrationActivated(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable("registrations")
    .set({ activated_at: productNow, details_sealed: null, password_hash: null, code_hash: null, mail_code_hash: null })
    .where("id", "=", id)
    .execute();
}

export async function isRegistrationActivated(tx: Tx, id: string): Promise<boolean> {
  const row = await tx
    .selectFrom("registrations")
    .select("id")
    .where("id", "=", id)
    .where("activated_at", "is not", null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Turns the other sign-ups of an address that now has an account into sign-ups of a known address. */
export async function invalidateRegistrations(tx: Tx, email: string): Promise<void> {
  await tx
    .updateTable("registrations")
    .set({ known: true, password_hash: null, code_hash: null, mail_code_hash: null })
    .where("email", "=", email)
    .where("activated_at", "is", null)
    .execute();
}

export type NewUser = {
  readonly id: string;
  readonly email: string;
  readonly userType: UserType;
  readonly details: RegistrationDetails;
  readonly ninSealed: Buffer | null;
  readonly ninMasked: string | null;
  /** Null: other sign-in methods only. */
  readonly passwordHash: string | null;
  readonly acceptedTerms: string;
  readonly clickId: string | null;
  /** The contact that was confirmed by a secret that only it received. */
  readonly confirmed: "email" | "phone";
};

/** Opens an account with two empty wallets; false if the address has one already. */
export async function insertUser(tx: Tx, user: NewUser, walletIds: readonly [string, string]): Promise<boolean> {
  const inserted = await tx
    .insertInto("users")
    .values({
      id: user.id,
      email: user.email,
      user_type: user.userType,
      first_name: user.details.firstName,
      last_name: user.details.lastName,
      phone: user.details.phone,
      password_hash: user.passwordHash,
      email_verified_at: user.confirmed === "email" ? productNow : null,
      phone_verified_at: user.confirmed === "phone" ? productNow : null,
      nin_sealed: user.ninSealed,
      nin_masked: user.ninMasked,
      business_name: user.details.businessName,
      rc_number: user.details.rcNumber,
      designation: user.details.designation,
      office_address: user.details.officeAddress,
      accepted_terms: user.acceptedTerms,
      click_id: user.clickId,
    })
    .onConflict((conflict) => conflict.column("email").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!inserted) return false;
  await openWallets(tx, user.id, walletIds);
  return true;
}

/** When the next code may be sent: after a minute, and after an hour once five were sent. */
const nextCodeAt = sql<Date>`greatest(
  sent_at + make_interval(secs => ${codeResendIntervalSeconds}),
  case when sends >= ${codeResendsPerHour} then sends_since + interval '1 hour' else sent_at end)`;

export type PendingRegistration = {
  readonly email: string;
  readonly known: boolean;
  readonly details_sealed: Buffer | null;
  /** Milliseconds until a new code may be sent; zero or less: now. */
  readonly wait_ms: number;
};

/** A sign-up that still waits for its code; undefined otherwise. */
export async function findPendingRegistration(tx: Tx, id: string): Promise<PendingRegistration | undefined> {
  return tx
    .selectFrom("registrations")
    .select(["email", "known", "details_sealed"])
    .select(sql<number>`(extract(epoch from ${nextCodeAt} - product_now()) * 1000)::float8`.as("wait_ms"))
    .where("id", "=", id)
    .where("activated_at", "is", null)
    .where("ends_at", ">", productNow)
    .executeTakeFirst();
}

/** Replaces the codes and counts the sending; false if a concurrent call was first. */
export async function replaceActivationCodes(tx: Tx, id: string, codes: CodeHashes): Promise<boolean> {
  const hourOver = sql<boolean>`sends_since + interval '1 hour' <= product_now()`;
  const renewed = await tx
    .updateTable("registrations")
    .set({
      code_hash: sql<Buffer | null>`case when known then null else ${codes.sms}::bytea end`,
      mail_code_hash: sql<Buffer | null>`case when known then null else ${codes.mail}::bytea end`,
      code_ends_at: secondsFromNow(codeLifetimeMinutes * 60),
      attempts_left: codeMaxAttempts,
      sent_at: productNow,
      sends: sql<number>`case when ${hourOver} then 1 else sends + 1 end`,
      sends_since: sql<Date>`case when ${hourOver} then product_now() else sends_since end`,
    })
    .where("id", "=", id)
    .where("activated_at", "is", null)
    .where("ends_at", ">", productNow)
    .where(sql<boolean>`${nextCodeAt} <= product_now()`)
    .returning("id")
    .executeTakeFirst();
  return renewed !== undefined;
}

/** Expired sign-ups, up to a maximum. */
export async function findExpiredRegistrations(tx: Tx, most: number): Promise<readonly string[]> {
  const rows = await tx
    .selectFrom("registrations")
    .select("id")
    .where("ends_at", "<=", productNow)
    .orderBy("ends_at")
    .limit(most)
    .execute();
  return rows.map((row) => row.id);
}

export async function deleteRegistrations(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await tx.deleteFrom("registrations").where("id", "in", ids).execute();
}

export async function deleteExpiredCaptchas(tx: Tx): Promise<void> {
  await tx.deleteFrom("spent_captchas").where("ends_at", "<", productNow).execute();
}
