import { sql } from "kysely";
import { secondsFromNow, productNow, type Tx } from "../../../database/database.ts";

const challengeMinutes = 5;

/** Stores a challenge. @param userId the account that adds a passkey with it; null for a sign-in */
export async function insertChallenge(tx: Tx, id: string, challenge: string, userId: string | null): Promise<void> {
  const ends_at = secondsFromNow(challengeMinutes * 60);
  await tx.insertInto("passkey_challenges").values({ id, challenge, user_id: userId, ends_at }).execute();
}

/** Consumes a challenge, whatever the outcome: each is answered once, and only by the user it was created for. */
export async function consumeChallenge(tx: Tx, id: string, userId: string | null): Promise<string | undefined> {
  const row = await tx
    .deleteFrom("passkey_challenges")
    .where("id", "=", id)
    .where(sql<boolean>`user_id is not distinct from ${userId}::uuid`)
    .where("ends_at", ">", productNow)
    .returning("challenge")
    .executeTakeFirst();
  return row?.challenge;
}

export type PasskeySummary = {
  readonly id: string;
  readonly name: string;
  readonly created_at: Date;
  readonly last_used_at: Date | null;
};

/** An account's passkeys, oldest first. */
export async function listPasskeys(tx: Tx, userId: string): Promise<readonly PasskeySummary[]> {
  return tx
    .selectFrom("passkeys")
    .select(["id", "name", "created_at", "last_used_at"])
    .where("user_id", "=", userId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}

/** The account's credentials, so that one authenticator does not create a second passkey. */
export async function listCredentials(
  tx: Tx,
  userId: string,
): Promise<readonly { readonly id: string; readonly transports: string[] }[]> {
  return tx
    .selectFrom("passkeys")
    .select(["credential_id as id", "transports"])
    .where("user_id", "=", userId)
    .execute();
}

export type NewPasskey = {
  readonly id: string;
  readonly userId: string;
  readonly credentialId: string;
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly transports: readonly string[];
  readonly name: string;
};

/** Stores a passkey; false if its credential id exists already. */
export async function insertPasskey(tx: Tx, passkey: NewPasskey): Promise<boolean> {
  const row = await tx
    .insertInto("passkeys")
    .values({
      id: passkey.id,
      user_id: passkey.userId,
      credential_id: passkey.credentialId,
      public_key: passkey.publicKey,
      counter: BigInt(passkey.counter),
      transports: [...passkey.transports],
      name: passkey.name,
      last_used_at: null,
    })
    .onConflict((conflict) => conflict.column("credential_id").doNothing())
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

export async function deletePasskey(tx: Tx, userId: string, id: string): Promise<boolean> {
  const row = await tx
    .deleteFrom("passkeys")
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

export type StoredPasskey = {
  readonly id: string;
  readonly userId: string;
  readonly publicKey: Buffer;
  readonly counter: bigint;
};

export async function findPasskey(tx: Tx, credentialId: string): Promise<StoredPasskey | undefined> {
  return tx
    .selectFrom("passkeys")
    .select(["id", "user_id as userId", "public_key as publicKey", "counter"])
    .where("credential_id", "=", credentialId)
    .executeTakeFirst();
}

/**
 * Records one use. A counter that does not grow indicates a copied passkey and is rejected in the same statement,
 * also between concurrent calls; passkeys that never count stay at zero.
 */
export async function recordPasskeyUse(tx: Tx, id: string, counter: number): Promise<boolean> {
  const now = BigInt(counter);
  const row = await tx
    .updateTable("passkeys")
    .set({ counter: now, last_used_at: productNow })
    .where("id", "=", id)
    .where(sql<boolean>`(counter < ${now} or (counter = 0 and ${now} = 0))`)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}
