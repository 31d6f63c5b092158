import { newestVersion } from "@idanimo/contract/developers/versions";
import { formatMinor } from "@idanimo/contract/money";
import { apiBase, type Operation, type SentInputOf } from "@idanimo/contract/operation";
import { operations } from "@idanimo/contract/operations";
import type { FastifyInstance } from "fastify";
import { randomIds } from "../kernel/ids.ts";
import { randomNin, type TestApp, type TestUser } from "./app.ts";
import { insertApiRequest } from "./developer-steps.ts";
import { buySearch, completeCompanySearch, payPurchase, requestConsent } from "./lookup-steps.ts";

/** One valid call of every operation that requires a sign-in, for tests that run through all of them. */

/** What belongs to one user and is named in a call. */
export type CallTargets = {
  readonly sessionCode: string;
  readonly transactionID: string;
  readonly amount: string;
  readonly itemId: string;
  readonly payment: string;
  readonly signInId: string;
  readonly passkeyId: string;
  readonly noticeId: string;
  readonly uploadId: string;
  /** A company of a business result. */
  readonly companyOf: string;
  readonly cacId: string;
  /** A colleague, an open invitation and a custom role of the user's organisation. */
  readonly memberId: string;
  readonly invitationId: string;
  readonly roleId: string;
  /** A domain of the organisation. */
  readonly domain: string;
  /** A token and a group of the organisation's directory. */
  readonly scimTokenId: string;
  readonly scimGroupId: string;
  readonly apiKeyId: string;
  readonly webhookId: string;
  readonly apiRequestId: string;
};
export type SignedInOperation = {
  [Name in keyof typeof operations]: (typeof operations)[Name]["access"] extends "signed_in" ? Name : never;
}[keyof typeof operations];

const device = {
  endpoint: "https://fcm.googleapis.com/fcm/send/x",
  keys: { p256dh: "B".repeat(87), auth: "A".repeat(22) },
};
/**
 * A valid call of each operation, or one that is rejected for a reason other than the caller. A new operation needs
 * an entry.
 */
const sampleInputs: {
  readonly [Name in SignedInOperation]: (of: CallTargets) => SentInputOf<(typeof operations)[Name]>;
} = {
  profile: () => ({}),
  readTestMode: () => ({}),
  addPlayMoney: () => ({ amountMinor: 1 }),
  decideTestConsent: ({ itemId }) => ({ requestId: itemId, decision: "denied" }),
  testInbox: () => ({}),
  replyToTestMessage: () => ({ id: randomIds.publicId(), text: "YES" }),
  keepSession: () => ({}),
  changePassword: () => ({ newPassword: "Correct-horse-1", confirm_password: "Wrong-horse-1" }),
  sendEmailConfirm: () => ({}),
  security: () => ({}),
  setUpTotp: () => ({}),
  confirmTotp: () => ({ code: "123456" }),
  removeTotp: () => ({ code: "123456" }),
  renewRecoveryCodes: () => ({ code: "123456" }),
  passkeyOptions: () => ({}),
  addPasskey: () => ({ challengeId: randomIds.publicId(), response: { id: "x", response: {} }, name: "Phone" }),
  removePasskey: ({ passkeyId }) => ({ id: passkeyId }),
  updateProfile: () => ({ firstName: "Bola" }),
  switchCurrency: () => ({ currency: "USD" }),
  sessions: () => ({}),
  endSession: ({ signInId }) => ({ id: signInId }),
  endOtherSessions: () => ({}),
  beginExport: () => ({}),
  closeAccount: () => ({ confirm: "CLOSE", balance: { way: "none" } }),
  addPush: () => device,
  removePush: () => ({}),
  notices: () => ({}),
  readNotices: ({ noticeId }) => ({ ids: [noticeId] }),
  servicePrices: () => ({}),
  walletPayment: ({ sessionCode, transactionID, amount }) => ({ sessionCode, transactionID, amount }),
  startPayment: ({ sessionCode, amount }) => ({ type: "VERIFICATION", currency: "NGN", sessionCode, amount }),
  checkPayment: ({ payment }) => ({ transactionRef: payment }),
  paymentHistory: () => ({}),
  searchTransactions: () => ({ q: "Candidate" }),
  listBulk: () => ({}),
  readBulk: ({ uploadId }) => ({ uploadId }),
  listBulkLines: ({ uploadId }) => ({ uploadId }),
  readBulkReminders: ({ uploadId }) => ({ uploadId }),
  remindBulk: ({ uploadId }) => ({ uploadId }),
  skipBadLines: ({ uploadId }) => ({ uploadId }),
  stopBulk: ({ uploadId }) => ({ uploadId }),
  resumeBulk: ({ uploadId }) => ({ uploadId }),
  purchaseLimits: () => ({ searches: [{ type: "nin", options: [], records: 1 }], currency: "NGN" }),
  quote: () => ({ nin: randomNin(), currency: "NGN" }),
  createSession: () => ({ nin: randomNin(), currency: "NGN", purpose: { code: "employment" } }),
  readSession: ({ sessionCode }) => ({ sessionCode }),
  sources: () => ({}),
  submit: ({ sessionCode }) => ({ sessionCode, sessionStatus: "COMPLETED" }),
  faceTicket: () => ({}),
  checkConsent: ({ itemId }) => ({ id: itemId }),
  askPlateOwner: ({ itemId }) => ({ requestId: itemId, purpose: { code: "sale" } }),
  labelRequest: ({ itemId }) => ({ requestId: itemId, label: "Candidate" }),
  checkAgain: ({ itemId }) => ({ requestId: itemId }),
  savedViews: () => ({}),
  saveView: () => ({ name: "Open", filters: { type: "NIN" } }),
  removeView: () => ({ name: "Open" }),
  cancelRequest: ({ itemId }) => ({ id: itemId }),
  remindSubject: ({ itemId }) => ({ id: itemId }),
  askGuardian: ({ itemId }) => ({ requestId: itemId, relation: "parent" }),
  history: () => ({}),
  searchHistory: () => ({ q: "granted" }),
  readStakeholders: ({ companyOf, cacId }) => ({ business: { requestId: companyOf, cacId } }),
  completeStakeholders: ({ companyOf, cacId }) => ({ business: { requestId: companyOf, cacId } }),
  organisationList: () => ({}),
  createOrganisation: () => ({ name: "Kano Traders" }),
  readOrganisation: () => ({}),
  updateOrganisation: () => ({ idleDays: 60 }),
  organisationMembers: () => ({}),
  inviteMember: () => ({ email: `${randomIds.shortToken().toLowerCase()}@example.test`, roles: ["reader"] }),
  revokeInvitation: ({ invitationId }) => ({ id: invitationId }),
  acceptInvitation: () => ({ token: randomIds.token() }),
  changeMember: ({ memberId }) => ({ userId: memberId, roles: ["reader"] }),
  removeMember: ({ memberId }) => ({ userId: memberId }),
  organisationRoles: () => ({}),
  saveRole: ({ roleId }) => ({ id: roleId, name: "Clerk", rights: ["requests:create"] }),
  removeRole: ({ roleId }) => ({ id: roleId }),
  organisationAudit: () => ({}),
  closeOrganisation: () => ({ confirm: "CLOSE", balance: { way: "none" } }),
  readClosing: () => ({}),
  stopClosing: () => ({}),
  sponsors: () => ({}),
  approvalRules: () => ({}),
  saveApprovalRule: () => ({ searchTypes: ["bvn"], purposes: [], above: null, enabled: true }),
  removeApprovalRule: () => ({ id: randomIds.publicId() }),
  organisationApprovals: () => ({ state: "waiting" }),
  waitingApprovalCount: () => ({}),
  ownWaitingApprovals: () => ({}),
  decideApproval: () => ({ id: randomIds.publicId(), decision: "reject" }),
  cancelApprovalRequest: ({ sessionCode }) => ({ sessionCode }),
  organisationCaps: () => ({}),
  organisationDomains: () => ({}),
  readSso: () => ({}),
  saveSso: () => ({ issuer: "https://login.example", clientId: "id", state: "off", exemptUserId: null }),
  addDomain: () => ({ domain: "traders.example" }),
  checkDomain: ({ domain }) => ({ domain }),
  removeDomain: ({ domain }) => ({ domain }),
  scimTokens: () => ({}),
  createScimToken: () => ({ expiresInDays: 30 }),
  endScimToken: ({ scimTokenId }) => ({ id: scimTokenId }),
  scimGroups: () => ({}),
  mapScimGroup: ({ scimGroupId }) => ({ id: scimGroupId, role: "reader" }),
  webhookEndpoints: () => ({}),
  createWebhook: () => ({ url: "https://hooks.example/idanimo", events: ["request.closed"] }),
  changeWebhook: ({ webhookId }) => ({ id: webhookId, events: ["request.closed"] }),
  rotateWebhookSecret: ({ webhookId }) => ({ id: webhookId }),
  testWebhook: ({ webhookId }) => ({ id: webhookId }),
  webhookDeliveries: ({ webhookId }) => ({ id: webhookId }),
  apiRequests: () => ({}),
  apiRequest: ({ apiRequestId }) => ({ id: apiRequestId }),
  replayWebhook: ({ webhookId }) => ({ id: webhookId, failedSince: "2026-11-01T00:00:00Z" }),
  deleteWebhook: ({ webhookId }) => ({ id: webhookId }),
  saveCap: () => ({
    appliesTo: "role",
    subjectId: "requester",
    period: "day",
    searchType: null,
    amount: "5000",
    count: null,
  }),
  removeCap: () => ({ id: randomIds.publicId() }),
  apiKeys: () => ({}),
  createApiKey: () => ({ name: "Back office", mode: "live", scopes: ["webhooks"], expiresInDays: 90 }),
  changeApiKey: ({ apiKeyId }) => ({ id: apiKeyId, version: null }),
  changeApiVersion: () => ({ version: newestVersion }),
  rollApiKey: ({ apiKeyId }) => ({ id: apiKeyId, overlapHours: 1 }),
  transferApiKey: ({ apiKeyId, memberId }) => ({ id: apiKeyId, memberId }),
  endApiKey: ({ apiKeyId }) => ({ id: apiKeyId }),
};
/** Operations that nothing is found by in live [DP-18]. */
export const testModeOperations: readonly SignedInOperation[] = [
  "addPlayMoney",
  "decideTestConsent",
  "testInbox",
  "replyToTestMessage",
];
export const signedInOperations = Object.keys(sampleInputs) as SignedInOperation[];
export const sampleInputOf = (name: SignedInOperation, of: CallTargets): Record<string, unknown> => ({
  ...sampleInputs[name](of),
});

/** Sends one call as the contract specifies. */
export function sendCall(
  to: FastifyInstance,
  name: keyof typeof operations,
  input: Record<string, unknown>,
  token?: string,
  headers: Readonly<Record<string, string>> = {},
) {
  const { method, path }: Operation = operations[name];
  const rest = new Map(Object.entries(input));
  const url = path.replaceAll(/\{(\w+)\}/g, (_braces, member: string) => {
    const value = String(rest.get(member) ?? "x");
    rest.delete(member);
    return encodeURIComponent(value);
  });
  const query =
    method === "POST"
      ? ""
      : `?${new URLSearchParams(Object.fromEntries([...rest].map(([key, value]) => [key, String(value)])))}`;
  return to.inject({
    method,
    url: apiBase + url + query,
    headers: {
      ...headers,
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(method === "POST" && { "content-type": "application/json" }),
    },
    ...(method === "POST" && { payload: JSON.stringify(Object.fromEntries(rest)) }),
  });
}

/** Calls about a request whose subject was asked. */
const needsPendingConsent = ["checkAgain", "checkConsent", "cancelRequest", "remindSubject"] as const;

/**
 * Creates one of everything that a call can name. The request becomes readable only after its subject was asked; a
 * company exists for calls about one, if the application has sources of companies.
 */
export async function createCallTargets(app: TestApp, user: TestUser, name?: SignedInOperation): Promise<CallTargets> {
  const bought = needsPendingConsent.some((known) => known === name)
    ? await requestConsent(app, user)
    : await app.purchase(user);
  const needsCompany = name === "readStakeholders" || name === "completeStakeholders";
  const company = needsCompany
    ? await completeCompanySearch(app, user)
    : { requestId: randomIds.publicId(), cacId: "411002" };
  const payment = await app.startPayment(user, { currency: "NGN", minor: 2_000_00n });
  const [signInId, passkeyId, noticeId] = [randomIds.publicId(), randomIds.publicId(), randomIds.publicId()];
  const uploadId = randomIds.publicId();
  await app.owner.query(
    "insert into bulk_uploads (id, owner_id, records, checked_at, purged_at) values ($1, $2, 1, now(), now())",
    [uploadId, user.id],
  );
  await app.owner.query(
    "insert into sign_ins (id, user_id, token_hash, kind, ends_at) values ($1::uuid, $2, sha256($1::text::bytea), 'bearer', now() + interval '1 hour')",
    [signInId, user.id],
  );
  await app.owner.query(
    "insert into passkeys (id, user_id, credential_id, public_key, counter, name) values ($1::uuid, $2, $1::text, '', 0, 'Phone')",
    [passkeyId, user.id],
  );
  await app.owner.query(
    "insert into notices (id, owner_id, key, kind) values ($1::uuid, $2, $1::text, 'result_ready')",
    [noticeId, user.id],
  );
  const colleagues = await createColleagues(app, user);
  const { sessionCode, transactionID } = bought;
  const itemId = name === "askPlateOwner" ? await completePlateSearch(app, user) : bought.itemId;
  return {
    sessionCode,
    transactionID,
    amount: formatMinor(bought.total.minor),
    itemId,
    payment,
    signInId,
    passkeyId,
    noticeId,
    uploadId,
    companyOf: company.requestId,
    cacId: company.cacId,
    ...colleagues,
  };
}

/** Adds a member, an invitation and a role to the organisation of a business account; a person's account has none. */
async function createColleagues(app: TestApp, { id: organisationId }: TestUser) {
  const [memberId, invitationId, roleId] = [randomIds.publicId(), randomIds.publicId(), randomIds.publicId()];
  const [scimTokenId, scimGroupId] = [randomIds.publicId(), randomIds.publicId()];
  const [apiKeyId, webhookId, apiRequestId] = [randomIds.publicId(), randomIds.publicId(), randomIds.publicId()];
  const integration = { scimTokenId, scimGroupId, apiKeyId, webhookId, apiRequestId };
  const { rowCount } = await app.owner.query("select from organisations where id = $1", [organisationId]);
  if (rowCount === 0) return { memberId, invitationId, roleId, domain: "none.example", ...integration };
  const colleague = await app.user();
  await app.owner.query("insert into members (organisation_id, user_id, roles) values ($1, $2, '{requester}')", [
    organisationId,
    colleague.id,
  ]);
  await app.owner.query(
    `insert into invitations (id, organisation_id, email, roles, token_hash, invited_by, expires_at)
     values ($1::uuid, $2, $1::text || '@example.test', '{reader}', sha256($1::text::bytea), $2, now() + interval '7 days')`,
    [invitationId, organisationId],
  );
  await app.owner.query(
    "insert into roles (id, organisation_id, name, rights) values ($1::uuid, $2, $1::text, '{requests:create}')",
    [roleId, organisationId],
  );
  const domain = `${roleId}.example`;
  await app.owner.query("insert into domains (organisation_id, domain, token) values ($1, $2, 'token')", [
    organisationId,
    domain,
  ]);
  await app.owner.query(
    `insert into scim_tokens (id, organisation_id, token_hash, created_by, expires_at)
     values ($1::uuid, $2, sha256($1::text::bytea), $2, now() + interval '30 days')`,
    [scimTokenId, organisationId],
  );
  await app.owner.query("insert into scim_groups (scim_id, organisation_id, name) values ($1::uuid, $2, $1::text)", [
    scimGroupId,
    organisationId,
  ]);
  await app.owner.query(
    `insert into api_keys (id, organisation_id, mode, name, prefix, scopes, created_by, expires_at)
     values ($1, $2, 'live', 'Back office', 'idn_live_12345678', '{webhooks}', $2, now() + interval '90 days')`,
    [apiKeyId, organisationId],
  );
  await app.owner.query(
    "insert into api_key_secrets (secret_hash, key_id) values (sha256($1::text::bytea), $1::uuid)",
    [apiKeyId],
  );
  await app.owner.query(
    `insert into webhook_endpoints (id, organisation_id, mode, url, events, created_by)
     values ($1, $2, 'live', 'https://hooks.example/', '{request.closed}', $2)`,
    [webhookId, organisationId],
  );
  await app.owner.query("insert into webhook_secrets (id, endpoint_id, sealed) values ($1, $1, '\\x00')", [webhookId]);
  await insertApiRequest(app, { id: apiRequestId, organisationId, keyId: apiKeyId });
  return { memberId: colleague.id, invitationId, roleId, domain, ...integration };
}

/** Completes a search of a registration number, if the application has a source of them. @returns its request */
async function completePlateSearch(app: TestApp, user: TestUser): Promise<string> {
  const bought = await buySearch(app, user, { license_number: `LAG${randomIds.digits(4)}` });
  await payPurchase(user, bought);
  await app.drainQueue();
  return bought.itemId;
}

/** Ids of the same kinds that do not exist. */
export const similarMissingTargets = (like: CallTargets): CallTargets => ({
  ...like,
  sessionCode: randomIds.shortToken(),
  transactionID: `EA${randomIds.digits(14)}`,
  itemId: randomIds.publicId(),
  payment: `EA${randomIds.digits(14)}`,
  signInId: randomIds.publicId(),
  passkeyId: randomIds.publicId(),
  noticeId: randomIds.publicId(),
  uploadId: randomIds.publicId(),
  memberId: randomIds.publicId(),
  invitationId: randomIds.publicId(),
  roleId: randomIds.publicId(),
  domain: `${randomIds.publicId()}.example`,
  scimTokenId: randomIds.publicId(),
  scimGroupId: randomIds.publicId(),
  apiKeyId: randomIds.publicId(),
  webhookId: randomIds.publicId(),
  apiRequestId: randomIds.publicId(),
  companyOf: randomIds.publicId(),
});
/** Ids that do not exist. */
export const missingTargets: CallTargets = {
  sessionCode: "",
  transactionID: "",
  amount: "1",
  itemId: "",
  payment: "",
  signInId: "",
  passkeyId: "",
  noticeId: "",
  uploadId: "",
  companyOf: "",
  cacId: "",
  memberId: "",
  invitationId: "",
  roleId: "",
  domain: "none.example",
  scimTokenId: "",
  scimGroupId: "",
  apiKeyId: "",
  webhookId: "",
  apiRequestId: "",
};
