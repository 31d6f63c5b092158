import * as z from "zod/mini";
import { cursor, publicId } from "../fields.ts";
import type { Operation } from "../operation.ts";
import { fillPlaceholders } from "../problems.ts";
import { webhookUrlMaxLength } from "./limits.ts";
import { modes } from "./mode.ts";
import * as texts from "./texts.ts";
import { webhookEventFields, type WebhookEventKind, webhookSubscriptions } from "./webhook-events.ts";

/** Webhook endpoints of an organisation and their deliveries [DP-06 DP-10 DP-11]. */

const url = z
  .string(texts.webhookUrlInvalid)
  .check(
    z.maxLength(webhookUrlMaxLength, texts.webhookUrlTooLong),
    z.regex(/^https?:\/\/[\x21-\x7E]+$/, texts.webhookUrlInvalid),
  );
const eventUnknown = fillPlaceholders(texts.webhookEventUnknown, { events: webhookSubscriptions.join(", ") });
const events = z
  .array(z.enum(webhookSubscriptions, eventUnknown), texts.webhookEventsRequired)
  .check(
    z.minLength(1, texts.webhookEventsRequired),
    z.maxLength(webhookSubscriptions.length, texts.webhookEventsRequired),
  );

export const webhookStates = ["enabled", "disabled"] as const;
export type WebhookState = (typeof webhookStates)[number];
export const webhookDisabledReasons = ["member", "failing", "gone"] as const;
export type WebhookDisabledReason = (typeof webhookDisabledReasons)[number];

const endpoint = z.object({
  id: publicId,
  mode: z.enum(modes),
  url: z.string(),
  events: z.array(z.enum(webhookSubscriptions)),
  state: z.enum(webhookStates),
  /** Why it is disabled: a member did it, five days of failures only, or it responded with 410. */
  disabledReason: z.nullable(z.enum(webhookDisabledReasons)),
  /** Since when every attempt failed; null after a success. */
  failingSince: z.nullable(z.string()),
  createdBy: z.string(),
  createdAt: z.string(),
  /** Attempts of the last 30 days. */
  attempts: z.object({ succeeded: z.number(), failed: z.number() }),
  /** Until when the earlier secret signs too; null if only one is valid. */
  earlierSecretUntil: z.nullable(z.string()),
});
export type WebhookEndpoint = z.output<typeof endpoint>;

const access = { access: "signed_in", right: "webhooks:manage" } as const;

export const webhookEndpoints = {
  method: "GET",
  path: "/developers/webhooks",
  ...access,
  summary: "The webhook endpoints of the organisation without their secrets, oldest first.",
  input: z.strictObject({}),
  output: z.object({ endpoints: z.array(endpoint) }),
  problems: [],
  passive: true,
} as const satisfies Operation;

/** The secret is in this response only. */
export const createWebhook = {
  method: "POST",
  path: "/developers/webhooks",
  ...access,
  summary: "Creates a webhook endpoint. Its secret is in this response only.",
  input: z.strictObject({ url, events }),
  output: z.object({ id: publicId, secret: z.string() }),
  problems: ["address_not_public", "endpoint_limit"],
} as const satisfies Operation;

export const changeWebhook = {
  method: "POST",
  path: "/developers/webhooks/{id}",
  ...access,
  summary: "Changes the address, the events or the state of an endpoint.",
  input: z.strictObject({
    id: publicId,
    url: z.optional(url),
    events: z.optional(events),
    state: z.optional(z.enum(webhookStates)),
  }),
  output: z.object({ result: z.literal("success") }),
  problems: ["address_not_public"],
} as const satisfies Operation;

export const deleteWebhook = {
  method: "DELETE",
  path: "/developers/webhooks/{id}",
  ...access,
  summary: "Deletes an endpoint with its deliveries.",
  input: z.strictObject({ id: publicId }),
  output: z.object({ result: z.literal("success") }),
  problems: [],
} as const satisfies Operation;

export const rotateWebhookSecret = {
  method: "POST",
  path: "/developers/webhooks/{id}/secret",
  ...access,
  summary: "Creates a new secret. The earlier one signs too for 24 hours.",
  input: z.strictObject({ id: publicId }),
  output: z.object({ secret: z.string(), earlierSecretUntil: z.string() }),
  problems: [],
} as const satisfies Operation;

export const testWebhook = {
  method: "POST",
  path: "/developers/webhooks/{id}/test",
  ...access,
  summary: "Sends the event webhook.test to an endpoint.",
  input: z.strictObject({ id: publicId }),
  output: z.object({ deliveryId: publicId }),
  problems: ["webhook_disabled"],
} as const satisfies Operation;

export const webhookDeliveryStates = ["pending", "delivered", "failed"] as const;
export type WebhookDeliveryState = (typeof webhookDeliveryStates)[number];

const attempt = z.object({
  number: z.number(),
  at: z.string(),
  /** Null if there was no response. */
  status: z.nullable(z.number()),
  ms: z.number(),
  /** The first 1,000 characters. */
  response: z.string(),
  /** Why there was no response, such as `timeout` or `not_public`. */
  error: z.nullable(z.string()),
});

const delivery = z.object({
  id: publicId,
  eventId: publicId,
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of an object literal
  type: z.enum(Object.keys(webhookEventFields) as [WebhookEventKind, ...WebhookEventKind[]]),
  state: z.enum(webhookDeliveryStates),
  createdAt: z.string(),
  /** Null unless it is pending. */
  nextAttemptAt: z.nullable(z.string()),
  /** What is sent, as text. */
  body: z.string(),
  /** Oldest first. */
  attempts: z.array(attempt),
});
export type WebhookDelivery = z.output<typeof delivery>;

export const webhookDeliveries = {
  method: "GET",
  path: "/developers/webhooks/{id}/deliveries",
  ...access,
  summary: "The deliveries of an endpoint with their attempts, newest first, for 30 days.",
  input: z.strictObject({ id: publicId, state: z.optional(z.enum(webhookDeliveryStates)), after: cursor }),
  output: z.object({ deliveries: z.array(delivery), next: z.nullable(z.string()) }),
  problems: [],
  passive: true,
} as const satisfies Operation;

export const replayWebhook = {
  method: "POST",
  path: "/developers/webhooks/{id}/replay",
  ...access,
  summary: "Sends one delivery again, or all failed ones since a timestamp.",
  input: z.strictObject({
    id: publicId,
    deliveryId: z.optional(publicId),
    failedSince: z.optional(z.iso.datetime()),
  }),
  output: z.object({ count: z.number() }),
  problems: ["webhook_disabled"],
} as const satisfies Operation;
