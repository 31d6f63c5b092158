import { apiBase, isOrganisationPath, type Operation } from "@idanimo/contract/operation";
import { operations } from "@idanimo/contract/operations";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { randomIds } from "../kernel/ids.ts";
import { createTestApp, type TestApp, type TestUser } from "../testing/app.ts";
import { createCanarySources } from "../testing/canary-sources.ts";
import { FakeCompanies } from "../testing/fakes.ts";
import {
  sampleInputOf,
  missingTargets,
  similarMissingTargets,
  sendCall,
  signedInOperations,
  testModeOperations,
  type CallTargets,
  createCallTargets,
} from "../testing/sample-calls.ts";

/** Access to every operation for every kind of caller, on own and other users' objects. [T-17] */

let app: TestApp;
beforeAll(
  async () =>
    void (app = await createTestApp(
      {},
      { sources: () => ({ ...createCanarySources().sources, ...new FakeCompanies().sources }) },
    )),
);
afterEach(() => app.checkInvariants());
afterAll(() => app.close());

const codeOf = (answer: { body: string }) => (JSON.parse(answer.body) as { code?: string }).code ?? "done";
/** Problems that depend on who calls. */
const forWhoCalls = new Set([
  "not_signed_in",
  "email_not_confirmed",
  "not_for_this_account",
  "cross_site",
  "method_not_allowed",
]);

describe("a signed-in operation", () => {
  test.each(signedInOperations)("rejects a visitor and an unknown token: %s [T-17]", async (name) => {
    const input = sampleInputOf(name, similarMissingTargets(missingTargets));
    for (const token of [undefined, randomIds.token()]) {
      const response = await sendCall(app.app, name, input, token);
      expect([response.statusCode, codeOf(response)]).toEqual([401, "not_signed_in"]);
    }
  });

  test.each(signedInOperations)(
    "accepts individuals and businesses on their own objects: %s [T-17]",
    async (name) => {
      for (const userType of ["individual", "business"] as const) {
        const user = await app.user({ userType, NGN: 100_000_00n });
        const response = await sendCall(
          app.app,
          name,
          sampleInputOf(name, await createCallTargets(app, user, name)),
          user.token,
        );
        expect(response.statusCode).toBeLessThan(500);
        expect([userType, forWhoCalls.has(codeOf(response)) ? codeOf(response) : "for them"]).toEqual([
          userType,
          "for them",
        ]);
        const isMissing =
          (userType === "individual" && isOrganisationPath(operations[name].path)) || // [TM-15]
          testModeOperations.includes(name);
        expect([userType, codeOf(response) === "not_found"]).toEqual([userType, isMissing]);
      }
    },
    60_000,
  );

  test("requires a confirmed email address to move money, look up or message people [T-15]", async () => {
    const user = await app.user({ NGN: 100_000_00n });
    const targets = await createCallTargets(app, user);
    await app.owner.query("update users set email_verified_at = null where id = $1", [user.id]);
    const rejected = [];
    for (const name of signedInOperations)
      if (codeOf(await sendCall(app.app, name, sampleInputOf(name, targets), user.token)) === "email_not_confirmed")
        rejected.push(name);
    expect(rejected).toEqual([
      "walletPayment",
      "startPayment",
      "createSession",
      "askPlateOwner",
      "askGuardian",
      "createOrganisation",
      "acceptInvitation",
    ]);
    expect(await app.wallets(user)).toMatchObject({ NGN: 100_000_00n });
  }, 60_000);
});

const marks = Object.fromEntries(
  Object.keys(missingTargets).map((name) => [name, `mark of ${name}`]),
) as unknown as CallTargets;
/** Operations that name an object. */
const naming = signedInOperations.filter((name) => JSON.stringify(sampleInputOf(name, marks)).includes("mark of"));

describe("an operation on another user's object", () => {
  test("is one of these [T-17]", () => {
    expect(naming).toEqual([
      "decideTestConsent",
      "removePasskey",
      "endSession",
      "readNotices",
      "walletPayment",
      "startPayment",
      "checkPayment",
      "readBulk",
      "listBulkLines",
      "readBulkReminders",
      "remindBulk",
      "skipBadLines",
      "stopBulk",
      "resumeBulk",
      "readSession",
      "submit",
      "checkConsent",
      "askPlateOwner",
      "labelRequest",
      "checkAgain",
      "cancelRequest",
      "remindSubject",
      "askGuardian",
      "readStakeholders",
      "completeStakeholders",
      "revokeInvitation",
      "changeMember",
      "removeMember",
      "saveRole",
      "removeRole",
      "cancelApprovalRequest",
      "checkDomain",
      "removeDomain",
      "endScimToken",
      "mapScimGroup",
      "changeWebhook",
      "rotateWebhookSecret",
      "testWebhook",
      "webhookDeliveries",
      "apiRequest",
      "replayWebhook",
      "deleteWebhook",
      "changeApiKey",
      "rollApiKey",
      "transferApiKey",
      "endApiKey",
    ]);
  });

  test.each(naming)("returns exactly what a missing object returns, and changes nothing: %s [T-17]", async (name) => {
    const [owner, stranger] = [
      await app.user({
        userType: isOrganisationPath(operations[name].path) ? "business" : "individual",
        NGN: 100_000_00n,
      }),
      await app.user({ userType: "business", NGN: 100_000_00n }),
    ];
    const targets = await createCallTargets(app, owner, name);
    const before = await everythingOf(owner);
    const theirs = await sendCall(app.app, name, sampleInputOf(name, targets), stranger.token);
    const missing = await sendCall(app.app, name, sampleInputOf(name, similarMissingTargets(targets)), stranger.token);
    expect([theirs.statusCode, theirs.body]).toEqual([missing.statusCode, missing.body]);
    if (name !== "readNotices") expect([name, codeOf(theirs)]).toEqual([name, "not_found"]); // this one marks only the notices it finds
    expect(await everythingOf(owner)).toEqual(before);
    expect(await app.wallets(stranger)).toMatchObject({ NGN: 100_000_00n });
  });

  /** Every row that belongs to a user. */
  async function everythingOf(user: TestUser): Promise<unknown> {
    const tables = {
      users: "id",
      sign_ins: "user_id",
      passkeys: "user_id",
      notices: "owner_id",
      purchases: "owner_id",
      payments: "owner_id",
      ledger_accounts: "owner_id",
      verification_requests: "owner_id",
      members: "organisation_id",
      invitations: "organisation_id",
      roles: "organisation_id",
      domains: "organisation_id",
      scim_tokens: "organisation_id",
      scim_groups: "organisation_id",
      api_keys: "organisation_id",
      api_version_pins: "organisation_id",
      webhook_endpoints: "organisation_id",
      webhook_events: "organisation_id",
      sso_connections: "organisation_id",
    };
    const rows = Object.entries(tables).map(async ([table, column]) => [
      table,
      (
        await app.owner.query<{ row: unknown }>(
          `select to_jsonb(t) as row from ${table} t where ${column} = $1 order by 1`,
          [user.id],
        )
      ).rows,
    ]);
    return Promise.all(rows);
  }
});

test.each([
  ["a picture", () => `/user/image/${randomIds.publicId()}`],
  ["a receipt", () => `/user/receipts/EA${randomIds.digits(14)}.pdf`],
  ["the account export", () => "/user/export"],
  ["the account export as PDF", () => "/user/export.pdf"],
  ["the history as CSV", () => "/user/history.csv"],
  ["the transactions as CSV", () => "/user/transactions.csv"],
  ["the event stream", () => "/events"],
])("rejects a visitor's request for %s [T-17]", async (_what, path) => {
  const response = await app.app.inject({ url: apiBase + path() });
  expect([response.statusCode, codeOf(response)]).toEqual([401, "not_signed_in"]);
});

const open = Object.entries<Operation>(operations).flatMap(([name, { access }]) =>
  access === "public" ? [name as keyof typeof operations] : [],
);
test.each(open)("does not require a session: %s [T-17]", async (name) => {
  const response = await sendCall(app.app, name, {});
  expect(response.statusCode).toBeLessThan(500);
  expect(["not_signed_in", "email_not_confirmed"]).not.toContain(codeOf(response));
});
