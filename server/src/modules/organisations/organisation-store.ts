import { productNow, type Tx } from "../../database/database.ts";

/** Queries for organisations. */

export type OrganisationRow = {
  readonly id: string;
  readonly name: string;
  readonly rc_number: string | null;
  readonly office_address: string | null;
  readonly verified_at: Date | null;
  readonly live_enabled: boolean;
  readonly mfa_required: boolean;
  readonly idle_days: number;
  readonly default_role: string;
  readonly created_at: Date;
};

const columns = [
  "id",
  "name",
  "rc_number",
  "office_address",
  "verified_at",
  "live_enabled",
  "mfa_required",
  "idle_days",
  "default_role",
  "created_at",
] as const;

const openOrganisation = (tx: Tx, id: string) =>
  tx.selectFrom("organisations").select(columns).where("id", "=", id).where("closed_at", "is", null);

export const findOrganisation = (tx: Tx, id: string): Promise<OrganisationRow | undefined> =>
  openOrganisation(tx, id).executeTakeFirst();

/**
 * Locks an open organisation until the transaction ends. Changes of its members take this lock first, before wallets
 * and accounts, so that two of them decide one after the other.
 */
export const lockOrganisation = (tx: Tx, id: string): Promise<OrganisationRow | undefined> =>
  openOrganisation(tx, id).forUpdate().executeTakeFirst();

/** Creates an organisation with its owner row. */
export async function insertOrganisation(tx: Tx, id: string, name: string): Promise<void> {
  await tx.insertInto("owners").values({ id, kind: "organisation" }).execute();
  await tx.insertInto("organisations").values({ id, name }).execute();
}

export async function updateOrganisationColumns(
  tx: Tx,
  id: string,
  changes: Partial<Omit<OrganisationRow, "id" | "created_at">>,
): Promise<void> {
  if (Object.keys(changes).length === 0) return;
  await tx.updateTable("organisations").set(changes).where("id", "=", id).execute();
}

/** Closes a locked organisation and its owner's money. Its members stay on record; none of them can act for it. */
export async function closeOrganisationRow(tx: Tx, id: string, name: string): Promise<void> {
  await tx
    .updateTable("organisations")
    .set({ name, rc_number: null, office_address: null, verified_at: null, closed_at: productNow })
    .where("id", "=", id)
    .execute();
  await tx.updateTable("owners").set({ closed_at: productNow }).where("id", "=", id).execute();
}

/** Whether an organisation is closed; false if there is none. */
export async function isOrganisationClosed(tx: Tx, id: string): Promise<boolean> {
  const row = await tx.selectFrom("organisations").select("closed_at").where("id", "=", id).executeTakeFirst();
  return (row?.closed_at ?? null) !== null;
}

/** The organisations of which a user is an active member, by name. */
export const findMemberships = (tx: Tx, userId: string) =>
  tx
    .selectFrom("members as m")
    .innerJoin("organisations as g", "g.id", "m.organisation_id")
    .select(["g.id", "g.name", "g.verified_at", "m.roles"])
    .where("m.user_id", "=", userId)
    .where("m.state", "=", "active")
    .where("g.closed_at", "is", null)
    .orderBy("g.name")
    .orderBy("g.id")
    .execute();
