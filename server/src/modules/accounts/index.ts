export { findAccountCopies, insertAccountCopies } from "./account-copies.ts";
export type { AccountDeps } from "./deps.ts";
export { addExampleAccounts, hasExampleAccounts } from "./example-accounts.ts";
export { accountJobs } from "./jobs.ts";
export { mailNotice } from "./notice-mail.ts";
export { confirmationDayLimit, resendConfirmation } from "./use-cases/confirm-email.ts";
export { limitKey } from "./deps.ts";
export { canReceiveSms } from "./rules.ts";
export { openPasswordHasher } from "./password-hasher.ts";
export { accountExportSections } from "./data-export/account-sections.ts";
export { dataExportRoutes } from "./data-export/export-routes.ts";
export { businessMatchJobs } from "./business-verification/match-business.ts";
export { type CallerRow, callerFromRow, type OwnersBalance } from "./caller-store.ts";
export { reauthenticateWithPasskey } from "./second-factor/reauthenticate-with-passkey.ts";
export { accountRoutes, profileRoute } from "./routes.ts";
export { createAuthenticate, profileOfKey } from "./use-cases/sessions.ts";
export { reauthenticateWithSecondFactor } from "./reauthenticate-with-second-factor.ts";
export { isSessionOpen, revokeEverySession } from "./session-store.ts";
export { anonymiseUser, isAccountClosed, lockOpenAccount } from "./anonymise-user.ts";
export {
  findAccountEmails,
  findAccountOpenedAt,
  findOpenAccountIds,
  memberCallerSql,
  requestersView,
} from "./read-views.ts";
export { findMakers, people } from "./people.ts";
export { type AccountHolder, findAccountHolder } from "./account-holder.ts";
export {
  findConfirmationAgeMs,
  removePhone,
  clearLockout,
  findAccountForOperator,
  findAccountIdBy,
  findAccountNames,
  findUsableSessions,
  signOutEverywhere,
  type OperatorAccount,
} from "./operator-queries.ts";
export { accountRetentionRules } from "./retention-rules.ts";
export {
  endSuspension,
  findSuspensions,
  insertSuspension,
  lockRunningSuspension,
  type Suspension,
} from "./suspensions/store.ts";
export { renderQrCode } from "./second-factor/authenticator.ts";
export { formatRecoveryCode, parseTypedCode, recoveryAlphabet, recoveryCodeLength } from "./second-factor/rules.ts";
export { findTotpStep, formatTotpSecret, totpSecretBytes } from "./second-factor/totp.ts";
export {
  createCreationOptions,
  createRequestOptions,
  credentialIdOf,
  verifyAuthentication,
  verifyRegistration,
} from "./second-factor/web-authn.ts";
