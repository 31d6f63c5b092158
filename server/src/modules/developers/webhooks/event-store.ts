import type { Mode } from "@idanimo/contract/developers/mode";
import type { WebhookBody, WebhookEventKind } from "@idanimo/contract/developers/webhook-events";
import type { Outcome } from "@idanimo/contract/verification-states";
import { sql } from "kysely";
import { productNow, type Tx } from "../../../database/database.ts";
import { consentsView } from "../../consent/index.ts";
import { itemsView, purchasesView } from "../../purchases/index.ts";

/** Queries that write events and find what they report. */

/** An enabled endpoint that wants a kind of event. */
export type Subscriber = { readonly id: string; readonly isFailing: boolean };

export const findSubscribers = (
  tx: Tx,
  organisationId: string,
  mode: Mode,
  kind: WebhookEventKind,
): Promise<readonly Subscriber[]> =>
  tx
    .selectFrom("webhook_endpoints")
    .select(["id", sql<boolean>`first_failure_at is not null`.as("isFailing")])
    .where("organisation_id", "=", organisationId)
    .where("mode", "=", mode)
    .where("state", "=", "enabled")
    .where(sql<boolean>`${kind} = any (events)`)
    .execute();

/** What events about a request report. */
export type RequestFacts = {
  readonly id: string;
  readonly owner_id: string;
  readonly search_type: string;
  readonly session_code: string;
  readonly transaction_id: string;
  readonly currency: string;
  readonly total_minor: bigint;
  readonly outcome: Outcome | null;
  readonly consent: string | null;
  readonly parts_granted: readonly string[] | null;
  readonly parts_offered: readonly string[] | null;
  readonly parts_required: readonly string[] | null;
};

/** The requests among these whose owner has an endpoint for this kind; usually none, by one index. */
export async function findReportedRequests(
  tx: Tx,
  requestIds: readonly string[],
  mode: Mode,
  kind: WebhookEventKind,
): Promise<readonly RequestFacts[]> {
  const found = await sql<RequestFacts>`
    select i.id, i.owner_id, i.search_type, p.session_code, p.transaction_id, p.currency,
      i.price_minor + i.tax_minor as total_minor, i.outcome, c.state as consent, c.parts_granted, c.parts_offered, c.parts_required
    from ${itemsView} i join ${purchasesView} p on p.id = i.purchase_id left join ${consentsView} c on c.request_id = i.id
    where i.id = any (${[...requestIds]}::uuid[]) and exists (
      select from webhook_endpoints w where w.organisation_id = i.owner_id and w.mode = ${mode} and w.state = 'enabled'
        and ${kind} = any (w.events))`.execute(tx);
  return found.rows;
}

/** Stores an event with a delivery to each endpoint, due now. @returns false if there is an event with this id */
export async function insertEvent(
  tx: Tx,
  event: { readonly organisationId: string; readonly body: WebhookBody },
  deliveries: readonly { readonly id: string; readonly endpointId: string }[],
): Promise<boolean> {
  const { body, organisationId } = event;
  const inserted = await tx
    .insertInto("webhook_events")
    .values({
      id: body.id,
      organisation_id: organisationId,
      mode: body.mode,
      kind: body.type,
      body: JSON.stringify(body),
    })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .executeTakeFirst();
  if (inserted.numInsertedOrUpdatedRows === 0n) return false;
  await tx
    .insertInto("webhook_deliveries")
    .values(
      deliveries.map(({ id, endpointId }) => ({
        id,
        event_id: body.id,
        endpoint_id: endpointId,
        next_attempt_at: productNow,
      })),
    )
    .execute();
  return true;
}
