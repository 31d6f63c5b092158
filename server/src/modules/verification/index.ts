export type { VerificationDeps } from "./deps.ts";
export { onConsentEvents } from "./handlers.ts";
export { verificationJobs } from "./jobs.ts";
export { openLookUps } from "./look-ups/index.ts";
export { liveFaceRoutes } from "./live-face/routes.ts";
export { verificationRoutes } from "./routes.ts";
export { NotYet } from "./run-look-up.ts";
export { openWeather, providersOf } from "./source-weather.ts";
