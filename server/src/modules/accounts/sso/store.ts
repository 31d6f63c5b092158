import type { Tx } from "../../../database/database.ts";

/** Queries for the links between accounts and the sign-ins of organisations' identity providers. */

type Identity = { readonly issuer: string; readonly subject: string };

export async function findIdentityOwner(tx: Tx, { issuer, subject }: Identity): Promise<string | undefined> {
  const row = await tx
    .selectFrom("sso_identities")
    .select("user_id")
    .where("issuer", "=", issuer)
    .where("subject", "=", subject)
    .executeTakeFirst();
  return row?.user_id;
}

/** Whether an account is linked to any person of a provider. */
export async function hasLinkedIdentity(tx: Tx, issuer: string, userId: string): Promise<boolean> {
  const row = await tx
    .selectFrom("sso_identities")
    .select("subject")
    .where("issuer", "=", issuer)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertIdentity(tx: Tx, { issuer, subject }: Identity, userId: string): Promise<void> {
  await tx.insertInto("sso_identities").values({ issuer, subject, user_id: userId }).execute();
}

export async function findEmail(tx: Tx, userId: string): Promise<string | undefined> {
  return (await tx.selectFrom("users").select("email").where("id", "=", userId).executeTakeFirst())?.email;
}
