import { createWebhook } from "@idanimo/contract/developers/webhooks";
import { apiBase } from "@idanimo/contract/operation";
import { createOrganisation } from "@idanimo/contract/organisations/organisations";
import { webhookEndpointsMax } from "@idanimo/contract/developers/limits";
import type pg from "pg";
import * as z from "zod/mini";
import { send, signIn } from "../../support/client.ts";
import { forEachConcurrently } from "../../support/concurrency.ts";
import type { Fleet } from "../../support/fleet.ts";

/** Endpoints as customers create them, and events as the product writes them. */

export type Endpoint = { readonly id: string; readonly organisationId: string; readonly secret: string };

const created = z.object({ id: z.string(), secret: z.string() });

/** Creates endpoints of organisations with as many as each may have. @param urls one for each */
export async function createEndpoints(fleet: Fleet, urls: readonly string[]): Promise<readonly Endpoint[]> {
  const [account] = fleet.exampleAccounts;
  if (!account) throw new Error("an account is needed");
  const [url] = fleet.urls;
  const token = await signIn(url, account);
  const organisations: string[] = [];
  for (let at = 0; at < urls.length; at += webhookEndpointsMax) {
    const { organisation } = await send(url, createOrganisation, { name: `Load ${at}` }, token);
    organisations.push(organisation.organisationId);
  }
  const endpoints: Endpoint[] = [];
  await forEachConcurrently(urls.entries(), async ([at, to]) => {
    const organisationId = organisations[Math.floor(at / webhookEndpointsMax)] ?? "";
    const response = await fetch(url + apiBase + createWebhook.path, {
      method: "POST",
      headers: {
        authorization: `Bearer ${token}`,
        "content-type": "application/json",
        "idanimo-organisation": organisationId,
      },
      body: JSON.stringify({ url: to, events: ["bulk.done"] }),
    });
    endpoints[at] = { ...created.parse(await response.json()), organisationId };
  });
  return endpoints;
}

/** The rows of an event with one delivery, and its job. $1: endpoints, $2: the task. */
const writeEvents = `
  with wanted as (
    select gen_random_uuid() as event_id, gen_random_uuid() as delivery_id, w.id as endpoint_id, w.organisation_id
    from unnest($1::uuid[]) with ordinality u (id, place) join webhook_endpoints w on w.id = u.id order by place
  ), events as (
    insert into webhook_events (id, organisation_id, mode, kind, body)
    select event_id, organisation_id, 'live', 'bulk.done', jsonb_build_object('id', event_id, 'type', 'bulk.done', 'mode', 'live',
      'timestamp', to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'data', jsonb_build_object('uploadId', event_id))
    from wanted
  ), deliveries as (
    insert into webhook_deliveries (id, event_id, endpoint_id, next_attempt_at)
    select delivery_id, event_id, endpoint_id, product_now() from wanted
  )
  select event_id, enqueue_job($2, json_build_object('deliveryId', delivery_id, 'eventId', event_id), 'webhook:' || delivery_id) from wanted`;

/** Writes an event for each of these endpoints in one transaction. @returns the ids of the events */
export async function insertEvents(
  database: Pick<pg.Pool, "query">,
  endpoints: readonly Endpoint[],
  task = "deliver_webhook",
): Promise<readonly string[]> {
  const { rows } = await database.query<{ event_id: string }>({
    name: "write_events",
    text: writeEvents,
    values: [endpoints.map(({ id }) => id), task],
  });
  return rows.map((row) => row.event_id);
}
