import type { UserType } from "@idanimo/contract/accounts";
import { sql } from "kysely";
import type { Tx } from "../../database/database.ts";

/** What later modules read of accounts. */

/** Accounts as requesters: their names, and the contacts that they confirmed by a code or link. */
export const requestersView = sql<{
  readonly id: string;
  readonly user_type: UserType;
  /** First and last name. */
  readonly name: string;
  readonly business_name: string | null;
  readonly own_phone: string | null;
  readonly own_mail: string | null;
  readonly email: string;
  readonly since: Date;
  /** When the company register confirmed the business. */
  readonly verified_at: Date | null;
}>`(select id, user_type, first_name || ' ' || last_name as name, business_name,
    case when phone_verified_at is not null then phone end as own_phone,
    case when email_verified_at is not null then email end as own_mail,
    email, created_at as since, verified_at from users)`;

export async function findAccountOpenedAt(tx: Tx, id: string): Promise<Date | undefined> {
  const row = await tx.selectFrom("users").select("created_at").where("id", "=", id).executeTakeFirst();
  return row?.created_at;
}

/** Finds the email addresses of accounts. */
export async function findAccountEmails(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await tx
    .selectFrom("users")
    .select(["id", "email"])
    .where(sql<boolean>`id = any (${[...ids]}::uuid[])`)
    .execute();
  return new Map(rows.map(({ id, email }) => [id, email]));
}

/** Ids of open accounts in their order, after an id. */
export async function findOpenAccountIds(tx: Tx, after: string, most: number): Promise<readonly string[]> {
  const rows = await tx
    .selectFrom("users")
    .select("id")
    .where("closed_at", "is", null)
    .where("id", ">", after)
    .orderBy("id")
    .limit(most)
    .execute();
  return rows.map(({ id }) => id);
}
