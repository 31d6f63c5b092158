import { searchTypes } from "@idanimo/contract/catalogue";
import { purposeCodes } from "@idanimo/contract/consent";
import type { ApprovalRule } from "@idanimo/contract/organisations/approvals";
import type { Right } from "@idanimo/contract/organisations/rights";
import { rightsOf } from "@idanimo/contract/organisations/rights";
import { sql } from "kysely";
import type { Tx } from "../../../database/database.ts";

/** Queries for approval rules, and for the members who may decide. */

/** The rules of an organisation, oldest first. */
export const findApprovalRules = async (tx: Tx, organisationId: string): Promise<readonly ApprovalRule[]> =>
  (
    await tx
      .selectFrom("approval_rules")
      .select(["id", "search_types", "purposes", "above_minor", "enabled"])
      .where("organisation_id", "=", organisationId)
      .orderBy("created_at")
      .orderBy("id")
      .execute()
  ).map((row) => ({
    id: row.id,
    searchTypes: searchTypes.filter((type) => row.search_types.includes(type)),
    purposes: purposeCodes.filter((code) => row.purposes.includes(code)),
    above: row.above_minor,
    enabled: row.enabled,
  }));

/** @returns false if the rule to replace is missing, or the organisation has as many as it may */
export async function storeApprovalRule(
  tx: Tx,
  organisationId: string,
  rule: ApprovalRule,
  { isNew, most }: { readonly isNew: boolean; readonly most: number },
): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`approval_rules ${organisationId}`}, 0))`.execute(tx);
  const values = {
    search_types: rule.searchTypes,
    purposes: rule.purposes,
    above_minor: rule.above,
    enabled: rule.enabled,
  };
  if (!isNew) {
    const changed = await tx
      .updateTable("approval_rules")
      .set(values)
      .where("organisation_id", "=", organisationId)
      .where("id", "=", rule.id)
      .executeTakeFirst();
    return changed.numUpdatedRows === 1n;
  }
  if ((await findApprovalRules(tx, organisationId)).length >= most) return false;
  await tx
    .insertInto("approval_rules")
    .values({ id: rule.id, organisation_id: organisationId, ...values })
    .execute();
  return true;
}

/** Deletes all rules of an organisation. */
export async function deleteApprovalRules(tx: Tx, organisationId: string): Promise<void> {
  await tx.deleteFrom("approval_rules").where("organisation_id", "=", organisationId).execute();
}

/** @returns false if the organisation has no such rule */
export async function deleteApprovalRule(tx: Tx, organisationId: string, id: string): Promise<boolean> {
  const deleted = await tx
    .deleteFrom("approval_rules")
    .where("organisation_id", "=", organisationId)
    .where("id", "=", id)
    .executeTakeFirst();
  return deleted.numDeletedRows === 1n;
}

/** The active members who have a right. */
export const findMembersWithRight = async (tx: Tx, organisationId: string, right: Right): Promise<readonly string[]> =>
  (await findRightsOfMembers(tx, organisationId, right)).map(({ userId }) => userId);

/** The active members who have a right, or all of them, with all their rights. */
export async function findRightsOfMembers(
  tx: Tx,
  organisationId: string,
  right: Right | null,
): Promise<readonly { readonly userId: string; readonly rights: ReadonlySet<Right> }[]> {
  const found = await sql<{ user_id: string; roles: string[]; custom: string[] }>`
    select m.user_id, m.roles, coalesce((
      select array_agg(g.granted) from roles r cross join lateral unnest(r.rights) g (granted)
      where r.organisation_id = m.organisation_id and r.id::text = any (m.roles)), '{}') as custom
    from members m where m.organisation_id = ${organisationId} and m.state = 'active' order by m.user_id`.execute(tx);
  return found.rows
    .map((row) => ({ userId: row.user_id, rights: rightsOf(row.roles, row.custom) }))
    .filter(({ rights }) => right === null || rights.has(right));
}
