import type { SsoState } from "@idanimo/contract/organisations/single-sign-on";
import { productNow, type Tx } from "../../../database/database.ts";

/** Queries for the OpenID Connect connections of organisations. */

export type ConnectionRow = {
  readonly issuer: string;
  readonly client_id: string;
  readonly client_secret_sealed: Buffer;
  readonly state: SsoState;
  readonly exempt_user_id: string | null;
};

export const findConnection = (tx: Tx, organisationId: string): Promise<ConnectionRow | undefined> =>
  tx
    .selectFrom("sso_connections as c")
    .innerJoin("organisations as g", "g.id", "c.organisation_id")
    .select(["c.issuer", "c.client_id", "c.client_secret_sealed", "c.state", "c.exempt_user_id"])
    .where("c.organisation_id", "=", organisationId)
    .where("g.closed_at", "is", null)
    .executeTakeFirst();

export async function upsertConnection(tx: Tx, organisationId: string, connection: ConnectionRow): Promise<void> {
  const values = { ...connection, changed_at: productNow };
  await tx
    .insertInto("sso_connections")
    .values({ organisation_id: organisationId, ...values })
    .onConflict((conflict) => conflict.column("organisation_id").doUpdateSet(values))
    .execute();
}

/** Turns off the connection of an organisation that closes, and forgets its secret. */
export async function endConnection(tx: Tx, organisationId: string): Promise<void> {
  await tx
    .updateTable("sso_connections")
    .set({ state: "off", client_secret_sealed: Buffer.alloc(0), exempt_user_id: null, changed_at: productNow })
    .where("organisation_id", "=", organisationId)
    .execute();
}

/** The organisation whose single sign-on is on for a domain. */
export type DomainSignOn = {
  readonly id: string;
  readonly name: string;
  readonly state: Exclude<SsoState, "off">;
  readonly exemptUserId: string | null;
};

export async function findSignOnOfDomain(tx: Tx, domain: string): Promise<DomainSignOn | undefined> {
  const row = await tx
    .selectFrom("domains as d")
    .innerJoin("sso_connections as c", "c.organisation_id", "d.organisation_id")
    .innerJoin("organisations as g", "g.id", "d.organisation_id")
    .select(["g.id", "g.name", "c.state", "c.exempt_user_id"])
    .where("d.domain", "=", domain)
    .where("d.verified_at", "is not", null)
    .where("c.state", "<>", "off")
    .where("g.closed_at", "is", null)
    .executeTakeFirst();
  if (!row || row.state === "off") return undefined;
  return { id: row.id, name: row.name, state: row.state, exemptUserId: row.exempt_user_id };
}
