import { productNow, secondsFromNow, type Tx } from "../../database/database.ts";
import type { Operator } from "./store.ts";

/** Personal keys of operators. */

const daySeconds = 86_400;

/** An operator's active keys, newest first. */
export const findKeys = (tx: Tx, operatorId: string) =>
  tx
    .selectFrom("operator_keys")
    .select(["id", "name", "prefix", "created_at as createdAt", "expires_at as expiresAt"])
    .select("last_used_at as lastUsedAt")
    .where("operator_id", "=", operatorId)
    .where("ended_at", "is", null)
    .where("expires_at", ">", productNow)
    .orderBy("created_at", "desc")
    .orderBy("id")
    .execute();

/** @returns when it expires */
export async function insertKey(
  tx: Tx,
  key: {
    readonly id: string;
    readonly operatorId: string;
    readonly name: string;
    readonly prefix: string;
    readonly hash: Buffer;
    readonly days: number;
  },
): Promise<Date> {
  const row = await tx
    .insertInto("operator_keys")
    .values({
      id: key.id,
      operator_id: key.operatorId,
      name: key.name,
      prefix: key.prefix,
      key_hash: key.hash,
      expires_at: secondsFromNow(key.days * daySeconds),
      last_used_at: null,
      ended_at: null,
    })
    .returning("expires_at as expiresAt")
    .executeTakeFirstOrThrow();
  return row.expiresAt;
}

/** Ends an active key. @returns false if there is none */
export async function endKey(tx: Tx, operatorId: string, id: string): Promise<boolean> {
  const row = await tx
    .updateTable("operator_keys")
    .set({ ended_at: productNow })
    .where("id", "=", id)
    .where("operator_id", "=", operatorId)
    .where("ended_at", "is", null)
    .where("expires_at", ">", productNow)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** The active operator of an active key; records the use. */
export async function findOperatorOfKey(tx: Tx, hash: Buffer): Promise<Operator | undefined> {
  const key = await tx
    .updateTable("operator_keys")
    .set({ last_used_at: productNow })
    .where("key_hash", "=", hash)
    .where("ended_at", "is", null)
    .where("expires_at", ">", productNow)
    .returning("operator_id")
    .executeTakeFirst();
  if (!key) return undefined;
  return tx
    .selectFrom("operators")
    .select(["id", "email", "name", "state", "roles"])
    .where("id", "=", key.operator_id)
    .where("state", "=", "active")
    .executeTakeFirst();
}
