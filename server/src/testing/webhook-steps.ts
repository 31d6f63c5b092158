import { webhookSubscriptions } from "@idanimo/contract/developers/webhook-events";
import type { WebhookDelivery, WebhookEndpoint } from "@idanimo/contract/developers/webhooks";
import type { TestMember } from "./organisation-steps.ts";

/** Steps of tests about webhooks. */

export async function createWebhookEndpoint(
  by: Pick<TestMember, "post">,
  url: string,
  events: readonly string[] = webhookSubscriptions,
): Promise<{ readonly id: string; readonly secret: string }> {
  const made = await by.post("/developers/webhooks", { url, events });
  if (made.statusCode !== 200) throw new Error(`no endpoint: ${made.body}`);
  return made.json();
}

export const endpointsOf = async (by: Pick<TestMember, "get">): Promise<readonly WebhookEndpoint[]> =>
  (await by.get("/developers/webhooks")).json<{ endpoints: WebhookEndpoint[] }>().endpoints;

export const deliveriesOf = async (
  by: Pick<TestMember, "get">,
  id: string,
  query = "",
): Promise<{ readonly deliveries: readonly WebhookDelivery[]; readonly next: string | null }> =>
  (await by.get(`/developers/webhooks/${id}/deliveries${query}`)).json();
