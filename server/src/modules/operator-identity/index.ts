export type { OperatorIdentityDeps } from "./deps.ts";
export { addExampleOperators, type ExampleOperator, findExampleCode, isExampleOperator } from "./example-operators.ts";
export { createInvitation, finishInvitation, openInvitation } from "./invitations.ts";
export { createKey, endKey, findOperatorByKey, listKeys } from "./keys.ts";
export {
  addPasskey,
  createPasskeyOptions,
  createPasskeySignInOptions,
  listOperatorPasskeys,
  removePasskey,
  signInWithPasskey,
} from "./passkeys.ts";
export { mailOwners, tellOwners } from "./owner-mails.ts";
export { operatorIdentityRetentionRules } from "./retention-rules.ts";
export { checkOperatorPassword, completeOperatorSignIn, identifyOperator, signOutOperator } from "./sign-in.ts";
export {
  countActiveOperators,
  countOthersWithRoles,
  findOperator,
  findOperatorByEmail,
  findOperatorNames,
  findOperators,
  insertOperator,
  lockOperator,
  markDisabled,
  type Operator,
  type SignedInOperator,
  updateRoles,
} from "./store.ts";
export {
  type FindKind,
  hasRecentView,
  insertAccountView,
  insertFind,
  mayFindToday,
  mayViewToday,
  wasViewedRecently,
} from "./views-store.ts";
