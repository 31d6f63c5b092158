import { savedViewsMax } from "@idanimo/contract/limits";
import { sql } from "kysely";
import type { Tx } from "../../../database/database.ts";

/** Queries for saved views. No decisions here. */

export async function findSavedViews(
  tx: Tx,
  ownerId: string,
): Promise<readonly { readonly name: string; readonly filters: unknown }[]> {
  return tx
    .selectFrom("saved_views")
    .select(["name", "filters"])
    .where("owner_id", "=", ownerId)
    .orderBy("name")
    .execute();
}

/**
 * Stores a view at the first free position, or in place of one of the same name.
 * @returns false if all positions are taken
 */
export async function storeSavedView(tx: Tx, ownerId: string, name: string, filters: object): Promise<boolean> {
  // two calls at once would choose the same position
  await sql`select pg_advisory_xact_lock(hashtextextended(${`saved_views ${ownerId}`}, 0))`.execute(tx);
  const stored = await sql`
    insert into saved_views (owner_id, position, name, filters)
    select ${ownerId}::uuid, position, ${name}, ${JSON.stringify(filters)}::jsonb from (
      select coalesce((select v.position from saved_views v where v.owner_id = ${ownerId} and v.name = ${name}), min(free)) as position
      from generate_series(1, ${savedViewsMax}::int) free
      where not exists (select from saved_views v where v.owner_id = ${ownerId} and v.position = free)) place
    where position is not null
    on conflict (owner_id, name) do update set filters = excluded.filters`.execute(tx);
  return stored.numAffectedRows === 1n;
}

export async function deleteSavedView(tx: Tx, ownerId: string, name: string): Promise<void> {
  await tx.deleteFrom("saved_views").where("owner_id", "=", ownerId).where("name", "=", name).execute();
}

/** Deletes every saved view of an account. */
export async function deleteSavedViewsOfAccount(tx: Tx, ownerId: string): Promise<void> {
  await tx.deleteFrom("saved_views").where("owner_id", "=", ownerId).execute();
}
