import { apiBase, type Operation, type SentInputOf } from "@idanimo/contract/operation";
import { operations } from "@idanimo/contract/operations";
import { textFromMinor } from "@idanimo/contract/money";
import type { FastifyInstance } from "fastify";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { randomIds } from "../kernel/ids.ts";
import { createTestApp, freshNin, type TestApp, type TestUser } from "../testing/app.ts";
import { ask } from "../testing/journey.ts";

/** Who may call what: every operation, by everybody, on their own things and on somebody else's. Source: T-17. */

let app: TestApp;
beforeAll(async () => void (app = await createTestApp()));
afterEach(() => app.checkInvariants());
afterAll(() => app.close());

/** What belongs to one user and is named in a call. */
type Things = {
  readonly sessionCode: string;
  readonly transactionID: string;
  readonly amount: string;
  readonly itemId: string;
  readonly payment: string;
  readonly signInId: string;
  readonly passkeyId: string;
  readonly noticeId: string;
};
type SignedInName = {
  [Name in keyof typeof operations]: (typeof operations)[Name]["access"] extends "signed_in" ? Name : never;
}[keyof typeof operations];

const device = {
  endpoint: "https://fcm.googleapis.com/fcm/send/x",
  keys: { p256dh: "B".repeat(87), auth: "A".repeat(22) },
};
/** A good call of each operation, or one that is refused for something else than who calls. A new operation needs its line. */
const calls: { readonly [Name in SignedInName]: (of: Things) => SentInputOf<(typeof operations)[Name]> } = {
  profile: () => ({}),
  keepSession: () => ({}),
  changePassword: () => ({ newPassword: "Correct-horse-1", confirm_password: "Wrong-horse-1" }),
  sendEmailConfirm: () => ({}),
  security: () => ({}),
  setUpTotp: () => ({}),
  confirmTotp: () => ({ code: "123456" }),
  removeTotp: () => ({ code: "123456" }),
  renewRecoveryCodes: () => ({ code: "123456" }),
  passkeyOptions: () => ({}),
  addPasskey: () => ({ challengeId: randomIds.open(), response: { id: "x", response: {} }, name: "Phone" }),
  removePasskey: ({ passkeyId }) => ({ id: passkeyId }),
  updateProfile: () => ({ firstName: "Bola" }),
  switchCurrency: () => ({ currency: "USD" }),
  sessions: () => ({}),
  endSession: ({ signInId }) => ({ id: signInId }),
  endOtherSessions: () => ({}),
  addPush: () => device,
  removePush: () => ({}),
  notices: () => ({}),
  readNotices: ({ noticeId }) => ({ ids: [noticeId] }),
  servicePrices: () => ({}),
  walletPayment: ({ sessionCode, transactionID, amount }) => ({ sessionCode, transactionID, amount }),
  startPayment: ({ sessionCode, amount }) => ({ type: "VERIFICATION", currency: "NGN", sessionCode, amount }),
  checkPayment: ({ payment }) => ({ transactionRef: payment }),
  paymentHistory: () => ({}),
  quote: () => ({ nin: freshNin(), currency: "NGN" }),
  createSession: () => ({ nin: freshNin(), currency: "NGN", purpose: { code: "employment" } }),
  readSession: ({ sessionCode }) => ({ sessionCode }),
  sources: () => ({}),
  submit: ({ sessionCode }) => ({ sessionCode, sessionStatus: "COMPLETED" }),
  checkConsent: ({ itemId }) => ({ id: itemId }),
  history: () => ({}),
};
const names = Object.keys(calls) as SignedInName[];
const inputOf = (name: SignedInName, of: Things): Record<string, unknown> => ({ ...calls[name](of) });

/** Sends one call as the contract says. */
function send(
  name: keyof typeof operations,
  input: Record<string, unknown>,
  token?: string,
  to: FastifyInstance = app.app,
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
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(method === "POST" && { "content-type": "application/json" }),
    },
    ...(method === "POST" && { payload: JSON.stringify(Object.fromEntries(rest)) }),
  });
}

/** One of everything that a call can name; the request is only there to be read once its subject was asked. */
async function thingsOf(user: TestUser, name?: SignedInName): Promise<Things> {
  const bought = name === "checkConsent" ? await ask(app, user) : await app.purchase(user);
  const payment = await app.startPayment(user, { currency: "NGN", minor: 2_000_00n });
  const [signInId, passkeyId, noticeId] = [randomIds.open(), randomIds.open(), randomIds.open()];
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
  const { sessionCode, transactionID, itemId } = bought;
  return {
    sessionCode,
    transactionID,
    amount: textFromMinor(bought.total.minor),
    itemId,
    payment,
    signInId,
    passkeyId,
    noticeId,
  };
}
/** Names of the same kinds that nothing has. */
const nothing = (like: Things): Things => ({
  ...like,
  sessionCode: randomIds.shortToken(),
  transactionID: `EA${randomIds.digits(14)}`,
  itemId: randomIds.open(),
  payment: `EA${randomIds.digits(14)}`,
  signInId: randomIds.open(),
  passkeyId: randomIds.open(),
  noticeId: randomIds.open(),
});
const codeOf = (answer: { body: string }) => (JSON.parse(answer.body) as { code?: string }).code ?? "done";
/** Refusals for who calls. */
const forWhoCalls = new Set([
  "not_signed_in",
  "email_not_confirmed",
  "not_for_this_account",
  "cross_site",
  "method_not_allowed",
]);

const nobodys: Things = {
  sessionCode: "",
  transactionID: "",
  amount: "1",
  itemId: "",
  payment: "",
  signInId: "",
  passkeyId: "",
  noticeId: "",
};

describe("T-17 a call that needs a sign-in", () => {
  test.each(names)("%s: is refused to a visitor and to a token of nobody", async (name) => {
    const input = inputOf(name, nothing(nobodys));
    for (const token of [undefined, randomIds.token()]) {
      const answer = await send(name, input, token);
      expect([answer.statusCode, codeOf(answer)]).toEqual([401, "not_signed_in"]);
    }
  });

  test.each(names)(
    "%s: is for individuals and businesses, on their own things",
    async (name) => {
      for (const userType of ["individual", "business"] as const) {
        const user = await app.user({ userType, NGN: 100_000_00n });
        const answer = await send(name, inputOf(name, await thingsOf(user, name)), user.token);
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

  test("T-15 moves money or looks somebody up only for an account whose mailbox was proved", async () => {
    const user = await app.user({ NGN: 100_000_00n });
    const things = await thingsOf(user);
    await app.owner.query("update users set email_proved_at = null where id = $1", [user.id]);
    const refused = [];
    for (const name of names)
      if (codeOf(await send(name, inputOf(name, things), user.token)) === "email_not_confirmed") refused.push(name);
    expect(refused).toEqual(["walletPayment", "startPayment", "createSession"]);
    expect(await app.wallets(user)).toMatchObject({ NGN: 100_000_00n });
  }, 60_000);
});

const marks = Object.fromEntries(Object.keys(nobodys).map((name) => [name, `mark of ${name}`])) as unknown as Things;
/** The calls that name a thing. */
const naming = names.filter((name) => JSON.stringify(inputOf(name, marks)).includes("mark of"));

describe("T-17 a thing of somebody else", () => {
  test("the calls that name one are these", () => {
    expect(naming).toEqual([
      "removePasskey",
      "endSession",
      "readNotices",
      "walletPayment",
      "startPayment",
      "checkPayment",
      "readSession",
      "submit",
      "checkConsent",
    ]);
  });

  test.each(naming)("%s: is answered as one that is not there, to the letter, and stays as it was", async (name) => {
    const [owner, stranger] = [
      await app.user({ NGN: 100_000_00n }),
      await app.user({ userType: "business", NGN: 100_000_00n }),
    ];
    const things = await thingsOf(owner, name);
    const before = await everythingOf(owner);
    const theirs = await send(name, inputOf(name, things), stranger.token);
    const nobody = await send(name, inputOf(name, nothing(things)), stranger.token);
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
  ["a picture", () => `/user/image/${randomIds.open()}`],
  ["a receipt", () => `/user/receipts/EA${randomIds.digits(14)}.pdf`],
  ["the events", () => "/events"],
])("T-17 %s is nothing for a visitor", async (_what, path) => {
  const answer = await app.app.inject({ url: apiBase + path() });
  expect([answer.statusCode, codeOf(answer)]).toEqual([401, "not_signed_in"]);
});

const open = Object.entries<Operation>(operations).flatMap(([name, { access }]) =>
  access === "public" ? [name as keyof typeof operations] : [],
);
test.each(open)("T-17 %s asks no visitor who they are, and tells none of somebody else", async (name) => {
  const answer = await send(name, {});
  expect(answer.statusCode).toBeLessThan(500);
  expect(["not_signed_in", "email_not_confirmed"]).not.toContain(codeOf(answer));
});
