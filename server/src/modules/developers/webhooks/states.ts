import type { WebhookDeliveryState } from "@idanimo/contract/developers/webhooks";
import type { TransitionTable } from "../../../kernel/state-table.ts";

export const webhookDeliveryEvents = ["accepted", "given_up", "sent_again"] as const;
export type WebhookDeliveryEvent = (typeof webhookDeliveryEvents)[number];

/** The allowed transitions of a delivery. An attempt that fails and is followed by another leaves it pending. */
export const webhookDeliveryTransitions = {
  pending: { accepted: "delivered", given_up: "failed" },
  delivered: { sent_again: "pending" },
  failed: { sent_again: "pending" },
} as const satisfies TransitionTable<WebhookDeliveryState, WebhookDeliveryEvent>;
