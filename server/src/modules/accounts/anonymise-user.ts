import { productNow, type Tx } from "../../database/database.ts";
import { revokeAllSessions } from "./claim-account.ts";

/** Locks an account until the transaction ends. Returns its email address; undefined if it is closed. */
export async function lockOpenAccount(tx: Tx, userId: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom("users")
    .select("email")
    .where("id", "=", userId)
    .where("closed_at", "is", null)
    .forUpdate()
    .executeTakeFirst();
  return row?.email;
}

/** Tables with a user's credentials and personal data. */
const userTables = [
  "sign_ins",
  "mailed_tokens",
  "external_identities",
  "sso_identities",
  "sign_in_tickets",
  "recovery_codes",
  "passkeys",
  "passkey_challenges",
  "known_devices",
  "profile_images",
] as const;

/**
 * Deletes credentials and personal data, and frees the email address. Money, audit and evidence rows keep referring
 * to the nameless account row.
 */
export async function anonymiseUser(tx: Tx, userId: string): Promise<void> {
  await revokeAllSessions(tx, userId);
  for (const table of userTables) await tx.deleteFrom(table).where("user_id", "=", userId).execute();
  await tx
    .updateTable("users")
    .set({
      closed_at: productNow,
      email: `closed-${userId}@invalid`,
      first_name: "Closed",
      last_name: "account",
      phone: null,
      phone_verified_at: null,
      password_hash: null,
      email_verified_at: null,
      nin_sealed: null,
      nin_masked: null,
      business_name: null,
      rc_number: null,
      designation: null,
      office_address: null,
      address: null,
      profile_image: null,
      click_id: null,
      totp_sealed: null,
      totp_on_at: null,
      totp_last_step: null,
      verified_at: null,
    })
    .where("id", "=", userId)
    .execute();
}

/** Whether an account is closed. */
export async function isAccountClosed(tx: Tx, userId: string): Promise<boolean> {
  const row = await tx.selectFrom("users").select("closed_at").where("id", "=", userId).executeTakeFirst();
  return (row?.closed_at ?? null) !== null;
}
