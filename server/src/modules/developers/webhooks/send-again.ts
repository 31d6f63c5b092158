import { webhookReplayMax } from "@idanimo/contract/developers/limits";
import type { replayWebhook, testWebhook } from "@idanimo/contract/developers/webhooks";
import { fail, ok } from "@idanimo/contract/problems";
import type { Handler } from "../../../http/call.ts";
import { changeOrganisation } from "../../organisations/index.ts";
import { queueDeliveries } from "./delivery-jobs.ts";
import { reopenDeliveries } from "./delivery-store.ts";
import type { WebhookDeps } from "./deps.ts";
import { writeEvent } from "./emit.ts";
import { findEndpoint } from "./endpoint-store.ts";

type Deps = Pick<WebhookDeps, "db" | "ids" | "mode">;
const needed = { right: "webhooks:manage" } as const;

/** Sends the event `webhook.test` to one endpoint. */
export function sendTest(deps: Deps): Handler<typeof testWebhook> {
  return ({ id }, caller) =>
    changeOrganisation(deps, caller, needed, async (tx, organisation) => {
      const endpoint = await findEndpoint(tx, organisation.id, deps.mode, id);
      if (!endpoint) return fail("not_found", {});
      if (endpoint.state === "disabled") return fail("webhook_disabled", {});
      const event = { organisationId: organisation.id, kind: "webhook.test", data: { endpointId: id } } as const;
      const subscriber = { id, isFailing: endpoint.first_failure_at !== null };
      const [deliveryId] = await writeEvent(tx, deps, event, [subscriber]);
      if (deliveryId === undefined) throw new Error("a test event without a delivery");
      return ok({ deliveryId });
    });
}

/** Sends one delivery again, or the failed ones since a timestamp, the oldest first. [DP-11] */
export function sendAgain(deps: Deps): Handler<typeof replayWebhook> {
  return async ({ id, deliveryId, failedSince }, caller) => {
    const which =
      deliveryId === undefined
        ? failedSince !== undefined && { failedSince, most: webhookReplayMax }
        : failedSince === undefined && { deliveryId };
    if (!which) return fail("bad_input", {});
    return changeOrganisation(deps, caller, needed, async (tx, organisation) => {
      const endpoint = await findEndpoint(tx, organisation.id, deps.mode, id);
      if (!endpoint) return fail("not_found", {});
      if (endpoint.state === "disabled") return fail("webhook_disabled", {});
      const reopened = await reopenDeliveries(tx, id, which);
      await queueDeliveries(tx, reopened);
      await organisation.audit(tx, {
        action: "webhook_replayed",
        objectId: id,
        reason: `deliveries:${reopened.length}`,
      });
      return ok({ count: reopened.length });
    });
  };
}
