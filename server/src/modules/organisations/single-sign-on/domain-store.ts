import { sql } from "kysely";
import { productNow, type Tx } from "../../../database/database.ts";

/** Queries for the email domains of organisations. */

export type DomainRow = {
  readonly domain: string;
  readonly token: string;
  readonly verified_at: Date | null;
};

const domainsOf = (tx: Tx, organisationId: string) =>
  tx.selectFrom("domains").select(["domain", "token", "verified_at"]).where("organisation_id", "=", organisationId);

export const findDomains = (tx: Tx, organisationId: string): Promise<readonly DomainRow[]> =>
  domainsOf(tx, organisationId).orderBy("domain").execute();

export const findDomain = (tx: Tx, organisationId: string, domain: string): Promise<DomainRow | undefined> =>
  domainsOf(tx, organisationId).where("domain", "=", domain).executeTakeFirst();

/** Serialises changes of one domain by several organisations. */
export async function lockDomain(tx: Tx, domain: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${domain}, 7311))`.execute(tx);
}

/** The organisation that has verified a domain. A closed one has none. */
export async function findDomainOwner(tx: Tx, domain: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom("domains as d")
    .innerJoin("organisations as g", "g.id", "d.organisation_id")
    .select("d.organisation_id")
    .where("d.domain", "=", domain)
    .where("d.verified_at", "is not", null)
    .where("g.closed_at", "is", null)
    .executeTakeFirst();
  return row?.organisation_id;
}

export async function insertDomain(tx: Tx, organisationId: string, domain: string, token: string): Promise<void> {
  await tx.insertInto("domains").values({ organisation_id: organisationId, domain, token }).execute();
}

/** Marks a domain as verified, after `lockDomain` and without another owner. */
export async function markDomainVerified(tx: Tx, organisationId: string, domain: string): Promise<void> {
  await tx // of a closed organisation
    .deleteFrom("domains")
    .where("domain", "=", domain)
    .where("organisation_id", "<>", organisationId)
    .where("verified_at", "is not", null)
    .execute();
  await tx
    .updateTable("domains")
    .set({ verified_at: productNow })
    .where("organisation_id", "=", organisationId)
    .where("domain", "=", domain)
    .where("verified_at", "is", null)
    .execute();
}

/** Frees all domains of an organisation. */
export async function deleteDomains(tx: Tx, organisationId: string): Promise<void> {
  await tx.deleteFrom("domains").where("organisation_id", "=", organisationId).execute();
}

/** @returns false without such a domain */
export async function deleteDomain(tx: Tx, organisationId: string, domain: string): Promise<boolean> {
  const row = await tx
    .deleteFrom("domains")
    .where("organisation_id", "=", organisationId)
    .where("domain", "=", domain)
    .returning("domain")
    .executeTakeFirst();
  return row !== undefined;
}
