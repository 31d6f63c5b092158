import type { SocialProvider } from "@idanimo/contract/social";
import { secondsFromNow, productNow, type Tx } from "../../../database/database.ts";
import { tokenHash } from "../../../kernel/vault.ts";

/** An ID token is valid for a day at most; the rest allows for clock differences. */
const nonceLifeSeconds = 2 * 86_400;

type ExternalIdentity = { readonly provider: SocialProvider; readonly subject: string };

/** The account that a provider's user is linked to; undefined if there is none. */
export async function findIdentityOwner(tx: Tx, { provider, subject }: ExternalIdentity): Promise<string | undefined> {
  const row = await tx
    .selectFrom("external_identities")
    .select("user_id")
    .where("provider", "=", provider)
    .where("subject", "=", subject)
    .executeTakeFirst();
  return row?.user_id;
}

/** Whether an account is linked to any user of a provider. */
export async function hasLinkedIdentity(tx: Tx, provider: SocialProvider, userId: string): Promise<boolean> {
  const row = await tx
    .selectFrom("external_identities")
    .select("subject")
    .where("provider", "=", provider)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertIdentity(tx: Tx, { provider, subject }: ExternalIdentity, userId: string): Promise<void> {
  await tx.insertInto("external_identities").values({ provider, subject, user_id: userId }).execute();
}

export async function findUserByEmail(tx: Tx, email: string): Promise<{ readonly id: string } | undefined> {
  return tx.selectFrom("users").select("id").where("email", "=", email).executeTakeFirst();
}

/** Replaces the opener's name on a claimed account with its owner's. */
export async function setNames(tx: Tx, userId: string, firstName: string, lastName: string): Promise<void> {
  await tx.updateTable("users").set({ first_name: firstName, last_name: lastName }).where("id", "=", userId).execute();
}

/** Consumes a nonce or a state; false if it was used before, in any process. [T-14] */
export async function consumeNonce(tx: Tx, nonce: string): Promise<boolean> {
  const row = await tx
    .insertInto("spent_nonces")
    .values({ nonce_hash: tokenHash(nonce), ends_at: secondsFromNow(nonceLifeSeconds) })
    .onConflict((conflict) => conflict.column("nonce_hash").doNothing())
    .returning("nonce_hash")
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes nonces that no token can carry any more. */
export async function deleteExpiredNonces(tx: Tx): Promise<void> {
  await tx.deleteFrom("spent_nonces").where("ends_at", "<", productNow).execute();
}
