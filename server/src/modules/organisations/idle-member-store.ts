import { idleFinalWarningDays, idleWarningDays } from "@idanimo/contract/organisations/limits";
import { sql } from "kysely";
import { productNow, type Tx } from "../../database/database.ts";

/** Queries for members without activity. */

export type IdleMember = {
  readonly organisation_id: string;
  readonly user_id: string;
  readonly last_active_at: Date;
  /** What is due. */
  readonly step: "first_warning" | "final_warning" | "suspend";
  readonly now: Date;
};

/**
 * Active members for whom a step is due, in a fixed order. Warnings from before their last activity do not count.
 */
export async function findIdleMembers(
  tx: Tx,
  { organisationId = null, most }: { readonly organisationId?: string | null; readonly most: number },
): Promise<readonly IdleMember[]> {
  const found = await sql<IdleMember>`
    select i.organisation_id, i.user_id, i.last_active_at, i.step, product_now() as now from (
      select m.organisation_id, m.user_id, m.last_active_at,
        case
          when coalesce(w.warning, 0) = 0 and due.at <= product_now() + make_interval(days => ${idleWarningDays}) then 'first_warning'
          when w.warning = 1 and due.at <= product_now() + make_interval(days => ${idleFinalWarningDays}) then 'final_warning'
          when w.warning = 2 and due.at <= product_now() and m.idle_warned_at <= product_now() - make_interval(days => ${idleFinalWarningDays}) then 'suspend'
        end as step
      from members m
      join organisations o on o.id = m.organisation_id and o.closed_at is null
      cross join lateral (select m.last_active_at + make_interval(days => o.idle_days) as at) due
      cross join lateral (select case when m.idle_warned_at > m.last_active_at then m.idle_warning end as warning) w
      where m.state = 'active' and (${organisationId}::uuid is null or m.organisation_id = ${organisationId})) i
    where i.step is not null order by i.organisation_id, i.user_id limit ${most}`.execute(tx);
  return found.rows;
}

export async function markMemberWarned(tx: Tx, member: IdleMember, warning: 1 | 2): Promise<void> {
  await tx
    .updateTable("members")
    .set({ idle_warned_at: productNow, idle_warning: warning })
    .where("organisation_id", "=", member.organisation_id)
    .where("user_id", "=", member.user_id)
    .execute();
}
