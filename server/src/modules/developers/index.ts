export type { WebhookDeps } from "./webhooks/deps.ts";
export { webhookJobs } from "./webhooks/deliver.ts";
export { registerWebhookHandlers } from "./webhooks/event-handlers.ts";
export { developerRetentionRules } from "./retention-rules.ts";
export { webhookRoutes } from "./webhooks/routes.ts";
