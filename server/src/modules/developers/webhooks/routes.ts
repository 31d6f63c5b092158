import * as contract from "@idanimo/contract/developers/webhooks";
import type { FastifyInstance } from "fastify";
import type { Mount } from "../../../http/mount.ts";
import { changeSecret, dropWebhook, makeWebhook, saveWebhook } from "./change-endpoints.ts";
import type { WebhookDeps } from "./deps.ts";
import { listDeliveries, listEndpoints } from "./list-webhooks.ts";
import { sendAgain, sendTest } from "./send-again.ts";

export function webhookRoutes(app: FastifyInstance, mount: Mount, deps: WebhookDeps): void {
  mount(app, contract.webhookEndpoints, listEndpoints(deps));
  mount(app, contract.createWebhook, makeWebhook(deps));
  mount(app, contract.changeWebhook, saveWebhook(deps));
  mount(app, contract.deleteWebhook, dropWebhook(deps));
  mount(app, contract.rotateWebhookSecret, changeSecret(deps));
  mount(app, contract.testWebhook, sendTest(deps));
  mount(app, contract.webhookDeliveries, listDeliveries(deps));
  mount(app, contract.replayWebhook, sendAgain(deps));
}
