export { createClient } from "./client.ts";
export type { CallOptions, Client, ClientOptions } from "./client.ts";
export { ApiError, NoResponseError } from "./errors.ts";
export { verifyWebhook, WebhookVerificationError } from "./webhooks.ts";
export type { WebhookEvent } from "./webhooks.ts";
export type * from "./generated/calls.ts";
