import { sql } from "kysely";
import type { Tx } from "../../database/database.ts";
import type { CustomRole } from "./rules.ts";

/** Queries for custom roles. */

export const findRoles = (tx: Tx, organisationId: string): Promise<readonly CustomRole[]> =>
  tx
    .selectFrom("roles")
    .select(["id", "name", "rights"])
    .where("organisation_id", "=", organisationId)
    .orderBy("name")
    .execute();

/** The custom roles of several organisations. */
export const findRolesOfAll = (tx: Tx, organisationIds: readonly string[]): Promise<readonly CustomRole[]> =>
  tx
    .selectFrom("roles")
    .select(["id", "name", "rights"])
    .where(sql<boolean>`organisation_id = any (${[...organisationIds]}::uuid[])`)
    .execute();

/** Creates or replaces a role. The organisation's lock makes its name unique. */
export async function upsertRole(tx: Tx, organisationId: string, role: CustomRole): Promise<void> {
  const { name, rights } = role;
  await tx
    .insertInto("roles")
    .values({ id: role.id, organisation_id: organisationId, name, rights: [...rights] })
    .onConflict((conflict) => conflict.column("id").doUpdateSet({ name, rights: [...rights] }))
    .execute();
}

export async function deleteRole(tx: Tx, organisationId: string, id: string): Promise<void> {
  await tx.deleteFrom("roles").where("organisation_id", "=", organisationId).where("id", "=", id).execute();
}

/** Whether a member, an open invitation, a directory's group or the settings use a role. */
export async function isRoleInUse(tx: Tx, organisationId: string, id: string): Promise<boolean> {
  const found = await sql<{ used: boolean }>`select
    exists (select from members where organisation_id = ${organisationId} and state <> 'removed' and ${id} = any (roles))
    or exists (select from invitations where organisation_id = ${organisationId} and used_at is null and revoked_at is null
      and expires_at > product_now() and ${id} = any (roles))
    or exists (select from scim_groups where organisation_id = ${organisationId} and role = ${id})
    or exists (select from organisations where id = ${organisationId} and default_role = ${id}) as used`.execute(tx);
  return found.rows[0]?.used === true;
}
