import { sql } from "kysely";
import { productNow, type Tx } from "../../../database/database.ts";

/** Queries for the groups of directories. */

export type ScimGroupRow = {
  readonly scim_id: string;
  readonly external_id: string | null;
  readonly name: string;
  readonly role: string | null;
  readonly created_at: Date;
  readonly modified_at: Date;
  readonly members: readonly string[];
};

/** The groups of an organisation by name, with the ids of their members. */
export async function findScimGroups(
  tx: Tx,
  organisationId: string,
  scimId: string | null = null,
): Promise<readonly ScimGroupRow[]> {
  const { rows } = await sql<ScimGroupRow>`
    select g.scim_id, g.external_id, g.name, g.role, g.created_at, g.modified_at,
      array(select m.user_id::text from scim_group_members m where m.scim_id = g.scim_id order by m.user_id) as members
    from scim_groups g where g.organisation_id = ${organisationId} and (${scimId}::uuid is null or g.scim_id = ${scimId})
    order by lower(g.name), g.scim_id`.execute(tx);
  return rows;
}

export const findScimGroup = async (tx: Tx, organisationId: string, scimId: string) =>
  (await findScimGroups(tx, organisationId, scimId))[0];

export type GroupFacts = { readonly name: string; readonly externalId: string | null };

export async function insertScimGroup(
  tx: Tx,
  organisationId: string,
  scimId: string,
  { name, externalId }: GroupFacts,
): Promise<void> {
  await tx
    .insertInto("scim_groups")
    .values({ scim_id: scimId, organisation_id: organisationId, name, external_id: externalId })
    .execute();
}

export async function updateScimGroup(tx: Tx, scimId: string, { name, externalId }: GroupFacts): Promise<void> {
  await tx
    .updateTable("scim_groups")
    .set({ name, external_id: externalId, modified_at: productNow })
    .where("scim_id", "=", scimId)
    .execute();
}

export async function setScimGroupRole(tx: Tx, scimId: string, role: string | null): Promise<void> {
  await tx.updateTable("scim_groups").set({ role }).where("scim_id", "=", scimId).execute();
}

/** Makes these the members of a group. */
export async function setScimGroupMembers(
  tx: Tx,
  organisationId: string,
  scimId: string,
  userIds: readonly string[],
): Promise<void> {
  const members = sql`${[...userIds]}::uuid[]`;
  await sql`delete from scim_group_members where scim_id = ${scimId} and user_id <> all (${members})`.execute(tx);
  await sql`insert into scim_group_members (organisation_id, scim_id, user_id)
    select ${organisationId}, ${scimId}, user_id from unnest(${members}) as added (user_id)
    on conflict do nothing`.execute(tx);
}

export async function deleteScimGroup(tx: Tx, scimId: string): Promise<void> {
  await tx.deleteFrom("scim_groups").where("scim_id", "=", scimId).execute();
}
