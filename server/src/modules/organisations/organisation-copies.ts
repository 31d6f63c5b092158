import type { Tx } from "../../database/database.ts";

/**
 * Inserts an organisation of another database, which may make checks, with one of its members; or gives its copy the
 * current name.
 */
export async function saveOrganisationCopy(
  tx: Tx,
  { id, name }: { readonly id: string; readonly name: string },
  userId: string,
): Promise<void> {
  await tx
    .insertInto("owners")
    .values({ id, kind: "organisation" })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .execute();
  await tx
    .insertInto("organisations")
    .values({ id, name, live_enabled: true })
    .onConflict((conflict) => conflict.column("id").doUpdateSet({ name, live_enabled: true }))
    .execute();
  await tx
    .insertInto("members")
    .values({ organisation_id: id, user_id: userId, roles: ["owner"] })
    .onConflict((conflict) => conflict.columns(["organisation_id", "user_id"]).doNothing())
    .execute();
}
