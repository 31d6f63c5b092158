import { brand } from "@idanimo/contract/brand";
import { apiBase } from "@idanimo/contract/operation";
import { problems } from "@idanimo/contract/problems";
import type { FastifyInstance } from "fastify";
import * as texts from "@idanimo/contract/texts";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { CommitUnknownError } from "../database/commit-unknown.ts";
import { createTestApp, randomNin, type TestApp, type TestUser } from "../testing/app.ts";
import { sampleInputOf, sendCall, signedInOperations, createCallTargets } from "../testing/sample-calls.ts";
import {
  requestConsent,
  postGatewayNotice,
  inboundSms,
  completeLookup,
  openSubjectPage,
  submitDecision,
} from "../testing/lookup-steps.ts";
import { buildApp } from "./app.ts";

let app: TestApp;
let user: TestUser;
/** The same routes with a recorded log. */
let logging: FastifyInstance;
const lines: string[] = [];

beforeAll(async () => {
  app = await createTestApp();
  user = await app.user({ NGN: 10_000_00n });
  logging = await buildApp({
    logger: { level: "trace", stream: { write: (line: string) => void lines.push(line) } },
    trustedProxies: [],
    production: false,
    paymentOrigin: "https://pay.example",
    brandName: brand.name,
    routes: app.product.routes,
    isReady: () => Promise.resolve(true),
  });
  logging.get("/throws/:what", (request) => {
    throw faults[(request.params as { what: string }).what] ?? new Error("unknown");
  });
  await logging.ready();
});
afterEach(() => app.checkInvariants());
afterAll(async () => {
  await logging.close();
  await app.close();
});

const databaseError = (code: string, message: string) =>
  Object.assign(new pg.DatabaseError(message, 1, "error"), { code });
const faults: Readonly<Record<string, Error>> = {
  bug: new TypeError("Cannot read properties of undefined (reading 'nin')"),
  syntax: databaseError("42P01", 'relation "verification_requests" does not exist'),
  unique: databaseError("23505", 'duplicate key value violates unique constraint "users_email_key"'),
  full: databaseError("53300", "sorry, too many clients already"),
  stopping: databaseError("57P01", "terminating connection due to administrator command"),
  deadlock: databaseError("40P01", "deadlock detected"),
  slow: databaseError("57014", "canceling statement due to statement timeout"),
  readOnly: databaseError("25006", "cannot execute INSERT in a read-only transaction"),
  pool: new Error("timeout exceeded when trying to connect"),
  gone: Object.assign(new Error("connect ECONNREFUSED 127.0.0.1:5432"), { code: "ECONNREFUSED" }),
  broken: new Error("Client has encountered a connection error and is not queryable"),
  silent: new Error("Query read timeout"),
  away: Object.assign(new Error("read ETIMEDOUT"), { code: "ETIMEDOUT" }),
  noRoute: Object.assign(new Error("connect EHOSTUNREACH 10.0.0.1:5432"), { code: "EHOSTUNREACH" }),
  noNetwork: Object.assign(new Error("write ENETDOWN"), { code: "ENETDOWN" }),
  open: new CommitUnknownError("the line broke before the database said whether it wrote this"),
  provider: new Error("flutterwave said: Bearer FLWSECK-1 at https://api.flutterwave.com"),
};
const inside =
  /at .*\.ts|node_modules|select |insert |relation|constraint|duplicate|postgres|127\.0\.0\.1|flutterwave|Bearer|undefined|Error:|stack/i;

describe("internal errors", () => {
  test.each(["bug", "syntax", "unique", "provider"])(
    "hide the details of %s and returns an id for support [T-68]",
    async (what) => {
      const response = await logging.inject({ url: `/throws/${what}` });
      const id = response.headers["x-request-id"];
      expect(response.json()).toMatchObject({
        status: 500,
        code: "unexpected",
        message: expect.stringContaining(String(id)) as string,
      });
      expect(response.body).not.toMatch(inside);
      const errors = lines.map((line) => JSON.parse(line) as { msg: string; call: string });
      for (const msg of ["unexpected", "answered"])
        expect(errors).toContainEqual(expect.objectContaining({ msg, call: id })); // support finds it by this id
    },
  );

  const outOfReach = ["pool", "gone", "broken", "silent", "away", "noRoute", "noNetwork"];
  test.each(["full", "stopping", "deadlock", "slow", "readOnly", ...outOfReach])(
    "return unavailable with Retry-After for %s [R-26]",
    async (what) => {
      const response = await logging.inject({ url: `/throws/${what}` });
      expect(response.json()).toMatchObject({ status: 503, code: "unavailable" });
      expect(response.headers["retry-after"]).toBe("2");
      expect(response.body).not.toMatch(inside);
    },
  );

  test("do not report an unknown commit as undone, and allow a retry [R-23]", async () => {
    const response = await logging.inject({ url: "/throws/open" });
    expect(response.json()).toMatchObject({ status: 503, code: "unconfirmed", message: texts.unconfirmed });
    expect(response.headers["retry-after"]).toBe("2");
    expect(response.body).not.toMatch(/Nothing was charged\./);
  });

  test("show no internals on any route when tables are not readable [T-68]", async () => {
    await app.owner.query("revoke select on purchases, purchase_items, users, sign_ins from idanimo_app");
    const signedIn = { authorization: `Bearer ${user.token}`, "content-type": "application/json" };
    const responses = await Promise.all([
      user.get("/user/profile"),
      user.get("/user/matching-requests"),
      user.get(`/verification/check-consent/${user.id}`),
      user.post("/verification/session", { nin: randomNin(), currency: "NGN", purpose: { code: "credit" } }),
      app.app.inject({ url: `${apiBase}/events`, headers: signedIn }),
      openSubjectPage(app, "A".repeat(43)),
    ]);
    await app.owner.query(
      "grant select on purchases, purchase_items, users to idanimo_app; grant select on sign_ins to idanimo_app",
    );
    for (const response of responses) {
      expect(response.statusCode).toBe(500);
      expect(response.body).not.toMatch(inside);
      expect(response.headers["content-type"]).toMatch(/^application\/problem\+json/);
    }
    expect((await user.get("/user/profile")).statusCode).toBe(200);
  });
});

test("checking a payment on a read-only database does not deny a charge [R-24 T-27]", async () => {
  const still = await createTestApp();
  const payer = await still.user();
  const input = sampleInputOf("checkPayment", await createCallTargets(still, payer));
  await still.owner.query(
    "do $$ begin execute format('alter database %I set default_transaction_read_only = on', current_database()); end $$",
  );
  await still.owner.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
  );
  const response = await sendCall(still.app, "checkPayment", input, payer.token);
  expect(response.json()).toMatchObject({ status: 503, code: "payment_not_known", message: texts.paymentNotKnown });
  expect(response.headers["retry-after"]).toBe("2");
  await still.close();
}, 60_000);

test("no operation shows internals without its tables or its database [T-68]", async () => {
  const broken = await createTestApp();
  const targets = await createCallTargets(broken, await broken.user());
  const people = await Promise.all(signedInOperations.map(() => broken.user()));
  const callAll = () =>
    Promise.all(
      signedInOperations.map((name, at) => sendCall(broken.app, name, sampleInputOf(name, targets), people[at]?.token)),
    );
  // all except the tables that authentication reads
  await broken.owner.query(`
    revoke all on all tables in schema public from idanimo_app;
    grant select, update on sign_ins, users to idanimo_app`);
  const responses = await callAll();
  await broken.product.db.close();
  responses.push(...(await callAll()));
  const faults = responses.filter(({ statusCode }) => statusCode >= 500);
  for (const response of responses) expect(response.body).not.toMatch(inside);
  for (const fault of faults) expect(fault.headers["content-type"]).toMatch(/^application\/problem\+json/);
  expect(faults.length).toBeGreaterThanOrEqual(50);
  await broken.close();
}, 60_000);

describe("invalid input", () => {
  const send = (body: string | Buffer, headers: Record<string, string> = {}) =>
    app.app.inject({
      method: "POST",
      url: `${apiBase}/verification/session`,
      payload: body,
      headers: { authorization: `Bearer ${user.token}`, "content-type": "application/json", ...headers },
    });
  const deep = (open: string, close: string) => open.repeat(20_000) + close.repeat(20_000);

  test.each([
    ["half a JSON text", '{"nin":', 400],
    ["no body", "", 400],
    ["a string", '"x"', 400],
    ["null", "null", 400],
    ["an array", "[]", 400],
    ["arrays 20,000 deep", deep("[", "]"), 400],
    ["objects 10,000 deep", '{"nin":'.repeat(8_000) + "1" + "}".repeat(8_000), 400],
    ["a __proto__ member", '{"__proto__":{"isAdmin":true}}', 400],
    ["a constructor member", '{"constructor":{"prototype":{"isAdmin":true}}}', 400],
    ["bytes that are not UTF-8", Buffer.from([0xff, 0xfe, 0x7b]), 400],
    ["more than 64 KB", `{"nin":"${"1".repeat(70_000)}"}`, 413],
  ])("is rejected with a code and a message: %s", async (_what, body, status) => {
    const response = await send(body);
    expect(response.statusCode).toBe(status);
    const problem = response.json<{ code: keyof typeof problems; message: string }>();
    expect(problems[problem.code].status).toBe(status);
    expect(problem.message).not.toBe("");
    expect(response.body).not.toMatch(/SyntaxError|JSON at position|stack/);
  });

  test("is rejected as `too_large` above the limit", async () => {
    expect((await send(`{"nin":"${"1".repeat(70_000)}"}`)).json()).toMatchObject({ code: "too_large" });
  });

  test("rejects names of object members as unknown fields", async () => {
    for (const name of ["toString", "hasOwnProperty", "valueOf", "isAdmin"]) {
      const response = await send(
        JSON.stringify({ nin: randomNin(), currency: "NGN", purpose: { code: "credit" }, [name]: 1 }),
      );
      expect([name, response.json<{ fields: Record<string, string> }>().fields[name]]).toEqual([
        name,
        expect.any(String),
      ]);
    }
    expect(({} as Record<string, unknown>)["isAdmin"]).toBeUndefined();
  });

  test("ignores query values in a POST", async () => {
    const response = await app.app.inject({
      method: "POST",
      url: `${apiBase}/verification/session?nin=12345678901`,
      payload: JSON.stringify({ currency: "NGN", purpose: { code: "credit" } }),
      headers: { authorization: `Bearer ${user.token}`, "content-type": "application/json" },
    });
    expect(response.json()).toMatchObject({ code: "nothing_to_verify" });
  });
});

test("the log of a complete journey at level trace contains no personal data [T-54]", async () => {
  const real = app.app;
  const seen: TestApp = { ...app, app: logging };
  const requester = await app.user({ NGN: 10_000_00n });
  const through = { ...requester, ...requester.on(logging) };
  const contact = { phone: "+2348066600055", mail: "canary.subject@example.test" };
  const pending = await requestConsent(seen, through, { fields: { firstname: "CANARY-FIRST" }, contact });
  await openSubjectPage(seen, pending.token);
  await postGatewayNotice(seen, "/sms/receive", inboundSms(pending.phone, "YES ACDEFH"));
  await postGatewayNotice(seen, "/sms/receive", inboundSms(pending.phone, "YES"), { signature: null });
  await submitDecision(seen, pending.token, "grant");
  await through.get(`/verification/check-consent/${pending.itemId}`);
  await submitDecision(seen, pending.token, "withdraw");
  await completeLookup(seen, through, { kind: "failed", why: "http_500" });
  await logging.inject({ url: `${apiBase}/sms/receive?from=2348066600055&message=YES%20${pending.code}` });
  await logging.inject({
    method: "POST",
    url: `${apiBase}/auth/login`,
    payload: JSON.stringify({ email: requester.email, password: "CANARY-Password-1" }),
    headers: { "content-type": "application/json" },
  });
  // an internal error in the middle of it
  await app.owner.query("update results set sealed = '\\x00' where request_id = $1", [pending.itemId]);
  await through.get(`/verification/check-consent/${pending.itemId}`);
  const log = lines.join("");
  const secrets = [
    pending.nin,
    pending.phone.slice(1),
    contact.mail,
    pending.token,
    pending.code,
    requester.token,
    requester.email,
    "CANARY",
    "ACDEFH",
  ];
  expect(secrets.filter((secret) => log.includes(secret))).toEqual([]);
  expect(log).toContain("check-consent"); // the request was logged
  expect(real).not.toBe(logging);
  await app.drainQueue();
});
