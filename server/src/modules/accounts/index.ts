export type { AccountDeps } from "./deps.ts";
export { addExampleAccounts, type ExampleAccount } from "./example-accounts.ts";
export { accountJobs } from "./jobs.ts";
export { openPasswords, type Passwords } from "./passwords.ts";
export { accountRoutes } from "./routes.ts";
export { identifyWith } from "./use-cases/signed-in.ts";
