import { apiBase, type Operation } from "@idanimo/contract/operation";
import { operations } from "@idanimo/contract/operations";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { randomIds } from "../kernel/ids.ts";
import { createTestApp, type TestApp, type TestUser } from "../testing/app.ts";
import { FakeCompanies } from "../testing/fakes.ts";
import {
  sampleInputOf,
  missingTargets,
  similarMissingTargets,
  sendCall,
  signedInOperations,
  type CallTargets,
  createCallTargets,
} from "../testing/sample-calls.ts";

/** Who may call what: every operation, by everybody, on their own things and on somebody else's. Source: T-17. */

let app: TestApp;
beforeAll(async () => void (app = await createTestApp({}, { sources: () => new FakeCompanies().sources })));
afterEach(() => app.checkInvariants());
afterAll(() => app.close());

const codeOf = (answer: { body: string }) => (JSON.parse(answer.body) as { code?: string }).code ?? "done";
/** Refusals for who calls. */
const forWhoCalls = new Set([
  "not_signed_in",
  "email_not_confirmed",
  "not_for_this_account",
  "cross_site",
  "method_not_allowed",
]);

describe("T-17 a call that needs a sign-in", () => {
  test.each(signedInOperations)("%s: is refused to a visitor and to a token of nobody", async (name) => {
    const input = sampleInputOf(name, similarMissingTargets(missingTargets));
    for (const token of [undefined, randomIds.token()]) {
      const answer = await sendCall(app.app, name, input, token);
      expect([answer.statusCode, codeOf(answer)]).toEqual([401, "not_signed_in"]);
    }
  });

  test.each(signedInOperations)(
    "%s: is for individuals and businesses, on their own things",
    async (name) => {
      for (const userType of ["individual", "business"] as const) {
        const user = await app.user({ userType, NGN: 100_000_00n });
        const answer = await sendCall(
          app.app,
          name,
          sampleInputOf(name, await createCallTargets(app, user, name)),
          user.token,
        );
        expect(answer.statusCode).toBeLessThan(500);
        expect([userType, forWhoCalls.has(codeOf(answer)) ? codeOf(answer) : "for them"]).toEqual([
          userType,
          "for them",
        ]);
        expect([userType, codeOf(answer)]).not.toEqual([userType, "not_found"]);
      }
    },
    60_000,
  );

  test("T-15 moves money, looks somebody up or asks us to write only for an account whose mailbox was proved", async () => {
    const user = await app.user({ NGN: 100_000_00n });
    const things = await createCallTargets(app, user);
    await app.owner.query("update users set email_proved_at = null where id = $1", [user.id]);
    const refused = [];
    for (const name of signedInOperations)
      if (codeOf(await sendCall(app.app, name, sampleInputOf(name, things), user.token)) === "email_not_confirmed")
        refused.push(name);
    expect(refused).toEqual(["walletPayment", "startPayment", "createSession", "askGuardian"]);
    expect(await app.wallets(user)).toMatchObject({ NGN: 100_000_00n });
  }, 60_000);
});

const marks = Object.fromEntries(
  Object.keys(missingTargets).map((name) => [name, `mark of ${name}`]),
) as unknown as CallTargets;
/** The calls that name a thing. */
const naming = signedInOperations.filter((name) => JSON.stringify(sampleInputOf(name, marks)).includes("mark of"));

describe("T-17 a thing of somebody else", () => {
  test("the calls that name one are these", () => {
    expect(naming).toEqual([
      "removePasskey",
      "endSession",
      "readNotices",
      "walletPayment",
      "startPayment",
      "checkPayment",
      "readBulk",
      "stopBulk",
      "resumeBulk",
      "readSession",
      "submit",
      "checkConsent",
      "askGuardian",
      "readStakeholders",
      "completeStakeholders",
    ]);
  });

  test.each(naming)("%s: is answered as one that is not there, to the letter, and stays as it was", async (name) => {
    const [owner, stranger] = [
      await app.user({ NGN: 100_000_00n }),
      await app.user({ userType: "business", NGN: 100_000_00n }),
    ];
    const things = await createCallTargets(app, owner, name);
    const before = await everythingOf(owner);
    const theirs = await sendCall(app.app, name, sampleInputOf(name, things), stranger.token);
    const nobody = await sendCall(app.app, name, sampleInputOf(name, similarMissingTargets(things)), stranger.token);
    expect([theirs.statusCode, theirs.body]).toEqual([nobody.statusCode, nobody.body]);
    if (name !== "readNotices") expect([name, codeOf(theirs)]).toEqual([name, "not_found"]); // that one marks what it finds
    expect(await everythingOf(owner)).toEqual(before);
    expect(await app.wallets(stranger)).toMatchObject({ NGN: 100_000_00n });
  });

  /** Every row that belongs to a user, as the database has it. */
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
  ["everything about an account", () => "/user/export"],
  ["the same as a paper", () => "/user/export.pdf"],
  ["the history to keep", () => "/user/history.csv"],
  ["the transactions to keep", () => "/user/transactions.csv"],
  ["the events", () => "/events"],
])("T-17 %s is nothing for a visitor", async (_what, path) => {
  const answer = await app.app.inject({ url: apiBase + path() });
  expect([answer.statusCode, codeOf(answer)]).toEqual([401, "not_signed_in"]);
});

const open = Object.entries<Operation>(operations).flatMap(([name, { access }]) =>
  access === "public" ? [name as keyof typeof operations] : [],
);
test.each(open)("T-17 %s asks no visitor who they are, and tells none of somebody else", async (name) => {
  const answer = await sendCall(app.app, name, {});
  expect(answer.statusCode).toBeLessThan(500);
  expect(["not_signed_in", "email_not_confirmed"]).not.toContain(codeOf(answer));
});
