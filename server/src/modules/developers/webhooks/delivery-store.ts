import type { WebhookBody } from "@idanimo/contract/developers/webhook-events";
import { sql } from "kysely";
import { productNow, secondsFromNow, type Tx } from "../../../database/database.ts";
import type { DeliveryTask } from "./delivery-jobs.ts";

/** Queries for deliveries and their attempts. */

/** A delivery whose next attempt is due now or later. */
export type PendingDelivery = {
  readonly id: string;
  readonly endpointId: string;
  readonly organisationId: string;
  readonly url: string;
  readonly body: WebhookBody;
  readonly now: Date;
  /** 0 if it is due. */
  readonly dueInSeconds: number;
  /** Attempts of this schedule so far. */
  readonly attempts: number;
  /** Whether the endpoint's last attempt failed, and since when all did. */
  readonly isFailing: boolean;
  readonly failingSeconds: number;
  /** The current secret first. */
  readonly secrets: readonly { readonly id: string; readonly sealed: Buffer }[];
};

/** Finds those that were not delivered, given up or deleted. */
export async function findPendingDeliveries(
  tx: Tx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, PendingDelivery>> {
  const rows = await tx
    .selectFrom("webhook_deliveries as d")
    .innerJoin("webhook_events as e", "e.id", "d.event_id")
    .innerJoin("webhook_endpoints as w", "w.id", "d.endpoint_id")
    .select(["d.id", "d.endpoint_id", "w.organisation_id", "w.url", "e.body"])
    .select([
      sql<number>`d.attempts - d.attempts_before`.as("attempts"),
      sql<Date>`product_now()`.as("now"),
      sql<number>`greatest(0, extract(epoch from d.next_attempt_at - product_now()))::float8`.as("due_in_seconds"),
      sql<boolean>`w.first_failure_at is not null`.as("is_failing"),
      sql<number>`coalesce(extract(epoch from product_now() - w.first_failure_at), 0)::float8`.as("failing_seconds"),
      sql<{ id: string; sealed: string }[]>`(
        select json_agg(json_build_object('id', s.id, 'sealed', encode(s.sealed, 'base64')) order by s.created_at desc)
        from webhook_secrets s where s.endpoint_id = w.id and (s.valid_until is null or s.valid_until > product_now()))`.as(
        "secrets",
      ),
    ])
    .where(sql<boolean>`d.id = any (${[...ids]}::uuid[])`)
    .where("d.state", "=", "pending")
    .execute();
  return new Map(
    rows.map((row) => [
      row.id,
      {
        id: row.id,
        endpointId: row.endpoint_id,
        organisationId: row.organisation_id,
        url: row.url,
        body: row.body,
        now: row.now,
        dueInSeconds: row.due_in_seconds,
        attempts: row.attempts,
        isFailing: row.is_failing,
        failingSeconds: row.failing_seconds,
        secrets: row.secrets.map(({ id, sealed }) => ({ id, sealed: Buffer.from(sealed, "base64") })),
      },
    ]),
  );
}

/** What an attempt leaves in the log. */
export type Attempt = {
  readonly at: Date;
  readonly status: number | null;
  readonly ms: number;
  readonly response: string;
  readonly error: string | null;
};

/** A delivery and an attempt at it. */
export type AttemptedDelivery = {
  readonly delivery: Pick<PendingDelivery, "id" | "endpointId">;
  readonly attempt: Attempt;
};

/**
 * Stores attempts and what follows from them, in one statement. A delivery that another process ended meanwhile keeps
 * its state, and an attempt of a deleted one is ignored. Endpoints are written in the order of their ids, so that two
 * processes do not wait for each other.
 * @param next when the next attempts are due; `delivered` or `failed` after the last one
 */
export async function recordAttempts(
  tx: Tx,
  attempted: readonly AttemptedDelivery[],
  next: "delivered" | "failed" | { readonly inSeconds: number },
): Promise<void> {
  const isDelivered = next === "delivered";
  const state = typeof next === "string" ? next : "pending";
  const dueAt = typeof next === "string" ? sql`null` : secondsFromNow(next.inSeconds);
  const rows = attempted.map(({ delivery, attempt: { at, status, ms, response, error } }) => ({
    id: delivery.id,
    endpoint_id: delivery.endpointId,
    at,
    status,
    ms,
    response,
    error,
  }));
  await sql`
    with attempted as (
      select * from json_to_recordset(${JSON.stringify(rows)}::json)
        as a (id uuid, endpoint_id uuid, at timestamptz, status int, ms int, response text, error text)
    ), moved as (
      update webhook_deliveries d set attempts = d.attempts + 1,
        state = case when d.state = 'pending' then ${state} else d.state end,
        next_attempt_at = case when d.state = 'pending' then (${dueAt})::timestamptz end
      from attempted a where d.id = a.id returning d.id, d.endpoint_id, d.attempts
    ), counted as (
      insert into webhook_days as w (endpoint_id, day, succeeded, failed)
      select endpoint_id, product_now()::date, count(*) filter (where ${isDelivered}::boolean), count(*) filter (where not ${isDelivered}::boolean)
      from moved group by endpoint_id order by endpoint_id
      on conflict (endpoint_id, day) do update set succeeded = w.succeeded + excluded.succeeded, failed = w.failed + excluded.failed
    ), changed as (
      select w.id from webhook_endpoints w where w.id in (select endpoint_id from attempted)
        and (w.first_failure_at is null) = ${!isDelivered}::boolean order by w.id for no key update
    ), endpoint as (
      update webhook_endpoints w set first_failure_at = ${isDelivered ? sql`null` : productNow} from changed c where c.id = w.id
    )
    insert into webhook_attempts (delivery_id, number, at, status, ms, response_start, error_code)
    select m.id, m.attempts, a.at, a.status, a.ms, a.response, a.error from moved m join attempted a on a.id = m.id`.execute(
    tx,
  );
}

export async function findDeliveries(
  tx: Tx,
  endpointId: string,
  filter: { readonly state: string | undefined; readonly after: { at: string; id: string } | undefined; most: number },
) {
  let query = tx
    .selectFrom("webhook_deliveries as d")
    .innerJoin("webhook_events as e", "e.id", "d.event_id")
    .select(["d.id", "d.event_id", "d.state", "d.created_at", "d.next_attempt_at", "e.kind", "e.body"])
    .select(sql<string>`d.created_at::text`.as("cursor_at"))
    .where("d.endpoint_id", "=", endpointId);
  if (filter.state !== undefined) query = query.where(sql<boolean>`d.state = ${filter.state}`);
  if (filter.after)
    query = query.where(
      sql<boolean>`(d.created_at, d.id) < (${filter.after.at}::timestamptz, ${filter.after.id}::uuid)`,
    );
  return query.orderBy("d.created_at", "desc").orderBy("d.id", "desc").limit(filter.most).execute();
}

export const findAttempts = (tx: Tx, deliveryIds: readonly string[]) =>
  tx
    .selectFrom("webhook_attempts")
    .selectAll()
    .where(sql<boolean>`delivery_id = any (${[...deliveryIds]}::uuid[])`)
    .orderBy("number")
    .execute();

/**
 * Makes ended deliveries of an endpoint pending again, with a new schedule.
 * @returns those that are now due, with the task of their endpoint
 */
export async function reopenDeliveries(
  tx: Tx,
  endpointId: string,
  which: { readonly deliveryId: string } | { readonly failedSince: string; readonly most: number },
): Promise<readonly { readonly id: string; readonly task: DeliveryTask }[]> {
  const chosen =
    "deliveryId" in which
      ? sql`d.id = ${which.deliveryId} and d.state <> 'pending'`
      : sql`d.state = 'failed' and d.created_at >= ${which.failedSince}::timestamptz`;
  const most = "deliveryId" in which ? 1 : which.most;
  const found = await sql<{ id: string; task: DeliveryTask }>`
    update webhook_deliveries set state = 'pending', next_attempt_at = product_now(), attempts_before = attempts
    from webhook_endpoints w where w.id = webhook_deliveries.endpoint_id and webhook_deliveries.id in (
      select d.id from webhook_deliveries d where d.endpoint_id = ${endpointId} and ${chosen}
      order by d.created_at, d.id limit ${most} for update skip locked)
    returning webhook_deliveries.id, case when w.first_failure_at is null then 'prompt' else 'slow' end as task`.execute(
    tx,
  );
  return found.rows;
}

/** Deliveries that are due for longer than this: their job may be lost. */
export async function findOverdueDeliveries(
  tx: Tx,
  overdueSeconds: number,
  most: number,
): Promise<readonly { readonly id: string; readonly task: DeliveryTask }[]> {
  const found = await sql<{ id: string; task: DeliveryTask }>`
    select d.id, case when w.first_failure_at is null then 'prompt' else 'slow' end as task
    from webhook_deliveries d join webhook_endpoints w on w.id = d.endpoint_id
    where d.state = 'pending' and d.next_attempt_at < product_now() - make_interval(secs => ${overdueSeconds})
    order by d.next_attempt_at limit ${most}`.execute(tx);
  return found.rows;
}
