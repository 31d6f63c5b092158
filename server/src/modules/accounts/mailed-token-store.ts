import { sql } from "kysely";
import { secondsFromNow, productNow, type Tx } from "../../database/database.ts";

/** Secrets that a mail carried. Only their hashes are kept, and of one kind an account has at most one that is good. Source: T-12. */
export type TokenKind = "reset" | "confirm";

/** Whose a good token is. */
export type TokenOwner = { readonly userId: string; readonly email: string; readonly emailProved: boolean };

/** Keeps a new token; the ones of its kind before it end. */
export async function replaceToken(
  tx: Tx,
  userId: string,
  kind: TokenKind,
  hash: Buffer,
  seconds: number,
): Promise<void> {
  await tx.deleteFrom("mailed_tokens").where("user_id", "=", userId).where("kind", "=", kind).execute();
  // of nobody it costs the same and keeps nothing (T-04)
  await sql`insert into mailed_tokens (token_hash, user_id, kind, ends_at)
    select ${hash}, id, ${kind}, ${secondsFromNow(seconds)} from users where id = ${userId}`.execute(tx);
}

/** Whose a token is that was not used and has not ended. Looking uses nothing up. */
export async function findTokenOwner(tx: Tx, kind: TokenKind, hash: Buffer): Promise<TokenOwner | undefined> {
  return tx
    .selectFrom("mailed_tokens as t")
    .innerJoin("users as u", "u.id", "t.user_id")
    .select(["u.id as userId", "u.email"])
    .select(sql<boolean>`u.email_proved_at is not null`.as("emailProved"))
    .where("t.token_hash", "=", hash)
    .where("t.kind", "=", kind)
    .where("t.used_at", "is", null)
    .where("t.ends_at", ">", productNow)
    .executeTakeFirst();
}

/** Uses a token up; undefined when it was not good any more. One statement, so of many calls at once one gets it. */
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

/** Milliseconds since an account's newest token of a kind was mailed; undefined without one. */
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

/** Ends every token that was mailed to an account. */
export async function deleteTokens(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom("mailed_tokens").where("user_id", "=", userId).execute();
}

export async function deleteExpiredTokens(tx: Tx): Promise<void> {
  await tx.deleteFrom("mailed_tokens").where("ends_at", "<", productNow).execute();
}
