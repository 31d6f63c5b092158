import { sql } from "kysely";
import { productNow, type Tx } from "../../../database/database.ts";

/** Queries for what directories say about members. */

export type ScimUserRow = {
  readonly user_id: string;
  readonly external_id: string | null;
  readonly given_name: string | null;
  readonly family_name: string | null;
  readonly display_name: string | null;
  readonly given_roles: readonly string[];
  readonly created_at: Date;
  readonly modified_at: Date;
};

export const findScimUsers = (tx: Tx, organisationId: string): Promise<readonly ScimUserRow[]> =>
  tx
    .selectFrom("scim_users")
    .select(["user_id", "external_id", "given_name", "family_name", "display_name", "given_roles"])
    .select(["created_at", "modified_at"])
    .where("organisation_id", "=", organisationId)
    .execute();

export type DirectoryFacts = {
  readonly externalId: string | null;
  readonly givenName: string | null;
  readonly familyName: string | null;
  readonly displayName: string | null;
};

/** Stores what a directory says about a member. */
export async function upsertScimUser(
  tx: Tx,
  organisationId: string,
  userId: string,
  facts: DirectoryFacts,
): Promise<void> {
  const columns = {
    external_id: facts.externalId,
    given_name: facts.givenName,
    family_name: facts.familyName,
    display_name: facts.displayName,
  };
  await tx
    .insertInto("scim_users")
    .values({ organisation_id: organisationId, user_id: userId, ...columns })
    .onConflict((conflict) =>
      conflict.columns(["organisation_id", "user_id"]).doUpdateSet({ ...columns, modified_at: productNow }),
    )
    .execute();
}

/** Links members who joined in another way, so that groups can contain them. */
export async function linkScimUsers(tx: Tx, organisationId: string, userIds: readonly string[]): Promise<void> {
  await sql`insert into scim_users (organisation_id, user_id)
    select ${organisationId}, user_id from unnest(${[...userIds]}::uuid[]) as linked (user_id)
    on conflict do nothing`.execute(tx);
}

export async function setGivenRoles(
  tx: Tx,
  organisationId: string,
  userId: string,
  roles: readonly string[],
): Promise<void> {
  await tx
    .updateTable("scim_users")
    .set({ given_roles: [...roles] })
    .where("organisation_id", "=", organisationId)
    .where("user_id", "=", userId)
    .execute();
}

/** Forgets what the directory said about a former member, with their places in groups. */
export async function deleteScimUser(tx: Tx, organisationId: string, userId: string): Promise<void> {
  await tx
    .deleteFrom("scim_users")
    .where("organisation_id", "=", organisationId)
    .where("user_id", "=", userId)
    .execute();
}
