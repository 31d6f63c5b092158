export { openNote, sealNote } from "./contact.ts";
export type { ConsentDeps } from "./deps.ts";
export { consentJobs } from "./jobs.ts";
export { consentRoutes } from "./routes.ts";
export { findConsent, insertConsent, insertConsents, moveConsent } from "./store.ts";
export { askSubject } from "./use-cases/ask-subject.ts";
