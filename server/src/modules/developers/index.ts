export type { TestModeDeps } from "./test-mode/deps.ts";
export { createTestModeIdentify } from "./test-mode/identify.ts";
export { liveTestModeRoutes, testModeRoutes } from "./test-mode/routes.ts";
export { openSandboxInbox } from "./test-mode/sandbox-inbox.ts";
export type { WebhookDeps } from "./webhooks/deps.ts";
export { webhookJobs } from "./webhooks/deliver.ts";
export { registerWebhookHandlers } from "./webhooks/event-handlers.ts";
export { developerRetentionRules } from "./retention-rules.ts";
export { webhookRoutes } from "./webhooks/routes.ts";
