import { sql } from "kysely";
import { productNow, type Tx } from "../../database/database.ts";
import type { IdSource } from "../../kernel/ids.ts";
import { writeAudit } from "../audit/index.ts";
import { revokeSessions } from "./session-store.ts";

/**
 * Ends all sessions of an account with their push subscriptions, its pending second steps and its known devices.
 * @param keep the session to keep, and the hash of its device
 */
export async function revokeAllSessions(
  tx: Tx,
  userId: string,
  keep?: { readonly signInId: string; readonly deviceHash: Buffer | undefined },
): Promise<void> {
  await revokeSessions(tx, { userId, ...(keep && { except: keep.signInId }) });
  await tx.deleteFrom("sign_in_tickets").where("user_id", "=", userId).execute();
  await tx
    .deleteFrom("known_devices")
    .where("user_id", "=", userId)
    .where(sql<boolean>`device_hash is distinct from ${keep?.deviceHash ?? null}::bytea`)
    .execute();
}

/**
 * Gives an account to the owner of its email address. The person who opened it never confirmed that address, so
 * their password, phone, NIN, authenticator, passkeys, linked sign-in methods and sessions are removed. [T-15]
 * @returns false, without any change, if the address was confirmed before
 */
export async function claimAccount(tx: Tx, ids: IdSource, userId: string): Promise<boolean> {
  const claimed = await tx
    .updateTable("users")
    .set({
      email_verified_at: productNow,
      password_hash: null,
      phone: null,
      phone_verified_at: null,
      nin_sealed: null,
      nin_masked: null,
      address: null,
      profile_image: null,
      totp_sealed: null,
      totp_on_at: null,
      totp_last_step: null,
    })
    .where("id", "=", userId)
    .where("email_verified_at", "is", null)
    .returning("id")
    .executeTakeFirst();
  if (!claimed) return false;
  for (const table of [
    "passkeys",
    "passkey_challenges",
    "external_identities",
    "sso_identities",
    "recovery_codes",
  ] as const)
    await tx.deleteFrom(table).where("user_id", "=", userId).execute();
  await tx.deleteFrom("profile_images").where("user_id", "=", userId).execute();
  await tx.deleteFrom("mailed_tokens").where("user_id", "=", userId).execute();
  await revokeAllSessions(tx, userId);
  await writeAudit(tx, ids, { actorKind: "user", actorId: userId, action: "account_claimed", objectId: userId });
  return true;
}
