export type { VerificationDeps } from "./deps.ts";
export { onConsentEvents } from "./handlers.ts";
export { NotYet, verificationJobs } from "./jobs.ts";
export { ninLookUp } from "./look-ups/nin.ts";
export { verificationRoutes } from "./routes.ts";
