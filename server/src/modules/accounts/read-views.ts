import type { UserType } from "@idanimo/contract/accounts";
import { sql } from "kysely";
import type { Tx } from "../../database/database.ts";
import { membershipSql, organisationsView } from "../organisations/index.ts";
import { callerColumns, selectionOf, walletColumns } from "./caller-store.ts";

/** What later modules read of accounts. */

/**
 * Owners as requesters: their names, and the contacts that an account of the same id confirmed by a code or link. An
 * organisation without such an account has the email of its first owner.
 */
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
    email, created_at as since, verified_at from users
  union all
  select g.id, 'business', g.name, g.name, null, null, f.email, g.created_at, g.verified_at
  from ${organisationsView} g left join users f on f.id = g.first_owner_id
  where not exists (select from users u where u.id = g.id))`;

export async function findAccountOpenedAt(tx: Tx, id: string): Promise<Date | undefined> {
  const row = await tx.selectFrom("users").select("created_at").where("id", "=", id).executeTakeFirst();
  return row?.created_at;
}

/** Finds the email addresses of owners. */
export async function findAccountEmails(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ id: string; email: string }>`
    select id, email from ${requestersView} r where id = any (${[...ids]}::uuid[]) and email is not null`.execute(tx);
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

/**
 * SQL: the caller that a user is while they act for an owner, as `callerFromRow` reads it; for the statement that
 * finds the caller of an API key. @param withWallets with the wallets of the owner
 */
export function memberCallerSql(owner: string, user: string, withWallets: boolean): string {
  const { email_proved, owner_kind, roles, custom_rights, lacks_factor, suspended } = callerColumns;
  const own = { email_proved, owner_kind, roles, custom_rights, lacks_factor, suspended };
  const columns = withWallets ? { ...own, ...walletColumns } : own;
  return `select u.id as user_id, coalesce(w.id, u.id) as owner_id, ${selectionOf(columns)}
    from users u left join lateral (${membershipSql(owner, "u.id")}) w on true where u.id = ${user}`;
}
