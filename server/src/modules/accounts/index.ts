export type { AccountDeps } from "./deps.ts";
export { addExampleAccounts, hasExampleAccounts } from "./example-accounts.ts";
export { accountJobs } from "./jobs.ts";
export { openPasswords } from "./passwords.ts";
export { accountRoutes } from "./routes.ts";
export { identifyWith } from "./use-cases/signed-in.ts";
