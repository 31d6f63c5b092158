import { sql } from "kysely";
import { productNow, type Tx } from "../../database/database.ts";
import { findNewestHead } from "../audit/index.ts";
import { consentCounts, firstConsentAt } from "../consent/index.ts";
import { purgeCounts } from "../verification/index.ts";

/** Counted events, in the table's order. */
export const countedEvents = [
  "asked",
  "granted",
  "denied",
  "unanswered",
  "unreached",
  "withdrawn",
  "deleted",
  "deleted_on_time",
] as const;
export type EventCounts = Readonly<Record<(typeof countedEvents)[number], bigint>>;

/** A deletion within this many seconds after it was due is on time. */
export const onTimeSeconds = 60;
/** A day is counted this long after it ended, so that its last jobs are finished. */
const settledMinutes = 10;
/** Maximum number of days that one run counts. */
const maxDaysPerRun = 100;

/**
 * Counts each complete Lagos day that is not counted yet, oldest first and once; later runs catch up on missed
 * days. A consent without a decision counts on the day of its deadline.
 */
export async function countDays(tx: Tx): Promise<void> {
  await sql`
    insert into transparency_days (day, asked, granted, denied, unanswered, unreached, withdrawn, deleted, deleted_on_time)
    select d.day, c.asked, c.granted, c.denied, c.unanswered, c.unreached, c.withdrawn, r.deleted, r.on_time
    from (
      select first.day + after as day from (
        select coalesce((select max(day) + 1 from transparency_days), (${firstConsentAt} at time zone 'Africa/Lagos')::date) as day
      ) first cross join generate_series(0, ${maxDaysPerRun - 1}::int) after
      where first.day + after < ((product_now() - make_interval(mins => ${settledMinutes}::int)) at time zone 'Africa/Lagos')::date
    ) d
    cross join lateral (select d.day::timestamp at time zone 'Africa/Lagos' as from_at, (d.day + 1)::timestamp at time zone 'Africa/Lagos' as to_at) t
    cross join lateral ${consentCounts(sql`t.from_at`, sql`t.to_at`)} c
    cross join lateral ${purgeCounts(sql`t.from_at`, sql`t.to_at`, onTimeSeconds)} r
    order by d.day
    on conflict do nothing`.execute(tx);
}

export type CountedDay = EventCounts & { readonly day: string };

/** The public counts. */
export type Transparency = {
  /** Newest first, up to the requested number. */
  readonly days: readonly CountedDay[];
  readonly total: EventCounts & { readonly days: number };
  /** When the newest day was counted. */
  readonly countedAt: Date | null;
  /** The head of the sealed audit at the end of the newest complete day. */
  readonly head: { readonly day: string; readonly position: bigint; readonly hash: string } | null;
  readonly now: Date;
};

export async function readTransparency(tx: Tx, maxDays: number): Promise<Transparency> {
  const days = await tx
    .selectFrom("transparency_days")
    .select(countedEvents)
    .select(sql<string>`day::text`.as("day"))
    .orderBy("transparency_days.day", "desc")
    .limit(maxDays)
    .execute();
  const total = await tx
    .selectFrom("transparency_days")
    .select(countedEvents.map((name) => sql<bigint>`coalesce(sum(${sql.ref(name)}), 0)::bigint`.as(name)))
    .select([
      sql<number>`count(*)::int`.as("days"),
      sql<Date | null>`max(counted_at)`.as("countedAt"),
      productNow.as("now"),
    ])
    .executeTakeFirstOrThrow();
  const head = await findNewestHead(tx);
  const { countedAt, now, ...sums } = total;
  return { days, total: sums, countedAt, head, now };
}
