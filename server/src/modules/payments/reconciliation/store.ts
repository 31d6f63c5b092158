import type { PaymentState } from "@idanimo/contract/verification-states";
import { sql } from "kysely";
import { secondsFromNow, productNow, type Tx } from "../../../database/database.ts";
import type { IdSource } from "../../../kernel/ids.ts";
import type { ListedPage } from "../../../providers/card-payments/port.ts";
import { type LedgerPayment, type DifferenceKind, storableReference, type ProviderTransaction } from "./rules.ts";

/** Queries of the provider's list and its differences. Days are Lagos days as text. */

/** Hours after midnight from which the previous day is compared, so that the provider's list is complete. */
const dayClosesAfterHours = 2;
/** A claim that is not renewed for this long belongs to a dead process. */
const claimSeconds = 180;
/** Maximum number of days to catch up with. */
const maxDaysBack = 35;

/** A day not compared since a past timestamp. */
export type DueDay = { readonly day: string; readonly since: Date };

/**
 * Days that have ended and are due, oldest first. Each one is compared again on the two following nights, because a
 * provider may settle late.
 */
export async function findDueDays(tx: Tx, provider: string): Promise<readonly DueDay[]> {
  const closes = `interval '1 day ${dayClosesAfterHours} hours'`;
  const found = await sql<DueDay>`
    with newest as (
      select (product_now() at time zone 'Africa/Lagos' - ${sql.raw(closes)})::date as day
    ), oldest as (
      select least(n.day - 2, (select min(a.day) from reconciliation_runs a where a.provider = ${provider})) as day from newest n
    ), days as (
      select d.day::date as day, ((case when d.day::date >= n.day - 2 then n.day else d.day::date end)::timestamp
        + ${sql.raw(closes)}) at time zone 'Africa/Lagos' as since
      from newest n, oldest o, generate_series(greatest(o.day, n.day - ${maxDaysBack}::int), n.day, interval '1 day') d (day)
    )
    select d.day::text as day, d.since from days d left join reconciliation_runs a on a.provider = ${provider} and a.day = d.day
    where a.asked_at is null or a.asked_at < d.since order by d.day`.execute(tx);
  return found.rows;
}

/** Whether a day has ended. */
export async function hasDayEnded(tx: Tx, day: string): Promise<boolean> {
  const found = await sql<{ over: boolean }>`
    select (product_now() at time zone 'Africa/Lagos')::date > ${day}::date as over`.execute(tx);
  return found.rows[0]?.over === true;
}

export type DayClaim = { readonly began: Date; readonly tries: number };

/**
 * Claims a day for this process; undefined while another process has it.
 * @param since undefined is also returned if the day was compared since then
 */
export async function claimDay(tx: Tx, provider: string, day: string, since?: Date): Promise<DayClaim | undefined> {
  const found = await sql<DayClaim>`
    insert into reconciliation_runs as a (provider, day, tries, tried_since, claimed_until)
    values (${provider}, ${day}::date, 1, product_now(), ${secondsFromNow(claimSeconds)})
    on conflict (provider, day) do update set tries = a.tries + 1, tried_since = coalesce(a.tried_since, product_now()),
      claimed_until = excluded.claimed_until
    where (a.claimed_until is null or a.claimed_until < product_now())
      and (a.asked_at is null or a.asked_at < coalesce(${since ?? null}::timestamptz, 'infinity'))
    returning product_now() as began, tries`.execute(tx);
  return found.rows[0];
}

export async function renewClaim(tx: Tx, provider: string, day: string): Promise<void> {
  await sql`update reconciliation_runs set claimed_until = ${secondsFromNow(claimSeconds)}
    where provider = ${provider} and day = ${day}::date`.execute(tx);
}

/**
 * Releases a claim.
 * @returns whether the day has failed for more than a day
 */
export async function releaseDay(tx: Tx, provider: string, day: string, isDone: boolean): Promise<boolean> {
  const found = await sql<{ long: boolean }>`
    update reconciliation_runs set claimed_until = null,
      asked_at = case when ${isDone} then product_now() else asked_at end, tries = case when ${isDone} then 0 else tries end,
      tried_since = case when ${isDone} then null else tried_since end
    where provider = ${provider} and day = ${day}::date
    returning coalesce(tried_since < product_now() - interval '1 day', false) as long`.execute(tx);
  return found.rows[0]?.long === true;
}

/** Stores or updates one page of the list. */
export async function storeProviderPage(tx: Tx, provider: string, page: ListedPage): Promise<void> {
  // a list that changes during paging may show a row twice; the later one counts
  const transactions = [...new Map(page.transactions.map((one) => [one.providerId, one])).values()];
  const refunds = [...new Map(page.refunds.map((one) => [one.providerId, one])).values()];
  if (transactions.length > 0)
    await sql`insert into provider_transactions as t (provider, their_id, reference, currency, amount_minor, state, made_at, listed_at)
      select ${provider}, l.*, product_now() from unnest(
        ${transactions.map((one) => one.providerId)}::text[],
        ${transactions.map((one) => storableReference(one.reference))}::text[],
        ${transactions.map((one) => one.currency)}::text[], ${transactions.map((one) => one.minor)}::bigint[],
        ${transactions.map((one) => one.state)}::text[], ${transactions.map((one) => one.madeAt)}::timestamptz[]) l
      on conflict (provider, their_id) do update set reference = excluded.reference, currency = excluded.currency,
        amount_minor = excluded.amount_minor, state = excluded.state, made_at = excluded.made_at, listed_at = excluded.listed_at`.execute(
      tx,
    );
  if (refunds.length > 0)
    await sql`insert into provider_refunds (provider, their_id, refunded_id, amount_minor, made_at, listed_at)
      select ${provider}, l.*, product_now() from unnest(
        ${refunds.map((one) => one.providerId)}::text[], ${refunds.map((one) => one.of)}::text[],
        ${refunds.map((one) => one.minor)}::bigint[], ${refunds.map((one) => one.madeAt)}::timestamptz[]) l
      on conflict (provider, their_id) do update set amount_minor = excluded.amount_minor, made_at = excluded.made_at,
        listed_at = excluded.listed_at`.execute(tx);
}

/** Deletes rows that a day's list no longer contains. */
export async function deleteVanishedRows(tx: Tx, provider: string, day: string, began: Date): Promise<void> {
  for (const table of [sql.table("provider_transactions"), sql.table("provider_refunds")])
    await sql`delete from ${table} where provider = ${provider} and day = ${day}::date and listed_at < ${began}`.execute(
      tx,
    );
}

type LedgerPaymentColumns = {
  readonly payment_id: string | null;
  readonly payment_reference: string;
  readonly payment_state: PaymentState;
  readonly payment_currency: string;
  readonly cash_minor: bigint;
  readonly quarantined_minor: bigint | null;
};
const toLedgerPayment = (row: LedgerPaymentColumns): LedgerPayment | null =>
  row.payment_id === null
    ? null
    : {
        id: row.payment_id,
        reference: row.payment_reference,
        state: row.payment_state,
        currency: row.payment_currency,
        cashMinor: row.cash_minor,
        quarantinedMinor: row.quarantined_minor,
      };
const ledgerPaymentColumns = sql`p.id as payment_id, p.reference as payment_reference, p.state as payment_state, p.currency as payment_currency,
  received_cash(p) as cash_minor, p.quarantined_minor`;

/** A page of a day's transactions after an id, each with the payment that has its reference. */
export async function findProviderTransactions(
  tx: Tx,
  provider: string,
  day: string,
  after: string,
  most: number,
): Promise<readonly ProviderTransaction[]> {
  type Row = Omit<ProviderTransaction, "payment" | "theirId" | "chosenId"> & {
    their_id: string;
    chosen_id: string | null;
  };
  const found = await sql<Row & LedgerPaymentColumns>`
    select l.their_id, l.reference, l.currency, l.amount_minor as minor, l.state, ${ledgerPaymentColumns},
      (select t.their_id from provider_transactions t
       where t.provider = l.provider and t.reference = l.reference and t.state = 'successful' and l.reference <> ''
       order by (t.their_id is not distinct from p.provider_id) desc, t.their_id limit 1) as chosen_id
    from provider_transactions l left join payments p on p.reference = l.reference and p.provider = l.provider
    where l.provider = ${provider} and l.day = ${day}::date and l.their_id > ${after} order by l.their_id limit ${most}`.execute(
    tx,
  );
  return found.rows.map((row) => ({
    theirId: row.their_id,
    reference: row.reference,
    currency: row.currency,
    minor: row.minor,
    state: row.state,
    chosenId: row.chosen_id,
    payment: toLedgerPayment(row),
  }));
}

/** A page of payments counted on a day that are on no list, after a reference. */
export async function findUnlistedPayments(
  tx: Tx,
  provider: string,
  day: string,
  after: string,
  most: number,
): Promise<readonly LedgerPayment[]> {
  const found = await sql<LedgerPaymentColumns>`
    select ${ledgerPaymentColumns} from payments p
    where p.provider = ${provider} and p.state = 'succeeded' and p.reference > ${after}
      and p.settled_at >= ${day}::date::timestamp at time zone 'Africa/Lagos'
      and p.settled_at < (${day}::date + 1)::timestamp at time zone 'Africa/Lagos'
      and not exists (select from provider_transactions t where t.provider = p.provider and t.reference = p.reference)
    order by p.reference limit ${most}`.execute(tx);
  return found.rows.flatMap((row) => toLedgerPayment(row) ?? []);
}

export type ProviderRefund = {
  readonly their_id: string;
  readonly minor: bigint;
  readonly currency: string | null;
  readonly reference: string | null;
  readonly payment_id: string | null;
};

/** What the provider refunded on a day. */
export async function findProviderRefunds(tx: Tx, provider: string, day: string): Promise<readonly ProviderRefund[]> {
  const found = await sql<ProviderRefund>`
    select r.their_id, r.amount_minor as minor, t.currency, t.reference, p.id as payment_id
    from provider_refunds r left join provider_transactions t on t.provider = r.provider and t.their_id = r.refunded_id
    left join payments p on p.reference = t.reference and p.provider = r.provider
    where r.provider = ${provider} and r.day = ${day}::date order by r.their_id`.execute(tx);
  return found.rows;
}

export type FoundDifference = {
  readonly kind: DifferenceKind;
  readonly identity: string;
  readonly reference: string;
  readonly theirId: string | null;
  readonly paymentId: string | null;
  readonly theirs: { readonly currency: string; readonly minor: bigint } | null;
  readonly ours: { readonly currency: string; readonly minor: bigint } | null;
};

/**
 * Stores a difference, once for each kind and identity.
 * @param isSettled settled by this run
 * @returns its id, and whether it is new, known, open again, or settled now
 */
export async function recordDifference(
  tx: Tx,
  ids: IdSource,
  provider: string,
  day: string,
  found: FoundDifference,
  isSettled: boolean,
): Promise<{ readonly id: string; readonly is: "new" | "known" | "again" | "settled_now" }> {
  const settledAt = isSettled ? productNow : null;
  const inserted = await tx
    .insertInto("reconciliation_differences")
    .values({
      id: ids.rowId(),
      provider,
      kind: found.kind,
      identity: found.identity,
      day: sql<Date>`${day}::date`,
      reference: found.reference === "" ? null : found.reference,
      their_id: found.theirId,
      payment_id: found.paymentId,
      their_currency: found.theirs?.currency ?? null,
      their_minor: found.theirs?.minor ?? null,
      our_currency: found.ours?.currency ?? null,
      our_minor: found.ours?.minor ?? null,
      resolved_at: settledAt,
      cleared_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  if (inserted) return { id: inserted.id, is: "new" };
  const row = await tx
    .selectFrom("reconciliation_differences")
    .select(["id", "resolved_at", "cleared_at"])
    .where("provider", "=", provider)
    .where("kind", "=", found.kind)
    .where("identity", "=", found.identity)
    .forUpdate()
    .executeTakeFirstOrThrow();
  await tx
    .updateTable("reconciliation_differences")
    .set({ seen_at: productNow, cleared_at: null, resolved_at: isSettled ? (row.resolved_at ?? productNow) : null })
    .where("id", "=", row.id)
    .execute();
  if (isSettled) return { id: row.id, is: row.resolved_at === null ? "settled_now" : "known" };
  return { id: row.id, is: row.cleared_at === null && row.resolved_at === null ? "known" : "again" };
}

/** Closes the differences of a day that were not found again, and returns their ids. */
export async function closeUnseenDifferences(
  tx: Tx,
  provider: string,
  day: string,
  began: Date,
): Promise<readonly string[]> {
  const found = await sql<{ id: string }>`
    update reconciliation_differences set cleared_at = product_now()
    where provider = ${provider} and day = ${day}::date and resolved_at is null and cleared_at is null and seen_at < ${began}
    returning id`.execute(tx);
  return found.rows.map(({ id }) => id);
}

export type DayTotals = {
  theirsCount: bigint;
  theirsMinor: bigint;
  oursCount: bigint;
  oursMinor: bigint;
  differences: bigint;
};

/** Stores the totals of a day, replacing earlier ones. */
export async function storeDayTotals(
  tx: Tx,
  provider: string,
  day: string,
  byCurrency: ReadonlyMap<string, DayTotals>,
): Promise<void> {
  const none: DayTotals = { theirsCount: 0n, theirsMinor: 0n, oursCount: 0n, oursMinor: 0n, differences: 0n };
  const known = await tx
    .selectFrom("reconciliation_days")
    .select("currency")
    .where("provider", "=", provider)
    .where("day", "=", sql<Date>`${day}::date`)
    .execute();
  const currencies = new Set(["NGN", "USD", ...known.map(({ currency }) => currency), ...byCurrency.keys()]);
  for (const currency of currencies) {
    const of = byCurrency.get(currency) ?? none;
    await sql`insert into reconciliation_days (provider, day, currency, theirs_count, theirs_minor, ours_count, ours_minor, differences)
      values (${provider}, ${day}::date, ${currency}, ${of.theirsCount}, ${of.theirsMinor}, ${of.oursCount}, ${of.oursMinor}, ${of.differences})
      on conflict (provider, day, currency) do update set theirs_count = excluded.theirs_count, theirs_minor = excluded.theirs_minor,
        ours_count = excluded.ours_count, ours_minor = excluded.ours_minor, differences = excluded.differences, asked_at = product_now()`.execute(
      tx,
    );
  }
}
