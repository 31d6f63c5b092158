import {
  findInvalidFields,
  type WebhookBody,
  type WebhookEventData,
  type WebhookEventKind,
} from "@idanimo/contract/developers/webhook-events";
import { findNow, type Tx } from "../../../database/database.ts";
import { failpoint } from "../../../kernel/failpoints.ts";
import type { WebhookDeps } from "./deps.ts";
import { queueDeliveries } from "./delivery-jobs.ts";
import { findSubscribers, insertEvent, type Subscriber } from "./event-store.ts";

type EmitDeps = Pick<WebhookDeps, "ids" | "mode">;

/**
 * Writes an event and its deliveries in the transaction of its cause, if an endpoint wants it. [DP-09]
 * @param id for an event that may be reported again, such as by a repeated job
 * @throws if the data has a field that is not listed for the kind or has another form [DP-08]
 */
export async function emitWebhook<Kind extends WebhookEventKind>(
  tx: Tx,
  deps: EmitDeps,
  organisationId: string,
  kind: Kind,
  data: WebhookEventData<Kind>,
  id?: string,
): Promise<void> {
  const subscribers = await findSubscribers(tx, organisationId, deps.mode, kind);
  if (subscribers.length > 0) await writeEvent(tx, deps, { id, organisationId, kind, data }, subscribers);
}

/**
 * Writes an event for these endpoints, unless there is one with its id.
 * @returns the ids of its deliveries, in their order
 */
export async function writeEvent(
  tx: Tx,
  { ids, mode }: EmitDeps,
  {
    id = ids.publicId(),
    organisationId,
    kind,
    data,
  }: {
    readonly id?: string | undefined;
    readonly organisationId: string;
    readonly kind: WebhookEventKind;
    readonly data: Readonly<Record<string, unknown>>;
  },
  subscribers: readonly Subscriber[],
): Promise<readonly string[]> {
  const invalid = findInvalidFields(kind, data);
  if (invalid.length > 0) throw new Error(`${kind} must not contain ${invalid.join(", ")}`);
  const timestamp = (await findNow(tx)).toISOString();
  const body: WebhookBody = { id, type: kind, timestamp, mode, data };
  const deliveries = subscribers.map(({ id: endpointId, isFailing }) => ({
    id: ids.publicId(),
    endpointId,
    task: isFailing ? ("slow" as const) : ("prompt" as const),
  }));
  if (!(await insertEvent(tx, { organisationId, body }, deliveries))) return [];
  await queueDeliveries(tx, deliveries);
  failpoint("webhook_event_written");
  return deliveries.map(({ id }) => id);
}
