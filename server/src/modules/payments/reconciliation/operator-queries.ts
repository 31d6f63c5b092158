import { sql } from "kysely";
import type { Tx } from "../../../database/database.ts";
import { type Cursor, encodeCursor } from "../../../kernel/cursor.ts";
import { casesView } from "../../audit/index.ts";

/** Reconciliation queries for operators. */

export type ReconciledDay = {
  readonly day: string;
  readonly currency: string;
  readonly theirs_count: bigint;
  readonly theirs_minor: bigint;
  readonly ours_count: bigint;
  readonly ours_minor: bigint;
  readonly differences: bigint;
  readonly asked_at: Date;
};

/** The newest days first; leaves out currencies without movements on a day. */
export async function findReconciledDays(tx: Tx, most: number): Promise<readonly ReconciledDay[]> {
  const found = await sql<ReconciledDay>`
    select day::text as day, currency, theirs_count, theirs_minor, ours_count, ours_minor, differences, asked_at
    from reconciliation_days where day > (select max(day) from reconciliation_days) - ${most}::int
      and (theirs_count > 0 or ours_count > 0 or differences > 0)
    order by reconciliation_days.day desc, currency`.execute(tx);
  return found.rows;
}

/** The rows of some days before a day, newest first. @returns the day before which there are more; undefined if none */
export async function findReconciledDaysBefore(
  tx: Tx,
  before: string | undefined,
  days: number,
): Promise<{ readonly rows: readonly ReconciledDay[]; readonly next: string | undefined }> {
  const moved = sql`(theirs_count > 0 or ours_count > 0 or differences > 0)`;
  const found = await sql<ReconciledDay>`
    select day::text as day, currency, theirs_count, theirs_minor, ours_count, ours_minor, differences, asked_at
    from reconciliation_days where ${moved} and day in (
      select distinct day from reconciliation_days where ${moved} and day < ${before ?? "infinity"}::date
      order by day desc limit ${days + 1})
    order by reconciliation_days.day desc, currency`.execute(tx);
  const shown = [...new Set(found.rows.map(({ day }) => day))];
  const hidden = shown[days];
  return {
    rows: found.rows.filter(({ day }) => day !== hidden),
    next: hidden === undefined ? undefined : shown[days - 1],
  };
}

export type Difference = {
  readonly id: string;
  readonly kind: string;
  readonly day: string;
  readonly reference: string | null;
  readonly their_id: string | null;
  readonly payment_id: string | null;
  readonly their_currency: string | null;
  readonly their_minor: bigint | null;
  readonly our_currency: string | null;
  readonly our_minor: bigint | null;
  readonly found_at: Date;
  readonly resolved_at: Date | null;
  readonly cleared_at: Date | null;
};

const differenceColumns = sql`d.id, d.kind, d.day::text as day, d.reference, d.their_id, d.payment_id, d.their_currency, d.their_minor,
  d.our_currency, d.our_minor, d.found_at, d.resolved_at, d.cleared_at`;

/** Open differences, oldest first. */
export async function findOpenDifferences(tx: Tx, most: number): Promise<readonly Difference[]> {
  const found = await sql<Difference>`
    select ${differenceColumns} from reconciliation_differences d where d.resolved_at is null and d.cleared_at is null
    order by d.found_at, d.id limit ${most}`.execute(tx);
  return found.rows;
}

/** A page of open differences, oldest first, each with its open case and its own cursor. */
export async function findDifferencePage(
  tx: Tx,
  { after, limit }: { readonly after: Cursor | undefined; readonly limit: number },
): Promise<readonly (Difference & { readonly case_id: string | null; readonly cursor: string })[]> {
  const found = await sql<Difference & { case_id: string | null; at: string }>`
    select ${differenceColumns}, d.found_at::text as at, (select c.id from ${casesView} c
      where c.kind = 'reconciliation' and c.object_id = d.id and c.closed_at is null limit 1) as case_id
    from reconciliation_differences d where d.resolved_at is null and d.cleared_at is null
      ${after === undefined ? sql`` : sql`and (d.found_at, d.id) > (${after.at}::timestamptz, ${after.id}::uuid)`}
    order by d.found_at, d.id limit ${limit}`.execute(tx);
  return found.rows.map(({ at, ...row }) => ({ ...row, cursor: encodeCursor(at, row.id) }));
}

/** One difference by its id. */
export async function findDifference(tx: Tx, id: string): Promise<Difference | undefined> {
  const found =
    await sql<Difference>`select ${differenceColumns} from reconciliation_differences d where d.id = ${id}`.execute(tx);
  return found.rows[0];
}

export type ProviderListRow = {
  readonly their_id: string;
  readonly reference: string;
  readonly currency: string;
  readonly amount_minor: bigint;
  readonly state: string;
  readonly made_at: Date;
  readonly our_state: string | null;
  readonly our_minor: bigint | null;
};

/** A page of a day's list after an id, with our own state and amount of each row. */
export async function findProviderListRows(
  tx: Tx,
  day: string,
  after: string,
  most: number,
): Promise<readonly ProviderListRow[]> {
  const found = await sql<ProviderListRow>`
    select l.their_id, l.reference, l.currency, l.amount_minor, l.state, l.made_at, p.state as our_state,
      case when p.state = 'succeeded' then received_cash(p) else p.quarantined_minor end as our_minor
    from provider_transactions l left join payments p on p.reference = l.reference and p.provider = l.provider
    where l.day = ${day}::date and l.their_id > ${after} order by l.their_id limit ${most}`.execute(tx);
  return found.rows;
}
