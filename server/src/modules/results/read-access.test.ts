import { randomUUID } from "node:crypto";
import { apiBase, type Operation, pathParameterNames } from "@idanimo/contract/operation";
import { operations } from "@idanimo/contract/operations";
import { naira } from "@idanimo/contract/money";
import type { CompanyChoice } from "@idanimo/contract/stakeholders";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { randomNin, type TestApp, type TestUser, createTestApp } from "../../testing/app.ts";
import { FakeCompanies } from "../../testing/fakes.ts";
import {
  type PendingConsent,
  requestConsent,
  completeCompanySearch,
  completeLookup,
  submitDecision,
} from "../../testing/lookup-steps.ts";

let app: TestApp;
beforeAll(async () => void (app = await createTestApp({}, { sources: () => new FakeCompanies().sources })));
afterEach(async () => {
  await app.setClockOffset(0);
  await app.checkInvariants();
  expect(app.jobFailures()).toEqual([]);
});
afterAll(() => app.close());

const payer = () => app.user({ NGN: 10_000_00n });

describe("another user's data [T-43]", () => {
  type Ids = {
    readonly requestId: string;
    readonly sessionCode: string;
    readonly transactionID: string;
    readonly reference: string;
    readonly uploadId: string;
    readonly company: CompanyChoice;
  };
  /** The request of each call that takes an id. */
  const calls: Readonly<Record<string, (ids: Ids) => { readonly path: string; readonly body?: object }>> = {
    checkConsent: ({ requestId }) => ({ path: `/verification/check-consent/${requestId}` }),
    labelRequest: ({ requestId }) => ({ path: "/verification/label", body: { requestId, label: "Candidate" } }),
    checkAgain: ({ requestId }) => ({ path: `/verification/again/${requestId}` }),
    cancelRequest: ({ requestId }) => ({ path: `/verification/requests/${requestId}/cancel`, body: {} }),
    remindSubject: ({ requestId }) => ({ path: `/verification/requests/${requestId}/remind`, body: {} }),
    askGuardian: ({ requestId }) => ({ path: "/verification/guardian", body: { requestId, relation: "parent" } }),
    askPlateOwner: ({ requestId }) => ({
      path: "/verification/ask-owner",
      body: { requestId, purpose: { code: "sale" } },
    }),
    createSession: ({ sessionCode }) => ({
      path: "/verification/session",
      body: { sessionCode, nin: randomNin(), currency: "NGN", purpose: { code: "tenancy" } },
    }),
    readSession: ({ sessionCode }) => ({ path: `/verification/session/${sessionCode}` }),
    cancelApprovalRequest: ({ sessionCode }) => ({ path: `/verification/session/${sessionCode}/cancel`, body: {} }),
    submit: ({ sessionCode }) => ({ path: "/verification/submit", body: { sessionCode, sessionStatus: "COMPLETED" } }),
    checkPayment: ({ reference }) => ({ path: `/payment/check?transactionRef=${reference}` }),
    walletPayment: ({ sessionCode, transactionID }) => ({
      path: "/transaction/wallet-payment",
      body: { sessionCode, transactionID, amount: "588" },
    }),
    startPayment: ({ sessionCode }) => ({
      path: "/payment/flexi-initiate",
      body: { type: "VERIFICATION", amount: "588", currency: "NGN", sessionCode },
    }),
    readBulk: ({ uploadId }) => ({ path: `/verification/bulk/${uploadId}` }),
    listBulkLines: ({ uploadId }) => ({ path: `/verification/bulk/${uploadId}/lines` }),
    readBulkReminders: ({ uploadId }) => ({ path: `/verification/bulk/${uploadId}/reminders` }),
    remindBulk: ({ uploadId }) => ({ path: `/verification/bulk/${uploadId}/remind`, body: {} }),
    skipBadLines: ({ uploadId }) => ({ path: `/verification/bulk/${uploadId}/skip-bad`, body: {} }),
    stopBulk: ({ uploadId }) => ({ path: `/verification/bulk/${uploadId}/stop`, body: {} }),
    resumeBulk: ({ uploadId }) => ({ path: `/verification/bulk/${uploadId}/go-on`, body: {} }),
    readStakeholders: ({ company }) => ({ path: "/verification/call-external-apis", body: { business: company } }),
    completeStakeholders: ({ company }) => ({ path: "/verification/complete", body: { business: company } }),
  };
  const unknown: Ids = {
    requestId: randomUUID(),
    sessionCode: "A".repeat(22),
    transactionID: "EA00000000000000",
    reference: "EA00000000000000",
    uploadId: randomUUID(),
    company: { requestId: randomUUID(), cacId: "1" },
  };
  const send = (user: Pick<TestUser, "get" | "post">, name: string, ids: Ids) => {
    const call = calls[name]?.(ids);
    if (!call) throw new Error("no such call");
    return call.body ? user.post(call.path, call.body) : user.get(call.path);
  };

  // ids below an account (sign-ins, passkeys, notices) are tested in http/operation-access.test.ts
  test("is covered for every signed-in call with the id of a purchase or request", () => {
    const names = /^(id|requestId|sessionCode|transactionID|transactionRef|uploadId)$/;
    const keysOf = (operation: Operation): readonly string[] => {
      const text = JSON.stringify(operation.input.def, (_key, value: unknown) =>
        typeof value === "bigint" ? String(value) : typeof value === "function" ? undefined : value,
      );
      return [...text.matchAll(/"(\w+)":\{/g)].map((match) => match[1] ?? "");
    };
    const naming = Object.entries<Operation>(operations)
      .filter(([, { access, path }]) => access === "signed_in" && !/^\/(user|organisation|developers)\//.test(path))
      .filter(
        ([, operation]) =>
          pathParameterNames(operation.path).length > 0 || keysOf(operation).some((key) => names.test(key)),
      )
      .map(([name]) => name);
    expect(naming.toSorted()).toEqual(Object.keys(calls).toSorted());
  });

  test.each(Object.keys(calls))("is not found by %s", async (name) => {
    const [owner, other] = [await payer(), await payer()];
    const bought = await app.purchase(owner);
    const pending = await requestConsent(app, owner);
    const reference = await app.startPayment(owner, naira(20_000_00n));
    const { sessionCode, transactionID } = bought;
    const uploadId = randomUUID();
    await app.owner.query("insert into bulk_uploads (id, owner_id, records, checked_at) values ($1, $2, 1, now())", [
      uploadId,
      owner.id,
    ]);
    const company = await completeCompanySearch(app, owner);
    const own: Ids = { requestId: pending.itemId, sessionCode, transactionID, reference, uploadId, company };

    const [theirs, none, mixed] = [
      await send(other, name, own),
      await send(other, name, unknown),
      await send(owner, name, unknown),
    ];
    expect([theirs.statusCode, none.statusCode, mixed.statusCode]).toEqual([404, 404, 404]);
    expect(theirs.body).toBe(none.body);
    const stranger = await send(
      {
        get: (path) => app.app.inject({ url: apiBase + path }),
        post: (path, body) => app.app.inject({ method: "POST", url: apiBase + path, payload: body }),
      },
      name,
      own,
    );
    expect(stranger.statusCode).toBe(401);
    // the owner gets a result, a conflict because the subject is no minor, or a rejection of a second body [CL-11]
    const isOfPerson = name === "askPlateOwner"; // a person's record has no vehicle whose owner could be asked
    expect(isOfPerson ? [404] : [200, 202, 409, 422]).toContain((await send(owner, name, own)).statusCode);
    await submitDecision(app, pending.token, "deny");
    await app.drainQueue();
  });

  test("is missing from lists", async () => {
    const [owner, other] = [await payer(), await payer()];
    const pending = await requestConsent(app, owner);
    const list = async (user: TestUser) =>
      (await user.get("/user/matching-requests")).json<{ requests: { id: string }[] }>().requests;
    expect((await list(owner)).map((row) => row.id)).toEqual([pending.itemId]);
    expect(await list(other)).toEqual([]);
    expect((await other.get("/transaction/payment-history")).body).not.toContain(pending.transactionID);
    await submitDecision(app, pending.token, "deny");
    await app.drainQueue();
  });
});

describe("row-level security [T-43 R-15]", () => {
  const tables = ["verification_requests", "consents", "consent_evidence", "results", "result_files"] as const;
  let owner: TestUser;
  let other: TestUser;
  let pending: PendingConsent;
  beforeAll(async () => {
    [owner, other] = [await payer(), await payer()];
    pending = await requestConsent(app, owner);
    await app.owner.query(
      "insert into result_files (request_id, owner_id, name, media_type, sealed) values ($1, $2, 'source.pdf', 'application/pdf', '')",
      [pending.itemId, owner.id],
    );
  });
  afterAll(async () => {
    await submitDecision(app, pending.token, "deny");
    await app.drainQueue();
  });

  /** Counts the owner's rows that a raw statement sees, with the application's role and this scope. */
  async function seen(table: string, scope: string | undefined): Promise<number> {
    const client = await app.db.pool.connect();
    try {
      await client.query("begin");
      if (scope !== undefined) await client.query(`set local idanimo.owner = '${scope}'`);
      const rows = await client.query(`select from ${table} where owner_id = $1`, [owner.id]);
      return rows.rowCount ?? 0;
    } finally {
      await client.query("rollback");
      client.release();
    }
  }

  test.each(tables)("hides other users' rows of %s", async (table) => {
    expect(await seen(table, owner.id)).toBeGreaterThan(0);
    expect(await seen(table, other.id)).toBe(0);
    expect(await seen(table, "")).toBe(0);
    expect(await seen(table, undefined)).toBe(0);
    const forced = await app.owner.query(
      "select from pg_class where relname = $1 and relrowsecurity and relforcerowsecurity",
      [table],
    );
    expect(forced.rowCount).toBe(1);
  });

  test("blocks changes and inserts for another user", async () => {
    await app.db.transaction({ owner: other.id }, async (tx) => {
      const done = await tx
        .updateTable("consents")
        .set({ state: "granted" })
        .where("request_id", "=", pending.itemId)
        .executeTakeFirst();
      expect(Number(done.numUpdatedRows)).toBe(0);
      const deleted = await tx.deleteFrom("results").where("request_id", "=", pending.itemId).executeTakeFirst();
      expect(Number(deleted.numDeletedRows)).toBe(0);
    });
    const forge = app.db.transaction({ owner: other.id }, (tx) =>
      tx
        .insertInto("consent_evidence")
        .values({
          id: randomUUID(),
          request_id: pending.itemId,
          owner_id: owner.id,
          event: "granted",
          channel: "page",
          text_version: null,
          code_hash: null,
        })
        .execute(),
    );
    await expect(forge).rejects.toMatchObject({ code: "42501" });
  });

  test("is not reached with a scope that is not an id", async () => {
    await expect(app.db.transaction({ owner: "' or true --" }, () => Promise.resolve())).rejects.toThrow("not an id");
  });
});

describe("known and unknown numbers before payment [T-44]", () => {
  test("have the same price, purchase and status, without a source query", async () => {
    const user = await payer();
    const [real, none] = [randomNin(), randomNin()];
    app.providers.personRecords.respondTo(none, { kind: "not_found" });
    const before = app.providers.personRecords.asked.length;
    const trace = async (nin: string) => {
      const search = { nin, currency: "NGN" };
      const quote = await user.post("/verification/quote", search);
      const session = await user.post("/verification/session", { ...search, purpose: { code: "credit" } });
      const { sessionCode } = session.json<{ sessionCode: string }>();
      const standing = await user.get(`/verification/session/${sessionCode}`);
      return [quote, session, standing].map((response) => [
        response.statusCode,
        response.body
          .replaceAll(nin, "#")
          .replaceAll(/EA\d{14}|[0-9a-f-]{36}|"[A-Za-z0-9_-]{22}"/g, "#")
          .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "#"),
      ]);
    };
    expect(await trace(real)).toEqual(await trace(none));
    expect(app.providers.personRecords.asked).toHaveLength(before);
  });

  test("cause the same statements, so timing does not differ", async () => {
    const [user, other] = [await payer(), await payer()];
    const [unseen, none, seen, blocking] = [
      randomNin(),
      randomNin(),
      await requestConsent(app, other),
      await requestConsent(app, other),
    ];
    app.providers.personRecords.respondTo(none, { kind: "not_found" });
    await app.owner.query(
      "insert into subject_blocks (id, contact_hash) select gen_random_uuid(), contact_hash from subject_index where request_id = $1",
      [blocking.itemId],
    );
    const ran = vi.spyOn(pg.Client.prototype, "query");
    const work = async (nin: string) => {
      const search = { nin, currency: "NGN" };
      await user.post("/verification/quote", search); // fills the process's caches first
      ran.mockClear();
      await user.post("/verification/quote", search);
      const made = await user.post("/verification/session", { ...search, purpose: { code: "credit" } });
      await user.get(`/verification/session/${made.json<{ sessionCode: string }>().sessionCode}`);
      const texts = ran.mock.calls.map(([asked]: readonly unknown[]) =>
        typeof asked === "string" ? asked : (asked as { readonly text: string }).text,
      );
      // ignores statements that a process runs on a timer
      return texts.filter((text) => /purchase|verification_requests|consents|subject_|results|record_keys/.test(text));
    };
    const first = await work(unseen);
    expect(first.length).toBeGreaterThan(4);
    for (const nin of [none, seen.nin, blocking.nin]) expect(await work(nin)).toEqual(first);
    ran.mockRestore();
    for (const { token } of [seen, blocking]) await submitDecision(app, token, "deny");
    await app.drainQueue();
  });

  test("differ after payment only in whether a record exists, at the same price", async () => {
    const user = await payer();
    const here = await requestConsent(app, user);
    const nowhere = await completeLookup(app, user, { kind: "not_found" });
    const look = async (id: string) =>
      (await user.get(`/verification/check-consent/${id}`)).json<Record<string, unknown>>();
    expect(await look(here.itemId)).toMatchObject({ consent: "pending", data: null, source: null });
    expect(await look(nowhere.itemId)).toMatchObject({
      consent: "No data found",
      data: null,
      source: null,
      asked: [],
      error: null,
    });
    expect(here.total).toEqual(nowhere.total);
    await submitDecision(app, here.token, "deny");
    await app.drainQueue();
  });
});

test("returns the database's time, which decides, not the machine's [T-51]", async () => {
  const user = await payer();
  const pending = await requestConsent(app, user);
  await submitDecision(app, pending.token, "grant");
  await app.setClockOffset(3_600_000);
  const seen = (await user.get(`/verification/check-consent/${pending.itemId}`)).json<{
    now: string;
    goneAt: string;
  }>();
  expect((Date.parse(seen.now) - Date.now()) / 60_000).toBeCloseTo(60, 0);
  expect((Date.parse(seen.goneAt) - Date.parse(seen.now)) / 3_600_000).toBeCloseTo(23, 1);
  await app.setClockOffset(0);
  await app.drainQueue();
});
