import type { Mode } from "@idanimo/contract/developers/mode";
import { webhookRetentionDays, webhookSecretOverlapHours } from "@idanimo/contract/developers/limits";
import type { WebhookDisabledReason } from "@idanimo/contract/developers/webhooks";
import type { WebhookSubscription } from "@idanimo/contract/developers/webhook-events";
import { sql } from "kysely";
import { productNow, secondsFromNow, type Tx } from "../../../database/database.ts";

/** Queries for endpoints and their secrets. */

const hourSeconds = 3_600;

const endpointColumns = [
  "id",
  "mode",
  "url",
  "events",
  "state",
  "disabled_reason",
  "first_failure_at",
  "created_by",
  "created_at",
] as const;

/** The endpoints of an organisation with the attempts of their last 30 days. */
export async function findEndpoints(tx: Tx, organisationId: string, mode: Mode) {
  return tx
    .selectFrom("webhook_endpoints as w")
    .select(endpointColumns.map((column) => `w.${column}` as const))
    .select([
      sql<number>`(select coalesce(sum(d.succeeded), 0)::int from webhook_days d where d.endpoint_id = w.id and ${isRecent})`.as(
        "succeeded",
      ),
      sql<number>`(select coalesce(sum(d.failed), 0)::int from webhook_days d where d.endpoint_id = w.id and ${isRecent})`.as(
        "failed",
      ),
      sql<Date | null>`(select max(s.valid_until) from webhook_secrets s where s.endpoint_id = w.id and s.valid_until > product_now())`.as(
        "earlier_secret_until",
      ),
    ])
    .where("w.organisation_id", "=", organisationId)
    .where("w.mode", "=", mode)
    .orderBy("w.created_at")
    .orderBy("w.id")
    .execute();
}
const isRecent = sql`d.day > product_now()::date - ${webhookRetentionDays}::int`;

export async function findEndpoint(tx: Tx, organisationId: string, mode: Mode, id: string) {
  return tx
    .selectFrom("webhook_endpoints")
    .select(endpointColumns)
    .where("organisation_id", "=", organisationId)
    .where("mode", "=", mode)
    .where("id", "=", id)
    .executeTakeFirst();
}

export async function countEndpoints(tx: Tx, organisationId: string, mode: Mode): Promise<number> {
  const { count } = await tx
    .selectFrom("webhook_endpoints")
    .select(sql<number>`count(*)::int`.as("count"))
    .where("organisation_id", "=", organisationId)
    .where("mode", "=", mode)
    .executeTakeFirstOrThrow();
  return count;
}

export async function insertEndpoint(
  tx: Tx,
  row: {
    readonly id: string;
    readonly organisation_id: string;
    readonly mode: Mode;
    readonly url: string;
    readonly events: WebhookSubscription[];
    readonly created_by: string;
  },
): Promise<void> {
  await tx.insertInto("webhook_endpoints").values(row).execute();
}

/** Changes address and events. */
export async function updateEndpoint(
  tx: Tx,
  id: string,
  change: { readonly url?: string; readonly events?: WebhookSubscription[] },
): Promise<void> {
  await tx.updateTable("webhook_endpoints").set(change).where("id", "=", id).execute();
}

/** Enables an endpoint; its failures before no longer count. */
export async function enableEndpoint(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable("webhook_endpoints")
    .set({ state: "enabled", disabled_reason: null, first_failure_at: null })
    .where("id", "=", id)
    .execute();
}

/**
 * Disables an endpoint and gives up its pending deliveries.
 * @returns the organisation; undefined if it was disabled before
 */
export async function disableEndpoint(
  tx: Tx,
  id: string,
  reason: WebhookDisabledReason,
): Promise<{ readonly organisation_id: string; readonly url: string } | undefined> {
  const row = await tx
    .updateTable("webhook_endpoints")
    .set({ state: "disabled", disabled_reason: reason })
    .where("id", "=", id)
    .where("state", "=", "enabled")
    .returning(["organisation_id", "url"])
    .executeTakeFirst();
  if (row)
    await tx
      .updateTable("webhook_deliveries")
      .set({ state: "failed", next_attempt_at: null })
      .where("endpoint_id", "=", id)
      .where("state", "=", "pending")
      .execute();
  return row;
}

export async function deleteEndpoint(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom("webhook_endpoints").where("id", "=", id).execute();
}

/** Deletes the endpoints and events of an organisation that closed. */
export async function deleteWebhooksOf(tx: Tx, organisationId: string): Promise<void> {
  await tx.deleteFrom("webhook_endpoints").where("organisation_id", "=", organisationId).execute();
  await tx.deleteFrom("webhook_events").where("organisation_id", "=", organisationId).execute();
}

export async function insertSecret(
  tx: Tx,
  row: { readonly id: string; readonly endpoint_id: string; readonly sealed: Buffer },
): Promise<void> {
  await tx.insertInto("webhook_secrets").values(row).execute();
}

/** Lets the current secret end, and deletes those that ended. @returns until when it signs too */
export async function endCurrentSecret(tx: Tx, endpointId: string): Promise<Date> {
  await tx
    .deleteFrom("webhook_secrets")
    .where("endpoint_id", "=", endpointId)
    .where("valid_until", "<=", productNow)
    .execute();
  const { valid_until: until } = await tx
    .updateTable("webhook_secrets")
    .set({ valid_until: secondsFromNow(webhookSecretOverlapHours * hourSeconds) })
    .where("endpoint_id", "=", endpointId)
    .where("valid_until", "is", null)
    .returning("valid_until")
    .executeTakeFirstOrThrow();
  if (!until) throw new Error("a secret without an end");
  return until;
}
