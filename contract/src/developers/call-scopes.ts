import { nonJsonCalls } from "../non-json-calls.ts";
import { operations } from "../operations.ts";
import type { KeyScope } from "./scopes.ts";

/** The scopes that a key needs for each call; null: no key may make it [DP-02]. */

type NamesOfSignedIn<Calls extends Record<string, { readonly access: string }>> = {
  [Name in keyof Calls]: Calls[Name]["access"] extends "signed_in" ? Name : never;
}[keyof Calls];
type OperationName = NamesOfSignedIn<typeof operations>;
type FileName = NamesOfSignedIn<typeof nonJsonCalls>;

type Scopes = readonly KeyScope[] | null;

/** Of each operation that needs a sign-in. */
export const operationScopes: Readonly<Record<OperationName, Scopes>> = {
  profile: ["wallet:read"],
  keepSession: null,
  changePassword: null,
  sendEmailConfirm: null,
  security: null,
  setUpTotp: null,
  confirmTotp: null,
  removeTotp: null,
  renewRecoveryCodes: null,
  passkeyOptions: null,
  addPasskey: null,
  removePasskey: null,
  updateProfile: null,
  switchCurrency: null,
  sessions: null,
  endSession: null,
  endOtherSessions: null,
  beginExport: null,
  closeAccount: null,
  addPush: null,
  removePush: null,
  notices: null,
  readNotices: null,
  servicePrices: ["quotes"],
  walletPayment: ["checks:create"],
  startPayment: null,
  checkPayment: ["wallet:read"],
  paymentHistory: ["wallet:read"],
  searchTransactions: ["wallet:read"],
  listBulk: ["bulk"],
  readBulk: ["bulk"],
  listBulkLines: ["bulk"],
  readBulkReminders: ["bulk"],
  remindBulk: ["bulk"],
  skipBadLines: ["bulk"],
  stopBulk: ["bulk"],
  resumeBulk: ["bulk"],
  purchaseLimits: ["quotes"],
  quote: ["quotes"],
  createSession: ["checks:create"],
  readSession: ["checks:read"],
  sources: ["quotes"],
  submit: ["checks:create"],
  faceTicket: null,
  checkConsent: ["checks:read"],
  askPlateOwner: ["checks:create"],
  labelRequest: ["checks:create"],
  checkAgain: null,
  savedViews: null,
  saveView: null,
  removeView: null,
  cancelRequest: ["checks:create"],
  remindSubject: ["checks:create"],
  askGuardian: ["checks:create"],
  history: ["checks:read"],
  searchHistory: ["checks:read"],
  readStakeholders: ["results:company"],
  completeStakeholders: ["results:company"],
  organisationList: null,
  createOrganisation: null,
  readOrganisation: null,
  updateOrganisation: null,
  organisationMembers: null,
  inviteMember: null,
  revokeInvitation: null,
  acceptInvitation: null,
  changeMember: null,
  removeMember: null,
  organisationRoles: null,
  saveRole: null,
  removeRole: null,
  organisationAudit: null,
  closeOrganisation: null,
  readClosing: null,
  stopClosing: null,
  sponsors: null,
  approvalRules: null,
  saveApprovalRule: null,
  removeApprovalRule: null,
  organisationApprovals: null,
  waitingApprovalCount: null,
  ownWaitingApprovals: null,
  decideApproval: null,
  cancelApprovalRequest: null,
  organisationCaps: null,
  organisationDomains: null,
  readSso: null,
  saveSso: null,
  addDomain: null,
  checkDomain: null,
  removeDomain: null,
  scimTokens: null,
  createScimToken: null,
  endScimToken: null,
  scimGroups: null,
  mapScimGroup: null,
  saveCap: null,
  removeCap: null,
  apiKeys: null,
  createApiKey: null,
  changeApiKey: null,
  changeApiVersion: null,
  rollApiKey: null,
  transferApiKey: null,
  endApiKey: null,
  readTestMode: ["quotes"],
  addPlayMoney: null,
  decideTestConsent: ["checks:create"],
  testInbox: ["checks:read"],
  replyToTestMessage: ["checks:create"],
  webhookEndpoints: ["webhooks"],
  createWebhook: ["webhooks"],
  changeWebhook: ["webhooks"],
  deleteWebhook: ["webhooks"],
  rotateWebhookSecret: ["webhooks"],
  testWebhook: ["webhooks"],
  webhookDeliveries: ["webhooks"],
  replayWebhook: ["webhooks"],
  apiRequests: null,
  apiRequest: null,
};

/** The same for the calls that are not JSON operations. */
export const fileScopes: Readonly<Record<FileName, Scopes>> = {
  events: ["checks:read"],
  uploadBulk: ["bulk"],
  bulkResults: ["bulk", "results:person"],
  picture: null,
  receipt: ["wallet:read"],
  statement: ["wallet:read"],
  historyCsv: null,
  transactionsCsv: ["wallet:read"],
  organisationAuditCsv: null,
  accountJson: null,
  accountPdf: null,
  // with the scope of the result, which the handler checks
  report: ["reports"],
  // only vehicles have one
  sourceReport: ["reports", "results:vehicle"],
};

/** The scopes by method and path of the contract; a call that is not in it takes no key. */
export const scopesByCall: ReadonlyMap<string, readonly KeyScope[]> = new Map(
  [
    ...Object.entries(operationScopes).map(([name, needed]) => [callOf(operations, name), needed] as const),
    ...Object.entries(fileScopes).map(([name, needed]) => [callOf(nonJsonCalls, name), needed] as const),
  ].flatMap(([call, needed]) => (call === undefined || needed === null ? [] : [[call, needed] as const])),
);

type Call = { readonly method: string; readonly path: string };

function callOf(calls: Readonly<Record<string, Call>>, name: string): string | undefined {
  const found = calls[name];
  return found && `${found.method} ${found.path}`;
}
