export type { AccountDeps } from "./deps.ts";
export { addExampleAccounts, hasExampleAccounts } from "./example-accounts.ts";
export { accountJobs } from "./jobs.ts";
export { limitKey } from "./deps.ts";
export { canReceiveSms } from "./rules.ts";
export { openPasswordHasher } from "./password-hasher.ts";
export { accountExportSections } from "./data-export/account-sections.ts";
export { dataExportRoutes } from "./data-export/export-routes.ts";
export { destroyClosedAccountKey } from "./closure/close-account.ts";
export { recloseAccount } from "./closure/reclose-account.ts";
export { purgeClosedRequesters, hashRequesterMailbox, findClosedRequesterNames } from "./closure/closed-requesters.ts";
export {
  unsealBankAccount,
  claimPayOut,
  markPaidOut,
  findUnpaidPayOut,
  isPaidOut,
  findUnpaidPayOuts,
  releasePayOut,
} from "./closure/pay-outs.ts";
export { businessMatchJobs } from "./business-verification/match-business.ts";
export { accountRoutes } from "./routes.ts";
export { createAuthenticate } from "./use-cases/sessions.ts";
