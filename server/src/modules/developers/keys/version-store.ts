import type { ApiVersion } from "@idanimo/contract/developers/versions";
import { productNow, type Tx } from "../../../database/database.ts";

/** Queries for the version to which an organisation is pinned. [DP-16] */

/** Pins an organisation at the first call of a key; a concurrent first call may win. */
export async function pinVersion(tx: Tx, organisationId: string, version: ApiVersion): Promise<void> {
  await tx
    .insertInto("api_version_pins")
    .values({ organisation_id: organisationId, version })
    .onConflict((conflict) => conflict.column("organisation_id").doNothing())
    .execute();
}

export async function changePin(tx: Tx, organisationId: string, version: ApiVersion): Promise<void> {
  await tx
    .insertInto("api_version_pins")
    .values({ organisation_id: organisationId, version })
    .onConflict((conflict) => conflict.column("organisation_id").doUpdateSet({ version, pinned_at: productNow }))
    .execute();
}

export async function findPin(tx: Tx, organisationId: string): Promise<string | null> {
  const row = await tx
    .selectFrom("api_version_pins")
    .select("version")
    .where("organisation_id", "=", organisationId)
    .executeTakeFirst();
  return row?.version ?? null;
}

export async function deletePin(tx: Tx, organisationId: string): Promise<void> {
  await tx.deleteFrom("api_version_pins").where("organisation_id", "=", organisationId).execute();
}

/** The product's time, which decides whether a version has ended. */
export async function readNow(tx: Tx): Promise<Date> {
  const { now } = await tx.selectNoFrom(productNow.as("now")).executeTakeFirstOrThrow();
  return now;
}
