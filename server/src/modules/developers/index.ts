export type { DeveloperDeps } from "./deps.ts";
export { registerKeyEvents } from "./events.ts";
export { announceEndingKeys } from "./keys/announce-ending.ts";
export { createKeyAuthenticate } from "./keys/authenticate.ts";
export { developerRetentionRules } from "./retention-rules.ts";
export { developerRoutes } from "./routes.ts";
