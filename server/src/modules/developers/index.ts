export type { TestModeDeps } from "./test-mode/deps.ts";
export { createTestModeIdentify } from "./test-mode/identify.ts";
export { liveTestModeRoutes, testModeRoutes } from "./test-mode/routes.ts";
export { openSandboxInbox } from "./test-mode/sandbox-inbox.ts";
