import type { UserType } from "@idanimo/contract/accounts";
import { sql } from "kysely";
import type { Tx } from "../../database/database.ts";
import { deleteCounters } from "../../http/shared-rate-limits.ts";
import type { Vault } from "../../kernel/vault.ts";
import { limitKey } from "./deps.ts";
import { findNewestTokenAgeMs } from "./mailed-token-store.ts";
import { findActiveSessions, revokeSessions } from "./session-store.ts";

/** What operators read and change of accounts. Nothing of a subject, and no secret, is among it. */

export type OperatorAccount = {
  readonly id: string;
  readonly userType: UserType;
  readonly name: string;
  readonly businessName: string | null;
  readonly email: string;
  readonly phone: string | null;
  readonly createdAt: Date;
  readonly isClosed: boolean;
  readonly emailConfirmed: boolean;
  readonly phoneConfirmed: boolean;
  readonly verifiedBusiness: boolean;
  readonly hasAuthenticator: boolean;
};

export async function findAccountForOperator(tx: Tx, id: string): Promise<OperatorAccount | undefined> {
  const row = await tx
    .selectFrom("users")
    .select(["id", "user_type", "first_name", "last_name", "business_name", "email", "phone"])
    .select(["created_at", "closed_at", "email_verified_at", "phone_verified_at", "verified_at", "totp_on_at"])
    .where("id", "=", id)
    .executeTakeFirst();
  return (
    row && {
      id: row.id,
      userType: row.user_type,
      name: `${row.first_name} ${row.last_name}`,
      businessName: row.business_name,
      email: row.email,
      phone: row.phone,
      createdAt: row.created_at,
      isClosed: row.closed_at !== null,
      emailConfirmed: row.email_verified_at !== null,
      phoneConfirmed: row.phone_verified_at !== null,
      verifiedBusiness: row.verified_at !== null,
      hasAuthenticator: row.totp_on_at !== null,
    }
  );
}

/** The account with exactly this value; undefined if none or several have it. */
export async function findAccountIdBy(
  tx: Tx,
  by: { readonly email: string } | { readonly phone: string } | { readonly businessName: string },
): Promise<string | undefined> {
  const users = tx.selectFrom("users").select("id").limit(2);
  const rows = await (
    "email" in by
      ? users.where("email", "=", by.email.toLowerCase())
      : "phone" in by
        ? users.where("phone", "=", by.phone)
        : users.where(sql<boolean>`lower(business_name) = lower(${by.businessName})`)
  ).execute();
  return rows.length === 1 ? rows[0]?.id : undefined;
}

/** Names of account holders by id. */
export async function findAccountNames(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .selectFrom("users")
    .select(["id", "first_name", "last_name"])
    .where("id", "in", [...ids])
    .execute();
  return new Map(rows.map((row) => [row.id, `${row.first_name} ${row.last_name}`]));
}

/** Usable sessions of an account, newest activity first. */
export const findUsableSessions = findActiveSessions;

/** Ends every session of an account. @returns how many were usable */
export const signOutEverywhere = async (tx: Tx, userId: string): Promise<number> =>
  (await revokeSessions(tx, { userId })).length;

/** Removes a phone number, so that the owner can add another. */
export async function removePhone(tx: Tx, userId: string): Promise<void> {
  await tx.updateTable("users").set({ phone: null, phone_verified_at: null }).where("id", "=", userId).execute();
}

/** Milliseconds since the newest link that confirms an account's address; undefined without one. */
export const findConfirmationAgeMs = (tx: Tx, userId: string): Promise<number | undefined> =>
  findNewestTokenAgeMs(tx, userId, "confirm");

/** Removes the waits after wrong passwords and codes of an account. */
export async function clearLockout(tx: Tx, vault: Vault, { id, email }: Pick<OperatorAccount, "id" | "email">) {
  const mailbox = limitKey(vault, email);
  await deleteCounters(tx, [
    `login_pair:${mailbox}`,
    `login_account:${mailbox}`,
    `login_account_day:${mailbox}`,
    `login_account:second_step:${id}`,
    `login_account_day:second_step:${id}`,
  ]);
}
