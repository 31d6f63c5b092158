import { sendWebhook } from "../faults/send-webhook.ts";
import type { SandboxContext } from "../sandbox-context.ts";

const deliveryPath = "/api/v2/sms/status/termii";
const inboundPath = "/api/v2/sms/receive";
const deliveryDelayMs = 1_000;
/** The number that people reply to. */
const ownNumber = "2347000000000";

type DeliveryReport = {
  readonly messageId: string;
  /** International digits. */
  readonly to: string;
  readonly from: string;
  readonly text: string;
  readonly channel: string;
  readonly delivered: boolean;
};

/** Sends the delivery report of an SMS to the product, a second after the SMS was accepted. */
export function sendDeliveryReport(
  world: SandboxContext,
  { messageId, to, from, text, channel, delivered }: DeliveryReport,
): void {
  const body = JSON.stringify({
    type: "outbound",
    id: createProviderId(),
    message_id: messageId,
    receiver: to,
    sender: from,
    message: text,
    sent_at: world.clock.iso().slice(0, 10),
    cost: "2",
    status: delivered ? "DELIVERED" : "Message Failed",
    channel,
  });
  sendWebhook(world.webhooks, world.faults, {
    provider: "termii",
    path: deliveryPath,
    body,
    delayMs: deliveryDelayMs,
  });
}

/**
 * Sends an inbound SMS to the product.
 * @returns the webhook's id, undefined if a fault suppresses it
 */
export function sendInboundSms(
  world: SandboxContext,
  { from, text }: { from: string; text: string },
): number | undefined {
  const body = JSON.stringify({
    type: "inbound",
    id: createProviderId(),
    message_id: createProviderId(),
    receiver: ownNumber,
    sender: from,
    message: text,
    received_at: `${world.clock.iso().slice(0, -1)}000Z`, // the provider writes microseconds
    cost: null,
    command: "Received",
    status: "Received",
    channel: null,
  });
  return sendWebhook(world.webhooks, world.faults, { provider: "termii", path: inboundPath, body });
}

/** An id in the provider's format: decimal digits, unique. */
export function createProviderId(): string {
  return `${Date.now()}${Math.floor(Math.random() * 1_000_000)
    .toString()
    .padStart(6, "0")}`;
}
