import { sql } from "kysely";
import { productNow, type Tx } from "../../database/database.ts";
import type { HourlyStats } from "./rules.ts";

/** Statistics of each source called within the last hour, by name. */
export async function readHourlyStats(tx: Tx): Promise<ReadonlyMap<string, HourlyStats>> {
  const found = await sql<{
    provider: string;
    asked: number;
    answered: number;
    failed: number;
    seconds: number | null;
  }>`
    select provider, count(*)::int as asked,
      count(*) filter (where result in ('found', 'not_found'))::int as answered,
      count(*) filter (where result in ('failed', 'not_taken'))::int as failed,
      percentile_disc(0.5) within group (order by extract(epoch from finished_at - started_at)::float8)
        filter (where result in ('found', 'not_found')) as seconds
    from lookup_attempts where started_at > product_now() - interval '1 hour' group by provider`.execute(tx);
  return new Map(
    found.rows.map(({ provider, asked: requestCount, answered: responseCount, failed, seconds }) => [
      provider,
      { asked: requestCount, answered: responseCount, failed, medianSeconds: seconds },
    ]),
  );
}

export type Case = {
  readonly id: string;
  readonly kind: string;
  readonly objectId: string | null;
  readonly detail: string;
  readonly openedAt: Date;
  readonly closedAt: Date | null;
  readonly closedBy: string | null;
};

const caseColumns = ["id", "kind", "object_id", "detail", "opened_at", "closed_at", "closed_by"] as const;
type CaseRow = { id: string; kind: string; object_id: string | null; detail: string; opened_at: Date } & {
  closed_at: Date | null;
  closed_by: string | null;
};
const toCase = (row: CaseRow): Case => ({
  id: row.id,
  kind: row.kind,
  objectId: row.object_id,
  detail: row.detail,
  openedAt: row.opened_at,
  closedAt: row.closed_at,
  closedBy: row.closed_by,
});

/** Open cases, oldest first. */
export async function findOpenCases(tx: Tx): Promise<readonly Case[]> {
  const rows = await tx
    .selectFrom("cases")
    .select(caseColumns)
    .where("closed_at", "is", null)
    .orderBy("opened_at")
    .execute();
  return rows.map(toCase);
}

export async function findCase(tx: Tx, id: string): Promise<Case | undefined> {
  const row = await tx.selectFrom("cases").select(caseColumns).where("id", "=", id).executeTakeFirst();
  return row && toCase(row);
}

/** Closes a case; false if it is closed already or does not exist. */
export async function closeCase(tx: Tx, id: string, by: string): Promise<boolean> {
  const closed = await tx
    .updateTable("cases")
    .set({ closed_at: productNow, closed_by: by })
    .where("id", "=", id)
    .where("closed_at", "is", null)
    .returning("id")
    .executeTakeFirst();
  return closed !== undefined;
}

/** A payment as operators need it: nothing about the payer but the account id. */
export async function findPayment(tx: Tx, id: string) {
  return tx
    .selectFrom("payments")
    .select([
      "reference",
      "owner_id",
      "purpose",
      "state",
      "currency",
      "amount_minor",
      "provider",
      "provider_id",
      "quarantined_minor",
      "created_at",
    ])
    .where("id", "=", id)
    .executeTakeFirst();
}

export async function findRequesterId(tx: Tx, requestId: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom("verification_requests")
    .select("owner_id")
    .where("id", "=", requestId)
    .executeTakeFirst();
  return row?.owner_id;
}

/** The audit rows of an object, oldest first. */
export async function findAuditEntries(tx: Tx, objectId: string) {
  return tx
    .selectFrom("audit_log")
    .select(["at", "action", "reason"])
    .where("object_id", "=", objectId)
    .orderBy("at")
    .orderBy("id")
    .execute();
}
