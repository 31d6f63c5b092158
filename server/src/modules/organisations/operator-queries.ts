import { builtInRoles } from "@idanimo/contract/organisations/rights";
import { sql } from "kysely";
import type { Tx } from "../../database/database.ts";
import { findActiveMembersWithRole } from "./member-store.ts";

/** What operators read of organisations. */

export type OperatorOrganisation = {
  readonly id: string;
  readonly name: string;
  readonly rcNumber: string | null;
  readonly verified: boolean;
  readonly needsSecondFactor: boolean;
  readonly createdAt: Date;
  readonly isClosed: boolean;
};

export const findOrganisationForOperator = (tx: Tx, id: string): Promise<OperatorOrganisation | undefined> =>
  tx
    .selectFrom("organisations")
    .select(["id", "name", "rc_number as rcNumber", "mfa_required as needsSecondFactor", "created_at as createdAt"])
    .select([sql<boolean>`verified_at is not null`.as("verified"), sql<boolean>`closed_at is not null`.as("isClosed")])
    .where("id", "=", id)
    .executeTakeFirst();

/** The open organisation with exactly this name; undefined if none or several have it. */
export async function findOrganisationIdByName(tx: Tx, name: string): Promise<string | undefined> {
  const rows = await tx
    .selectFrom("organisations")
    .select("id")
    .where(sql<boolean>`lower(name) = lower(${name})`)
    .where("closed_at", "is", null)
    .limit(2)
    .execute();
  return rows.length === 1 ? rows[0]?.id : undefined;
}

/** How many members are active and suspended. */
export async function countMembersByState(
  tx: Tx,
  organisationId: string,
): Promise<{ readonly active: number; readonly suspended: number }> {
  const rows = await tx
    .selectFrom("members")
    .select(["state", ({ fn }) => fn.countAll<bigint>().as("count")])
    .where("organisation_id", "=", organisationId)
    .where("state", "<>", "removed")
    .groupBy("state")
    .execute();
  const countOf = (state: string) => Number(rows.find((row) => row.state === state)?.count ?? 0);
  return { active: countOf("active"), suspended: countOf("suspended") };
}

/** How many active members have each built-in role, and `custom` for all roles that the organisation made. */
export async function countMembersByRole(
  tx: Tx,
  organisationId: string,
): Promise<readonly { readonly role: string; readonly members: number }[]> {
  const { rows } = await sql<{ role: string; members: number }>`
    select case when r.role = any (${[...builtInRoles]}::text[]) then r.role else 'custom' end as role, count(distinct m.user_id)::int as members
    from members m cross join lateral unnest(m.roles) as r (role)
    where m.organisation_id = ${organisationId} and m.state = 'active' group by 1 order by 2 desc, 1`.execute(tx);
  return rows;
}

/** The active owners, longest first; they get what is addressed to the organisation. */
export const findOwnersOfOrganisation = (tx: Tx, organisationId: string): Promise<readonly string[]> =>
  findActiveMembersWithRole(tx, organisationId, "owner");
