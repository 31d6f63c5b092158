import { sql } from "kysely";
import { productNow, secondsFromNow, type Tx } from "../../database/database.ts";

/** Passkeys of operators, and their challenges. */

const challengeMinutes = 5;

/** Stores a challenge, and deletes expired ones. @param operatorId who adds a passkey with it; null for a sign-in */
export async function insertChallenge(tx: Tx, id: string, challenge: string, operatorId: string | null): Promise<void> {
  await tx.deleteFrom("operator_passkey_challenges").where("ends_at", "<=", productNow).execute();
  await tx
    .insertInto("operator_passkey_challenges")
    .values({ id, challenge, operator_id: operatorId, ends_at: secondsFromNow(challengeMinutes * 60) })
    .execute();
}

/** Consumes a challenge, whatever the outcome: each is answered once, and only by the operator it was created for. */
export async function consumeChallenge(tx: Tx, id: string, operatorId: string | null): Promise<string | undefined> {
  const row = await tx
    .deleteFrom("operator_passkey_challenges")
    .where("id", "=", id)
    .where(sql<boolean>`operator_id is not distinct from ${operatorId}::uuid`)
    .where("ends_at", ">", productNow)
    .returning("challenge")
    .executeTakeFirst();
  return row?.challenge;
}

/** An operator's passkeys, oldest first. */
export const listPasskeys = (tx: Tx, operatorId: string) =>
  tx
    .selectFrom("operator_passkeys")
    .select(["id", "name", "created_at as createdAt", "last_used_at as lastUsedAt"])
    .select(["credential_id as credentialId", "transports"])
    .where("operator_id", "=", operatorId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();

type NewPasskey = {
  readonly id: string;
  readonly operatorId: string;
  readonly credentialId: string;
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly transports: readonly string[];
  readonly name: string;
};

/** @returns false if the credential is stored already */
export async function insertPasskey(tx: Tx, passkey: NewPasskey): Promise<boolean> {
  const row = await tx
    .insertInto("operator_passkeys")
    .values({
      id: passkey.id,
      operator_id: passkey.operatorId,
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

export async function deletePasskey(tx: Tx, operatorId: string, id: string): Promise<boolean> {
  const row = await tx
    .deleteFrom("operator_passkeys")
    .where("id", "=", id)
    .where("operator_id", "=", operatorId)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** A passkey of an active operator. */
export const findPasskey = (tx: Tx, credentialId: string) =>
  tx
    .selectFrom("operator_passkeys as p")
    .innerJoin("operators as o", "o.id", "p.operator_id")
    .select(["p.id", "p.operator_id as operatorId", "p.public_key as publicKey", "p.counter"])
    .where("p.credential_id", "=", credentialId)
    .where("o.state", "=", "active")
    .executeTakeFirst();

/** Records one use. A counter that does not grow indicates a copied passkey and is rejected by the same statement. */
export async function recordPasskeyUse(tx: Tx, id: string, counter: number): Promise<boolean> {
  const now = BigInt(counter);
  const row = await tx
    .updateTable("operator_passkeys")
    .set({ counter: now, last_used_at: productNow })
    .where("id", "=", id)
    .where(sql<boolean>`(counter < ${now} or (counter = 0 and ${now} = 0))`)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}
