import type { Webhook, Webhooks, WebhookSender } from "../webhooks.ts";
import type { Faults } from "./faults.ts";

/** Delay of a webhook that is late on purpose, here and on the payment page. */
export const lateWebhookMs = 20_000;
const secondWebhookDelayMs = 1_000;

/**
 * Sends a webhook with the faults of its sender: not at all, late, twice, or with a wrong signature.
 * @returns the webhook's id, or undefined if it is not sent
 */
export function sendWebhook(
  webhooks: Webhooks,
  faults: Faults,
  webhook: Webhook & { twice?: boolean },
): number | undefined {
  const { twice = false, ...asked } = webhook;
  const target: WebhookSender = webhook.provider;
  const fault = faults.forWebhook(target);
  if (fault === "webhook_none") return undefined;
  const sent: Webhook = {
    ...asked,
    delayMs: (asked.delayMs ?? 0) + (fault === "webhook_late" ? lateWebhookMs : 0),
    signed: fault === "webhook_wrong_hash" ? "wrong" : "right",
  };
  const id = webhooks.send(sent);
  if (twice || fault === "webhook_twice")
    webhooks.send({ ...sent, delayMs: (sent.delayMs ?? 0) + secondWebhookDelayMs });
  return id;
}
