import { sql } from "kysely";
import { secondsFromNow, productNow, type Tx } from "../../database/database.ts";

/** Secrets sent by email, stored as hashes. An account has at most one valid token of each kind. [T-12] */
export type TokenKind = "reset" | "confirm";

export type TokenOwner = { readonly userId: string; readonly email: string; readonly emailProved: boolean };

/** Stores a new token and ends the earlier ones of its kind. */
export async function replaceToken(
  tx: Tx,
  userId: string,
  kind: TokenKind,
  hash: Buffer,
  seconds: number,
): Promise<void> {
  await tx.deleteFrom("mailed_tokens").where("user_id", "=", userId).where("kind", "=", kind).execute();
  // for an unknown user it costs the same and stores nothing [T-04]
  await sql`insert into mailed_tokens (token_hash, user_id, kind, ends_at)
    select ${hash}, id, ${kind}, ${secondsFromNow(seconds)} from users where id = ${userId}`.execute(tx);
}

/** The owner of a valid token. Does not consume it. */
export async function findTokenOwner(tx: Tx, kind: TokenKind, hash: Buffer): Promise<TokenOwner | undefined> {
  return tx
    .selectFrom("mailed_tokens as t")
    .innerJoin("users as u", "u.id", "t.user_id")
    .select(["u.id as userId", "u.email"])
    .select(sql<boolean>`u.email_verified_at is not null`.as("emailProved"))
    .where("t.token_hash", "=", hash)
    .where("t.kind", "=", kind)
    .where("t.used_at", "is", null)
    .where("t.ends_at", ">", productNow)
    .executeTakeFirst();
}

/**
 * Consumes a token; undefined if it is no longer valid. One statement, so only one of several concurrent calls gets
 * it.
 */
export async function consumeToken(tx: Tx, kind: TokenKind, hash: Buffer): Promise<string | undefined> {
  const row = await tx
    .updateTable("mailed_tokens")
    .set({ used_at: productNow })
    .where("token_hash", "=", hash)
    .where("kind", "=", kind)
    .where("used_at", "is", null)
    .where("ends_at", ">", productNow)
    .returning("user_id")
    .executeTakeFirst();
  return row?.user_id;
}

/** Milliseconds since an account's newest token of a kind was sent; undefined without one. */
export async function findNewestTokenAgeMs(tx: Tx, userId: string, kind: TokenKind): Promise<number | undefined> {
  const row = await tx
    .selectFrom("mailed_tokens")
    .select(sql<number>`(extract(epoch from product_now() - max(created_at)) * 1000)::float8`.as("age"))
    .where("user_id", "=", userId)
    .where("kind", "=", kind)
    .groupBy("user_id")
    .executeTakeFirst();
  return row?.age;
}

export async function deleteTokens(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom("mailed_tokens").where("user_id", "=", userId).execute();
}

export async function deleteExpiredTokens(tx: Tx): Promise<void> {
  await tx.deleteFrom("mailed_tokens").where("ends_at", "<", productNow).execute();
}
