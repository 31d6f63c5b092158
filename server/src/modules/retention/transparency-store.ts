import { sql } from "kysely";
import { productNow, type Tx } from "../../database/database.ts";

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
    select d.day, c.asked, e.granted, e.denied, c.unanswered, e.wrong_person + u.unreached, e.withdrawn, r.deleted, r.on_time
    from (
      select first.day + after as day from (
        select coalesce((select max(day) + 1 from transparency_days), (select (min(created_at) at time zone 'Africa/Lagos')::date from consents)) as day
      ) first cross join generate_series(0, ${maxDaysPerRun - 1}::int) after
      where first.day + after < ((product_now() - make_interval(mins => ${settledMinutes}::int)) at time zone 'Africa/Lagos')::date
    ) d
    cross join lateral (select d.day::timestamp at time zone 'Africa/Lagos' as from_at, (d.day + 1)::timestamp at time zone 'Africa/Lagos' as to_at) t
    cross join lateral (
      select
        (select count(*) from consents where asked_at >= t.from_at and asked_at < t.to_at) as asked,
        (select count(*) from consents q left join purchase_items i on i.id = q.request_id
         where q.deadline >= t.from_at and q.deadline < t.to_at and (q.state = 'pending' or i.outcome = 'UNANSWERED')) as unanswered
    ) c
    cross join lateral (
      select count(*) filter (where event = 'granted') as granted, count(*) filter (where event = 'denied') as denied,
        count(*) filter (where event = 'withdrawn') as withdrawn, count(*) filter (where event = 'wrong_person') as wrong_person
      from consent_evidence where at >= t.from_at and at < t.to_at
    ) e
    cross join lateral (
      select count(*) as unreached from consents q join audit_log a on a.object_id = q.request_id and a.action = 'consent_unreachable'
      where q.asked_at >= t.from_at - interval '8 days' and q.asked_at < t.to_at and a.at >= t.from_at and a.at < t.to_at
    ) u
    cross join lateral (
      select count(*) as deleted,
        count(*) filter (where purge_due_at is null or purged_at <= purge_due_at + make_interval(secs => ${onTimeSeconds}::int)) as on_time
      from verification_requests where purged_at >= t.from_at and purged_at < t.to_at
    ) r
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
  const head = await sql<{ day: string; position: bigint; hash: string }>`
    select day::text as day, position, encode(hash, 'hex') as hash from audit_heads order by audit_heads.day desc limit 1`.execute(
    tx,
  );
  const { countedAt, now, ...sums } = total;
  return { days, total: sums, countedAt, head: head.rows[0] ?? null, now };
}
