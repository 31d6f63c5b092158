import { breachHours, type commissionOutcomes } from "@idanimo/contract/console/breaches";
import type { SearchType } from "@idanimo/contract/catalogue";
import { sql } from "kysely";
import { productNow, type Tx } from "../../database/database.ts";
import { type Cursor, encodeCursor } from "../../kernel/cursor.ts";

/** Breaches that operators handle, and the requests that each affected. Ids and counts only. [OC-16] */

export type CommissionOutcome = (typeof commissionOutcomes)[number];

export type BreachCounts = {
  readonly requests: number;
  readonly people: number;
  readonly unidentified: number;
  readonly accounts: number;
  readonly opened: number;
  readonly openings: number;
  readonly readable: number;
};

export type Breach = {
  readonly id: string;
  /** The first and the last time at which someone may have had access. */
  readonly since: Date;
  readonly until: Date;
  /** Only what this account could reach; null: everything. */
  readonly account: string | null;
  readonly description: string;
  readonly noticedAt: Date;
  readonly dueAt: Date;
  readonly startedBy: string;
  readonly counts: BreachCounts | null;
  readonly notifiedAt: Date | null;
  readonly reached: number | null;
  readonly unreachable: number | null;
  readonly commission: CommissionOutcome | null;
  readonly commissionReason: string | null;
  readonly commissionBy: string | null;
  readonly commissionAt: Date | null;
  /** Until the clock runs out. */
  readonly minutesLeft: number;
};

const breachQuery = (tx: Tx) =>
  tx
    .selectFrom("breaches")
    .select(["id", "description", "noticed_at as noticedAt", "due_at as dueAt", "since", "until"])
    .select(["account_id as account", "started_by as startedBy", "counts", "notified_at as notifiedAt"])
    .select(["people_reached as reached", "people_unreachable as unreachable", "commission"])
    .select(["commission_reason as commissionReason", "commission_by as commissionBy", "commission_at as commissionAt"])
    .select(sql<number>`floor(extract(epoch from due_at - product_now()) / 60)::float8`.as("minutesLeft"));

export const findBreach = (tx: Tx, id: string): Promise<Breach | undefined> =>
  breachQuery(tx).where("id", "=", id).executeTakeFirst();

/** Locks a breach, so that decisions about it come one after the other. */
export const lockBreach = (tx: Tx, id: string): Promise<Breach | undefined> =>
  breachQuery(tx).where("id", "=", id).forUpdate().executeTakeFirst();

type Page = { readonly after: Cursor | undefined; readonly limit: number };

/** A page of breaches, the one noticed last first, each with its cursor. */
export async function findBreachPage(
  tx: Tx,
  { after, limit }: Page,
): Promise<readonly (Breach & { readonly cursor: string })[]> {
  const rows = await breachQuery(tx)
    .select(sql<string>`noticed_at::text`.as("at"))
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(noticed_at, id) < (${after?.at}::timestamptz, ${after?.id}::uuid)`),
    )
    .orderBy("noticed_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
  return rows.map(({ at, ...row }) => ({ ...row, cursor: encodeCursor(at, row.id) }));
}

type NewBreach = Pick<Breach, "id" | "description" | "noticedAt" | "startedBy" | "since" | "until" | "account">;

export async function insertBreach(tx: Tx, made: NewBreach): Promise<void> {
  const noticedAt = sql<Date>`${made.noticedAt}::timestamptz`;
  await tx
    .insertInto("breaches")
    .values({
      id: made.id,
      description: made.description,
      noticed_at: noticedAt,
      due_at: sql<Date>`${noticedAt} + make_interval(hours => ${breachHours}::int)`,
      since: made.since,
      until: made.until,
      account_id: made.account,
      started_by: made.startedBy,
    })
    .execute();
}

/** Records what was decided about the Commission. The caller has locked the breach. */
export async function decideBreachCommission(
  tx: Tx,
  id: string,
  decided: { readonly outcome: CommissionOutcome; readonly reason: string; readonly by: string },
): Promise<void> {
  await tx
    .updateTable("breaches")
    .set({
      commission: decided.outcome,
      commission_reason: decided.reason,
      commission_by: decided.by,
      commission_at: productNow,
    })
    .where("id", "=", id)
    .execute();
}

/** The number of breaches whose clock runs, and the one that is due next. */
export async function summariseBreaches(tx: Tx) {
  const found = await sql<{ count: number; openedAt: Date | null; dueAt: Date | null }>`
    select count(*)::int as count, min(noticed_at) as "openedAt", min(due_at) as "dueAt"
    from breaches where commission is null`.execute(tx);
  return found.rows[0] ?? { count: 0, openedAt: null, dueAt: null };
}

// the requests

export type BreachRequest = {
  readonly requestId: string;
  readonly ownerId: string;
  readonly searchType: SearchType;
  readonly createdAt: Date;
  /** How often its record was opened in the period. */
  readonly opened: number;
  /** Whether its key was still stored. */
  readonly readable: boolean;
};

export async function deleteBreachRequests(tx: Tx, breachId: string): Promise<void> {
  await tx.deleteFrom("breach_requests").where("breach_id", "=", breachId).execute();
}

export async function insertBreachRequests(tx: Tx, breachId: string, rows: readonly BreachRequest[]): Promise<void> {
  await tx
    .insertInto("breach_requests")
    .values(
      rows.map((row) => ({
        breach_id: breachId,
        request_id: row.requestId,
        account_id: row.ownerId,
        search_type: row.searchType,
        created_at: row.createdAt,
        opened: row.opened,
        readable: row.readable,
      })),
    )
    .execute();
}

/** Records the counts, once. @returns false if another run did meanwhile */
export async function recordBreachCounts(tx: Tx, id: string, counts: BreachCounts): Promise<boolean> {
  const row = await tx
    .updateTable("breaches")
    .set({ listed_at: productNow, counts: JSON.stringify(counts) })
    .where("id", "=", id)
    .where("listed_at", "is", null)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

export async function recordBreachNotice(
  tx: Tx,
  id: string,
  { reached, unreachable }: { readonly reached: number; readonly unreachable: number },
): Promise<void> {
  await tx
    .updateTable("breaches")
    .set({ notified_at: productNow, people_reached: reached, people_unreachable: unreachable })
    .where("id", "=", id)
    .execute();
}

/** A page of the affected requests, oldest first, each with its cursor. */
export async function findBreachRequestPage(tx: Tx, breachId: string, { after, limit }: Page) {
  const rows = await tx
    .selectFrom("breach_requests")
    .select(["request_id as requestId", "account_id as accountId", "search_type as searchType"])
    .select(["created_at as createdAt", "opened", "readable", sql<string>`created_at::text`.as("at")])
    .where("breach_id", "=", breachId)
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(created_at, request_id) > (${after?.at}::timestamptz, ${after?.id}::uuid)`),
    )
    .orderBy("created_at")
    .orderBy("request_id")
    .limit(limit)
    .execute();
  return rows.map(({ at, ...row }) => ({ ...row, cursor: encodeCursor(at, row.requestId) }));
}

/** The affected requests by kind of check, most first. */
export async function findBreachTypes(tx: Tx, breachId: string) {
  const found = await sql<{ searchType: SearchType; requests: number; opened: number }>`
    select search_type as "searchType", count(*)::int as requests, count(*) filter (where opened > 0)::int as opened
    from breach_requests where breach_id = ${breachId}
    group by search_type order by requests desc, search_type`.execute(tx);
  return found.rows;
}
