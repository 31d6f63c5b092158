import { isOrganisationPath, organisationHeader } from "@idanimo/contract/operation";
import { operations } from "@idanimo/contract/operations";
import { type BuiltInRole, builtInRoles, roleRights } from "@idanimo/contract/organisations/rights";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { randomIds } from "../kernel/ids.ts";
import { createTestApp, type TestApp, type TestUser } from "../testing/app.ts";
import { requestConsent, submitDecision } from "../testing/lookup-steps.ts";
import { insertMember, type TestMember } from "../testing/organisation-steps.ts";
import {
  type CallTargets,
  createCallTargets,
  sampleInputOf,
  sendCall,
  type SignedInOperation,
} from "../testing/sample-calls.ts";

/**
 * Every role of an organisation, every operation, and objects of the member, of a colleague and of another
 * organisation: over HTTP, and for rows of subjects by row-level security alone. [TM-03]
 */

const everyone = builtInRoles;
const managers = ["owner", "admin"] as const;
const requesters = ["owner", "admin", "requester"] as const;
const payers = ["owner", "admin", "requester", "finance"] as const;
const readers = ["owner", "admin", "reader", "records", "finance", "developer"] as const;
const developers = ["owner", "admin", "developer"] as const;
const recordReaders = ["owner", "admin", "requester", "records"] as const;

/** Which roles may make each call, written down apart from the contract. A new operation needs an entry. */
const allowedRoles: Readonly<Record<SignedInOperation, readonly BuiltInRole[]>> = {
  profile: everyone,
  readTestMode: everyone,
  addPlayMoney: everyone,
  decideTestConsent: everyone,
  testInbox: everyone,
  replyToTestMessage: everyone,
  keepSession: everyone,
  changePassword: everyone,
  sendEmailConfirm: everyone,
  security: everyone,
  setUpTotp: everyone,
  confirmTotp: everyone,
  removeTotp: everyone,
  renewRecoveryCodes: everyone,
  passkeyOptions: everyone,
  addPasskey: everyone,
  removePasskey: everyone,
  updateProfile: everyone,
  sessions: everyone,
  endSession: everyone,
  endOtherSessions: everyone,
  beginExport: everyone,
  addPush: everyone,
  removePush: everyone,
  notices: everyone,
  readNotices: everyone,
  servicePrices: everyone,
  sponsors: everyone,
  organisationList: everyone,
  createOrganisation: everyone,
  acceptInvitation: everyone,
  switchCurrency: ["owner", "finance"],
  quote: requesters,
  createSession: requesters,
  purchaseLimits: requesters,
  ownWaitingApprovals: requesters,
  submit: requesters,
  faceTicket: requesters,
  labelRequest: requesters,
  checkAgain: requesters,
  cancelRequest: requesters,
  remindSubject: requesters,
  askGuardian: requesters,
  askPlateOwner: requesters,
  completeStakeholders: requesters,
  cancelApprovalRequest: requesters,
  walletPayment: requesters,
  remindBulk: requesters,
  skipBadLines: requesters,
  stopBulk: requesters,
  resumeBulk: requesters,
  startPayment: requesters, // for a check; finance may only top up
  checkPayment: payers,
  paymentHistory: payers,
  searchTransactions: payers,
  listBulk: everyone,
  readBulk: everyone,
  listBulkLines: everyone,
  readBulkReminders: everyone,
  readSession: everyone,
  sources: everyone,
  savedViews: everyone,
  saveView: everyone,
  removeView: everyone,
  history: everyone,
  searchHistory: everyone,
  readOrganisation: everyone,
  checkConsent: recordReaders,
  readStakeholders: recordReaders,
  organisationMembers: readers,
  organisationRoles: readers,
  updateOrganisation: ["owner"], // the idle limit: a security rule
  inviteMember: managers,
  revokeInvitation: managers,
  changeMember: managers,
  removeMember: managers,
  saveRole: managers,
  removeRole: managers,
  organisationAudit: managers,
  approvalRules: managers,
  saveApprovalRule: managers,
  removeApprovalRule: managers,
  organisationApprovals: managers,
  decideApproval: managers,
  waitingApprovalCount: managers,
  organisationCaps: managers,
  saveCap: managers,
  removeCap: managers,
  organisationDomains: ["owner"],
  addDomain: ["owner"],
  checkDomain: ["owner"],
  removeDomain: ["owner"],
  scimTokens: ["owner"],
  createScimToken: ["owner"],
  endScimToken: ["owner"],
  scimGroups: ["owner"],
  mapScimGroup: ["owner"],
  apiKeys: developers,
  createApiKey: developers,
  changeApiKey: developers,
  changeApiVersion: developers,
  rollApiKey: developers,
  transferApiKey: developers,
  endApiKey: developers,
  webhookEndpoints: developers,
  createWebhook: developers,
  changeWebhook: developers,
  deleteWebhook: developers,
  rotateWebhookSecret: developers,
  testWebhook: developers,
  webhookDeliveries: developers,
  replayWebhook: developers,
  apiRequests: developers,
  apiRequest: developers,
  readClosing: ["owner"],
  closeOrganisation: ["owner"],
  stopClosing: ["owner"],
  readSso: ["owner"],
  saveSso: ["owner"],
  closeAccount: everyone, // last: it ends the sign-in
};
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a total record
const names = Object.keys(allowedRoles) as SignedInOperation[];

/** Calls that name a request or purchase, without the ones that end it. */
const aboutRequests = ["readSession", "checkConsent", "labelRequest", "remindSubject", "cancelRequest"] as const;

let app: TestApp;
/** The business account that is the organisation, and another one. */
let colleague: TestUser;
let stranger: TestUser;
let theirs: CallTargets;
const members = new Map<BuiltInRole, TestMember>();
/** A colleague's objects: for each role's run through all calls, and ones that no call changes. */
const changed = new Map<BuiltInRole, CallTargets>();
let unchanged: CallTargets;
/** A granted request of a colleague, of the other organisation, and of each role that may ask. */
const granted = { colleague: "", stranger: "", own: new Map<BuiltInRole, string>() };

async function grantRecord(user: TestUser): Promise<string> {
  const pending = await requestConsent(app, user);
  await submitDecision(app, pending.token, "grant");
  await app.drainQueue();
  return pending.itemId;
}
const canAsk = (role: BuiltInRole) => requesters.some((one) => one === role);
const memberOf = (role: BuiltInRole): TestMember => {
  const member = members.get(role);
  if (!member) throw new Error(`no member with the role ${role}`);
  return member;
};

beforeAll(async () => {
  app = await createTestApp();
  colleague = await app.user({ userType: "business", NGN: 100_000_00n });
  stranger = await app.user({ userType: "business", NGN: 100_000_00n });
  theirs = await createCallTargets(app, stranger, "checkConsent");
  unchanged = await createCallTargets(app, colleague, "checkConsent");
  granted.colleague = await grantRecord(colleague);
  granted.stranger = await grantRecord(stranger);
  for (const role of builtInRoles) {
    const member = await insertMember(app, colleague.id, [role]);
    members.set(role, member);
    changed.set(role, await createCallTargets(app, colleague, "checkConsent"));
    if (canAsk(role)) granted.own.set(role, await grantRecord(member));
  }
}, 120_000);
afterAll(async () => {
  await app.drainQueue();
  await app.checkInvariants();
  await app.close();
});

type Answer = { readonly body: string };
const codeOf = (answer: Answer) => (JSON.parse(answer.body) as { code?: string }).code ?? "done";
const callAs = (by: TestUser, name: SignedInOperation, input: Record<string, unknown>, organisation: string) =>
  sendCall(app.app, name, input, by.token, { [organisationHeader]: organisation });

describe.each(builtInRoles)("the role %s [TM-03]", (role) => {
  test("makes exactly the calls that it may, on objects of its organisation", async () => {
    const targets = changed.get(role) ?? unchanged;
    const member = await insertMember(app, colleague.id, [role]);
    const wrong: unknown[] = [];
    for (const name of names) {
      const code = codeOf(await callAs(member, name, sampleInputOf(name, targets), colleague.id));
      const isAllowed = allowedRoles[name].some((one) => one === role);
      const isRefused = code === "right_missing";
      if (isRefused === isAllowed || ["not_signed_in", "second_factor_required", "unexpected"].includes(code))
        wrong.push([name, code]);
    }
    expect(wrong).toEqual([]);
  }, 60_000);

  test("reaches nothing of another organisation", async () => {
    const wrong: unknown[] = [];
    for (const name of names) {
      const input = sampleInputOf(name, theirs);
      // as if it were a member there: for its own sign-in too
      const there = codeOf(await callAs(memberOf(role), name, input, stranger.id));
      if (there !== "not_found") wrong.push([name, there]);
    }
    for (const name of aboutRequests) {
      const found = await callAs(memberOf(role), name, sampleInputOf(name, theirs), colleague.id);
      const expected = allowedRoles[name].some((one) => one === role) ? "not_found" : "right_missing";
      if (codeOf(found) !== expected) wrong.push([name, codeOf(found)]);
    }
    expect(wrong).toEqual([]);
  }, 60_000);

  test("finds a colleague's request with the right to all requests alone", async () => {
    for (const name of ["readSession", "checkConsent"] as const) {
      const code = codeOf(await callAs(memberOf(role), name, sampleInputOf(name, unchanged), colleague.id));
      const mayCall = allowedRoles[name].some((one) => one === role);
      const sees = roleRights[role].includes("requests:read_all");
      expect([name, code]).toEqual([name, mayCall ? (sees ? "done" : "not_found") : "right_missing"]);
    }
  });

  test("opens its own records, and a colleague's with the right to all records alone", async () => {
    const opened = async (id: string) => {
      const answer = await callAs(memberOf(role), "checkConsent", { id }, colleague.id);
      return Boolean((JSON.parse(answer.body) as { data?: object | null }).data);
    };
    const report = async (id: string) => (await memberOf(role).get(`/results/${id}/report.pdf`)).statusCode;
    const reads = role === "records";
    expect([await opened(granted.colleague), await report(granted.colleague)]).toEqual([
      reads,
      reads ? 200 : expect.toBeOneOf([403, 404]),
    ]);
    expect([await opened(granted.stranger), await report(granted.stranger)]).toEqual([
      false,
      expect.toBeOneOf([403, 404]),
    ]);
    const own = granted.own.get(role);
    if (own !== undefined) expect([await opened(own), await report(own)]).toEqual([true, 200]);
  });

  test("sees the same rows by row-level security alone, and changes no others", async () => {
    const member = { userId: memberOf(role).id, rights: new Set<string>(roleRights[role]) };
    const own = granted.own.get(role) ?? randomIds.publicId();
    const seesRequests = roleRights[role].includes("requests:read_all");
    const seesRecords = roleRights[role].includes("records:read_all");
    const hasOwn = granted.own.has(role);
    const seen = (table: string, column: string) =>
      app.product.db.transaction({ owner: colleague.id, member }, async (tx) => {
        const count = async (id: string) =>
          Number(
            (
              await sql<{
                n: bigint;
              }>`select count(*) as n from ${sql.table(table)} where ${sql.ref(column)} = ${id}`.execute(tx)
            ).rows[0]?.n,
          ) > 0;
        return [await count(own), await count(granted.colleague), await count(granted.stranger)];
      });
    expect(await seen("verification_requests", "id")).toEqual([hasOwn, seesRequests, false]);
    for (const table of ["results", "result_parts", "reports"])
      expect([table, ...(await seen(table, "request_id"))]).toEqual([table, hasOwn, seesRecords, false]);
    await app.product.db.transaction({ owner: colleague.id, member }, async (tx) => {
      const done =
        await sql`delete from results where request_id in (${granted.stranger}, ${seesRecords ? granted.stranger : granted.colleague})`.execute(
          tx,
        );
      expect(Number(done.numAffectedRows ?? 0n)).toBe(0);
    });
  });
});

test("every organisation path is in the matrix and refused to a person's own account [TM-15]", async () => {
  const person = await app.user();
  for (const name of names.filter((one) => isOrganisationPath(operations[one].path))) {
    const code = codeOf(await sendCall(app.app, name, sampleInputOf(name, theirs), person.token));
    expect([name, code]).toEqual([name, "not_found"]);
  }
});
