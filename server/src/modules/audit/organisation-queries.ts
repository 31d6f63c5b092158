import { startOfLagosDay } from "@idanimo/contract/date-format";
import { auditMonths } from "@idanimo/contract/organisations/audit";
import { sql } from "kysely";
import type { Tx } from "../../database/database.ts";
import { type Cursor, cursorUntilDay } from "../../kernel/cursor.ts";

export type OrganisationAuditFilter = {
  readonly memberId?: string | undefined;
  readonly action?: string | undefined;
  /** Days in Lagos, both included: `2026-11-28`. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
};

export type OrganisationAuditRow = {
  readonly id: string;
  readonly at: Date;
  /** In the database's full precision, for a cursor. */
  readonly at_text: string;
  /** Null for the product itself and its operators. */
  readonly member_id: string | null;
  readonly action: string;
  readonly object_id: string | null;
  readonly address_block: string | null;
};

/** The audit rows of an organisation, newest first: without reasons, which can name what a request was about [TM-17]. */
export async function findOrganisationAudit(
  tx: Tx,
  organisationId: string,
  { memberId, action, from, to }: OrganisationAuditFilter,
  { after, most }: { readonly after: Cursor | undefined; readonly most: number },
): Promise<readonly OrganisationAuditRow[]> {
  const behind = cursorUntilDay(after, to);
  const found = await sql<OrganisationAuditRow>`
    select id, at, at::text as at_text, case when actor_kind = 'user' then actor_id end as member_id, action, object_id, address_block
    from audit_log
    where organisation_id = ${organisationId} and at > product_now() - make_interval(months => ${auditMonths})
      ${memberId === undefined ? sql`` : sql`and actor_kind = 'user' and actor_id = ${memberId}`}
      ${action === undefined ? sql`` : sql`and action = ${action}`}
      ${from === undefined ? sql`` : sql`and at >= ${startOfLagosDay(from, 0)}::timestamptz`}
      ${behind === undefined ? sql`` : sql`and (at, id) < (${behind.at}::timestamptz, ${behind.id}::uuid)`}
    order by at desc, id desc limit ${most}`.execute(tx);
  return found.rows;
}
