import { webhookResponseCharacters } from "@idanimo/contract/developers/limits";
import { Webhook } from "standardwebhooks";
import { Batcher } from "../../../database/batcher.ts";
import { detectUnknownCommit } from "../../../database/commit-unknown.ts";
import type { Tx } from "../../../database/database.ts";
import { failpoint } from "../../../kernel/failpoints.ts";
import { currentRequestId } from "../../../kernel/request-context.ts";
import type { HttpClient, HttpOutcome } from "../../../providers/http-client.ts";
import { announceDisabled } from "./announce-disabled.ts";
import { type DeliveryTask, queueDeliveries, type QueuedDelivery } from "./delivery-jobs.ts";
import {
  type Attempt,
  type AttemptedDelivery,
  type PendingDelivery,
  findPendingDeliveries,
  findOverdueDeliveries,
  recordAttempts,
} from "./delivery-store.ts";
import type { WebhookDeps } from "./deps.ts";
import { EndpointLoad } from "./endpoint-load.ts";
import { disableEndpoint } from "./endpoint-store.ts";
import { type NextStep, nextStepOf } from "./rules.ts";
import { SecretOpener } from "./secrets.ts";

/** Delay of an attempt whose endpoint has too many connections. */
const busySeconds = 1;
/** Bytes of a response that are read: so many characters of any length. */
const responseBytes = 4 * webhookResponseCharacters;
/** Later than a running attempt and the release of a dead process's jobs. */
const overdueSeconds = 60;
const sweepBatch = 1_000;

type DeliverDeps = Pick<WebhookDeps, "db" | "keys" | "ids" | "people" | "client" | "publicUrl">;
type DeliveryJob = (job: { readonly deliveryId: string }) => Promise<void>;

/**
 * Makes the attempts of deliveries. A job repeated after a crash sends the same `webhook-id` again, and one whose
 * delivery has ended does nothing: each event arrives at least once. [DP-07 DP-09 DP-10]
 */
export function webhookJobs(deps: DeliverDeps) {
  const load = new EndpointLoad();
  const secrets = new SecretOpener(deps.keys);
  const pending = new Batcher(async (ids: readonly string[]) => {
    const found = await findPendingDeliveries(deps.db.single, ids);
    return ids.map((id) => ({ due: found.get(id) }));
  });
  const again = new Batcher(async (deliveries: readonly QueuedDelivery[]) => {
    await deps.db.transaction("system", (tx) => queueDeliveries(tx, deliveries));
    return deliveries.map(() => true);
  });
  const queue = async (id: string, task: DeliveryTask, inSeconds: number) =>
    void (await again.submit({ id, task, inSeconds, call: currentRequestId() }));
  // repeated after an unknown commit, an attempt may be in the log twice
  const delivered = new Batcher(async (attempts: readonly AttemptedDelivery[]) => {
    await detectUnknownCommit(recordAttempts(deps.db.single, attempts, "delivered"));
    return attempts.map(() => true);
  });
  const deliverIn =
    (task: DeliveryTask): DeliveryJob =>
    async ({ deliveryId }) => {
      const { due } = await pending.submit(deliveryId);
      if (!due) return;
      if (due.dueInSeconds > 0) return queue(deliveryId, task, due.dueInSeconds);
      const startedAt = performance.now();
      if (task === "prompt" && due.isFailing) return queue(deliveryId, "slow", 0);
      if (!load.begin(due.endpointId)) return queue(deliveryId, task, busySeconds);
      let end: HttpOutcome;
      try {
        end = await send(deps.client, due, await secrets.open(due.organisationId, due.secrets));
      } finally {
        load.end(due.endpointId);
      }
      failpoint("webhook_sent");
      const attempt = attemptOf(due.now, end, performance.now() - startedAt);
      const next = nextStepOf(attempt, due.attempts + 1, due.failingSeconds);
      if (next.kind === "accepted") await delivered.submit({ delivery: due, attempt });
      else await finishFailedAttempt(deps, { delivery: due, attempt }, next);
    };
  return {
    deliver_webhook: deliverIn("prompt"),
    deliver_slow_webhook: deliverIn("slow"),
    /** Queues again what is overdue, because its job was lost. */
    sweep_webhooks: async () => {
      await deps.db.transaction("system", async (tx) =>
        queueDeliveries(tx, await findOverdueDeliveries(tx, overdueSeconds, sweepBatch)),
      );
    },
  };
}

/** Sends the body with a signature of each valid secret, by the Standard Webhooks specification [DP-07 DP-11]. */
async function send(client: HttpClient, due: PendingDelivery, secrets: readonly string[]): Promise<HttpOutcome> {
  const text = JSON.stringify(due.body);
  return client.request({
    method: "POST",
    url: due.url,
    headers: {
      "content-type": "application/json",
      "accept-encoding": "identity",
      "user-agent": "Idanimo-Webhooks/1.0",
      "webhook-id": due.body.id,
      "webhook-timestamp": String(Math.floor(due.now.getTime() / 1_000)),
      "webhook-signature": secrets.map((one) => new Webhook(one).sign(due.body.id, due.now, text)).join(" "),
    },
    bytes: Buffer.from(text),
    startBytes: responseBytes,
  });
}

const attemptOf = (at: Date, end: HttpOutcome, ms: number): Attempt => {
  const spent = { at, ms: Math.round(ms) };
  if (end.kind !== "response") return { ...spent, status: null, response: "", error: end.why };
  const response = end.text.replaceAll("\0", "").slice(0, webhookResponseCharacters);
  return { ...spent, status: end.status, response: response.toWellFormed(), error: null };
};

async function finishFailedAttempt(
  deps: DeliverDeps,
  attempted: AttemptedDelivery,
  next: Exclude<NextStep, { readonly kind: "accepted" }>,
): Promise<void> {
  const { id, endpointId } = attempted.delivery;
  await deps.db.transaction("system", async (tx: Tx) => {
    if (next.kind === "retry") {
      await recordAttempts(tx, [attempted], next);
      await queueDeliveries(tx, [{ id, task: "slow", inSeconds: next.inSeconds }]);
      return;
    }
    await recordAttempts(tx, [attempted], "failed");
    if (next.disables === undefined) return;
    const ended = await disableEndpoint(tx, endpointId, next.disables);
    if (ended) await announceDisabled(tx, deps, { ...ended, id: endpointId, reason: next.disables });
  });
}
