import { fileScopes, operationScopes } from "@idanimo/contract/developers/call-scopes";
import { type KeyScope, keyScopes } from "@idanimo/contract/developers/scopes";
import { nonJsonCalls } from "@idanimo/contract/non-json-calls";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { randomIds } from "../../../kernel/ids.ts";
import { createTestApp, type TestApp, type TestUser } from "../../../testing/app.ts";
import { callWithKey, createKey } from "../../../testing/developer-steps.ts";
import { requestConsent, submitDecision } from "../../../testing/lookup-steps.ts";
import { createBusiness, outcome, type TestMember } from "../../../testing/organisation-steps.ts";
import {
  type CallTargets,
  createCallTargets,
  sampleInputOf,
  sendCall,
  signedInOperations,
} from "../../../testing/sample-calls.ts";

/** Every call with a key of every scope, and what a key sees of records. [DP-02] */

let app: TestApp;
let owner: TestMember;
let targets: CallTargets;
const secrets = new Map<KeyScope, string>();
const secretOf = (scope: KeyScope) => secrets.get(scope) ?? "";

beforeAll(async () => {
  app = await createTestApp({ LIMITS: "key_calls=100000, key_calls_organisation=100000" });
  owner = await createBusiness(app, { NGN: 100_000_00n });
  await app.owner.query("update members set roles = '{owner,records}' where user_id = $1", [owner.id]);
  targets = await createCallTargets(app, owner.own, "checkConsent");
  for (const scope of keyScopes) secrets.set(scope, (await createKey(owner, [scope])).secret);
}, 60_000);
afterAll(async () => {
  await app.drainQueue();
  await app.checkInvariants();
  await app.close();
});

type Answer = { readonly statusCode: number; readonly body: string };
const scopeMissingIn = (answer: Answer) => {
  const { code, details } = JSON.parse(answer.body) as { code?: string; details?: { scope?: string } };
  if (code === "not_signed_in" || code === "unexpected" || code === "right_missing") return code;
  return code === "scope_missing" ? details?.scope : undefined;
};
const expected = (needed: readonly KeyScope[] | null, scope: KeyScope) =>
  needed === null ? "none" : needed.find((one) => one !== scope);

describe.each(keyScopes)("a key with the scope %s [DP-02]", (scope) => {
  test("makes exactly the operations that its scope names", async () => {
    const wrong: unknown[] = [];
    for (const name of signedInOperations) {
      const answer = await sendCall(app.app, name, sampleInputOf(name, targets), secretOf(scope));
      const missing = scopeMissingIn(answer);
      if (missing !== expected(operationScopes[name], scope)) wrong.push([name, missing ?? answer.body]);
    }
    expect(wrong).toEqual([]);
  }, 60_000);

  test("makes exactly the other calls that its scope names", async () => {
    const wrong: unknown[] = [];
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a total record
    for (const name of Object.keys(fileScopes) as (keyof typeof fileScopes)[]) {
      const needed = fileScopes[name];
      if (name === "events" && scope === "checks:read") continue; // an open stream
      const { method, path } = nonJsonCalls[name];
      const url = path.replaceAll(/\{\w+\}/g, randomIds.publicId());
      const headers: Record<string, string> = method === "POST" ? { "content-type": "text/csv" } : {};
      const answer = await callWithKey(app, secretOf(scope), url, { method, headers });
      const missing = answer.headers["content-type"]?.includes("json") ? scopeMissingIn(answer) : undefined;
      // a picture knows sessions alone
      const rejected = name === "picture" ? "not_signed_in" : expected(needed, scope);
      if (missing !== rejected) wrong.push([name, missing ?? answer.statusCode]);
    }
    expect(wrong).toEqual([]);
  });
});

describe("a record by key [DP-02]", () => {
  const nin = () => `${randomIds.digits(10)}5`;
  /** A check that a program makes and pays for. @returns its request */
  async function buyByKey(secret: string): Promise<string> {
    const body = { nin: nin(), currency: "NGN", purpose: { code: "employment" } };
    const made = await callWithKey(app, secret, "/verification/session", { method: "POST", body });
    const { sessionCode, transactionID } = made.json<{ sessionCode: string; transactionID: string }>();
    const session = await callWithKey(app, secret, `/verification/session/${sessionCode}`);
    const { quote, items } = session.json<{ quote: { total: string }; items: { requestId: string }[] }>();
    const payment = { sessionCode, transactionID, amount: quote.total };
    const paid = await callWithKey(app, secret, "/transaction/wallet-payment", { method: "POST", body: payment });
    expect(outcome(paid)).toBe("done");
    await app.drainQueue();
    return items[0]?.requestId ?? "";
  }
  /** The subject agrees by the link of the message. */
  async function grant(requestId: string): Promise<void> {
    const sent = app.providers.sms.sent.findLast(({ text }) => text.includes("/consent/"));
    const token = /\/consent\/([A-Za-z0-9_-]{43})/.exec(sent?.text ?? "")?.[1] ?? "";
    await submitDecision(app, token, "grant");
    await app.drainQueue();
    expect(requestId).not.toBe("");
  }
  const read = async (secret: string, id: string) =>
    (await callWithKey(app, secret, `/verification/check-consent/${id}`)).json<{
      consent: string;
      data: object | null;
    }>();

  test("appears after consent alone, with the scope of its kind, and only if a key made the request", async () => {
    const scopes = ["checks:create", "checks:read"] as const;
    const reader = await createKey(owner, [...scopes, "results:person"]);
    const blind = await createKey(owner, [...scopes, "results:vehicle"]);
    const id = await buyByKey(reader.secret);
    expect(await read(reader.secret, id)).toMatchObject({ consent: "pending", data: null });
    await grant(id);
    expect(await read(reader.secret, id)).toMatchObject({ consent: "granted", data: expect.any(Object) as object });
    expect(await read(blind.secret, id)).toMatchObject({ consent: "granted", data: null });
    const report = async (secret: string) => (await callWithKey(app, secret, `/results/${id}/report.pdf`)).statusCode;
    expect(await report(reader.secret)).toBe(403);
    expect(await report((await createKey(owner, ["reports"])).secret)).toBe(404);
    expect(await report((await createKey(owner, ["reports", "results:person"])).secret)).toBe(200);
    const { rows } = await app.owner.query("select from audit_log where object_id = $1 and action = 'viewed_record'", [
      id,
    ]);
    expect(rows).toHaveLength(1);

    const byMember = await grantRecordOf(owner);
    expect(await read(reader.secret, byMember)).toMatchObject({ consent: "granted", data: null });
  });

  async function grantRecordOf(user: TestUser): Promise<string> {
    const pending = await requestConsent(app, user);
    await submitDecision(app, pending.token, "grant");
    await app.drainQueue();
    return pending.itemId;
  }
});

test("a key with wallet:read sees the balance and nothing about its creator [DP-02]", async () => {
  const profile = await callWithKey(app, secretOf("wallet:read"), "/user/profile");
  expect(profile.json()).toMatchObject({ currency: "NGN", firstName: "", email: "", phoneNumber: null });
  expect(Number(profile.json<{ walletBalance: string }>().walletBalance)).toBeGreaterThan(0);
  expect(profile.body).not.toContain(owner.email);
});
