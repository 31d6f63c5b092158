import { limitSpecs } from "../../http/rate-limits.ts";
import * as texts from "@idanimo/contract/texts";
import { purposeCodes } from "@idanimo/contract/consent";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, randomNin, type TestApp, type TestUser } from "../../testing/app.ts";
import {
  requestConsent,
  setClockRelativeTo,
  completeLookup,
  payPurchase,
  submitDecision,
} from "../../testing/lookup-steps.ts";
import { create, createSessionSteps } from "./testing/session-steps.ts";

let app: TestApp;
const { payer, verifyAfterTest } = createSessionSteps(() => app);
beforeAll(async () => void (app = await createTestApp()));
afterEach(() => verifyAfterTest());
afterAll(() => app.close());

const made = async () => (await app.owner.query<{ n: number }>("select count(*)::int as n from purchases")).rows[0]?.n;
const submit = (user: TestUser, sessionCode: string) =>
  user.post("/verification/submit", { sessionCode, sessionStatus: "COMPLETED" });

describe("creating a purchase", () => {
  test.each([
    ["nothing to look up", { nin: undefined }, 400, "nothing_to_verify"],
    ["no purpose for a person", { purpose: undefined }, 400, "bad_input"],
    ["an unknown purpose", { purpose: { code: "curiosity" } }, 400, "bad_input"],
    ["a link in the note", { purpose: { code: "other", note: "see evil.example" } }, 400, "bad_input"],
    ["a note that is too long", { purpose: { code: "other", note: "a".repeat(141) } }, 400, "bad_input"],
    ["ten digits", { nin: "1234567890" }, 400, "bad_input"],
    ["a VIN with the letter O", { nin: undefined, vin: "1HGCM82633A0O4352" }, 400, "bad_input"],
    ["a foreign phone number", { nin: undefined, phone: "+44 7700 900123" }, 400, "bad_input"],
    ["a BVN without a bureau", { nin: undefined, bvn: "22233344455" }, 400, "bureau_required"],
    ["a BVN without a bureau beside a NIN", { bvn: "22233344455", crc: false }, 400, "bureau_required"],
    ["full-width digits", { nin: "１２３４５６７８９０１" }, 400, "bad_input"],
    ["a number that is not a string", { nin: 12345678901 }, 400, "bad_input"],
    ["an unknown currency", { currency: "EUR" }, 400, "bad_input"],
    ["a click id with a script", { CLICK_ID: "<script>" }, 400, "bad_input"],
    ["a type without a source", { nin: undefined, vin: "1HGCM82633A004352" }, 409, "not_offered"],
    ["a disabled type", { face: "aGk=" }, 409, "not_offered"],
    ["a type without a source beside one with a source", { rc: "RC1" }, 409, "not_offered"],
  ])("rejects %s and creates nothing", async (_what, but, status, code) => {
    const user = await payer();
    const before = await made();
    const response = await create(user, { nin: randomNin(), ...but });
    expect([response.statusCode, response.json<{ code: string }>().code]).toEqual([status, code]);
    expect(await made()).toBe(before);
  });

  test("names a bad field with a readable message", async () => {
    const response = await create(await payer(), { nin: "1", purpose: undefined });
    expect(response.json()).toMatchObject({ code: "bad_input", fields: { nin: "NIN must be exactly 11 digits." } });
  });

  test.each([
    { body: { vin: "IHGCM82633A004352" }, field: "vin", message: "A VIN has no letter I. Did you mean 1 (one)?" },
    { body: { phone: "+44 7700 900123" }, field: "phone", message: texts.phoneNotNigerian },
    { body: { bvn: "22233344455" }, field: "bvn", message: "At least one Credit Bereau must be selected" },
  ])(
    "names the $field in a quote and a purchase alike [WIZARD-22 WIZARD-23 WIZARD-24]",
    async ({ body, field, message }) => {
      const user = await payer();
      for (const response of [
        await create(user, body),
        await user.post("/verification/quote", { ...body, currency: "NGN" }),
      ])
        expect([response.statusCode, response.json()]).toMatchObject([400, { fields: { [field]: message } }]);
      const apiResponse = await create(user, { bvn: "22233344455" });
      expect(apiResponse.json()).toMatchObject({ message: "At least one Credit Bereau must be selected" });
    },
  );

  test("stores every listed purpose with a sealed note [CONSENT-01]", async () => {
    const note = "For the flat in Yaba";
    for (const code of purposeCodes) {
      const response = await create(await payer(), { nin: randomNin(), purpose: { code, note } });
      const { rows } = await app.owner.query<{ purpose_code: string; note_sealed: Buffer }>(
        `select c.purpose_code, c.note_sealed from consents c join purchase_items i on i.id = c.request_id
         join purchases p on p.id = i.purchase_id where p.session_code = $1`,
        [response.json<{ sessionCode: string }>().sessionCode],
      );
      expect(rows).toEqual([{ purpose_code: code, note_sealed: expect.any(Buffer) as Buffer }]);
      expect(rows[0]?.note_sealed.includes("Yaba")).toBe(false);
    }
  });

  test("rejects business types for individuals [WIZARD-10]", async () => {
    const bulk = { nin: undefined, nin_csv: Buffer.from(randomNin()).toString("base64") };
    const [individual, business] = await Promise.all(
      (["individual", "business"] as const).map(async (userType) => create(await app.user({ userType }), bulk)),
    );
    expect(individual?.json()).toMatchObject({ status: 403, code: "not_for_this_account" });
    expect(business?.statusCode).toBe(200);
  });

  test("rejects a search whose source is down before anything is bought", async () => {
    app.providers.personRecords.state = "down";
    const user = await payer();
    expect((await create(user, { nin: randomNin() })).json()).toMatchObject({ status: 503, code: "source_down" });
    app.providers.personRecords.state = "slow";
    expect((await create(user, { nin: randomNin() })).statusCode).toBe(200);
  });

  test("freezes the quoted price", async () => {
    const user = await payer();
    const nin = randomNin();
    const quoted = (await user.post("/verification/quote", { nin, currency: "NGN" })).json<{ mayShow: object }>();
    const session = (await create(user, { nin })).json<{ quote: object; sessionCode: string }>();
    const { mayShow: _parts, ...price } = quoted;
    expect(session.quote).toEqual(price);
    expect(quoted).toMatchObject({ total: 588, tax: 88, currency: "NGN" });
    const standing = await user.get(`/verification/session/${session.sessionCode}`);
    expect(standing.json()).toMatchObject({
      state: "initiated",
      sessionStatus: "INITIATED",
      quote: price,
      items: [{ searchType: "nin", state: "priced" }],
    });
  });
});

describe("requests about one person on the same day [T-45]", () => {
  test("are rejected for the same account while asked and after a denial", async () => {
    const user = await payer();
    const pending = await requestConsent(app, user);
    const again = () => create(user, { nin: pending.nin });
    expect((await again()).json()).toMatchObject({ status: 429, code: "asked_recently" });
    await submitDecision(app, pending.token, "deny");
    await app.runSchedule("purge_due");
    const deleted = await app.owner.query("select from verification_requests where id = $1 and value_hash is null", [
      pending.itemId,
    ]);
    expect(deleted.rowCount).toBe(1); // a denial erases the request, but the daily limit still counts it
    expect((await again()).statusCode).toBe(429);
    expect((await create(await payer(), { nin: pending.nin })).statusCode).toBe(200); // another requester may
  });

  test("are allowed after a refund, after no data, and before payment", async () => {
    const user = await payer();
    for (const answer of [{ kind: "failed", why: "x" }, { kind: "not_found" }] as const) {
      const bought = await completeLookup(app, user, answer);
      expect((await create(user, { nin: bought.nin })).statusCode).toBe(200);
    }
    const nin = randomNin();
    expect((await create(user, { nin })).statusCode).toBe(200);
    expect((await create(user, { nin })).statusCode).toBe(200);
  });

  test.each(["grant", "deny"] as const)("are allowed a day after the first was answered with %s", async (how) => {
    const user = await payer();
    const pending = await requestConsent(app, user);
    await submitDecision(app, pending.token, how);
    await app.runSchedule("purge_due");
    for (const [seconds, status] of [
      [86_395, 429],
      [86_405, 200],
    ] as const) {
      await setClockRelativeTo(
        app,
        "select created_at as at from verification_requests where id = $1",
        [pending.itemId],
        seconds,
      );
      expect((await create(user, { nin: pending.nin })).statusCode).toBe(status);
    }
  });

  test("are limited per account and day across processes", async () => {
    const user = await payer();
    await app.owner.query("insert into rate_limits (key, points, expire) values ($1, $2, $3)", [
      `lookup_account:${user.id}`,
      limitSpecs.lookup_account.points,
      Date.now() + 3_600_000,
    ]);
    const rejected = await create(user, { nin: randomNin() });
    expect(rejected.json()).toMatchObject({
      code: "too_many_requests",
      message: expect.stringMatching(/60 minutes/) as string,
    });
  });
});

describe("an unpaid quote", () => {
  test("is abandoned after 15 minutes, unless a payment is in progress", async () => {
    const user = await payer();
    const [left, paying] = [await app.purchase(user), await app.purchase(user)];
    await app.startPayment(user, paying);
    await app.setClockOffset(15 * 60_000 + 1_000);
    await app.runSchedule("reconcile_payments");
    const stateOf = async (code: string) =>
      (await user.get(`/verification/session/${code}`)).json<{ state: string }>().state;
    expect([await stateOf(left.sessionCode), await stateOf(paying.sessionCode)]).toEqual(["abandoned", "initiated"]);
    const { sessionCode, transactionID, amount } = left;
    const late = await user.post("/transaction/wallet-payment", { sessionCode, transactionID, amount });
    expect(late.json()).toMatchObject({ status: 409, code: "quote_ended" });
  });
});

describe("submit [API-14]", () => {
  test("rejects an unpaid purchase at once, whatever the client claims [PAY-17 F-07]", async () => {
    const user = await payer();
    const { sessionCode, transactionID } = await app.purchase(user);
    const payment = { currency: "NGN", transactionID, paymentType: "WALLET" };
    for (const body of [
      {},
      { sessionStatus: "INITIATED" },
      { sessionStatus: "COMPLETED", paymentType: "INSTANT", payment, currency: "NGN", userEmail: user.email },
    ]) {
      const response = await user.post("/verification/submit", { sessionCode, ...body });
      expect([response.statusCode, response.json()]).toMatchObject([409, { code: "purchase_unpaid" }]);
    }
  });

  test("accepts what a client of the source sends along [PAY-17 F-07]", async () => {
    const user = await payer();
    const bought = await completeLookup(app, user, { kind: "not_found" });
    const payment = { currency: "NGN", transactionID: bought.transactionID, paymentType: "WALLET" };
    const reported = await user.post("/verification/submit", {
      sessionCode: bought.sessionCode,
      sessionStatus: "COMPLETED",
      paymentType: "WALLET",
      payment,
    });
    expect([reported.statusCode, reported.json()]).toMatchObject([200, { basic: { status: "NO_DATA" } }]);
  });

  test("waits for a running lookup and returns its outcome", async () => {
    const user = await payer();
    const bought = await app.purchase(user);
    app.providers.personRecords.respondTo(bought.nin, { kind: "not_found" });
    await payPurchase(user, bought);
    const waiting = submit(user, bought.sessionCode);
    await app.drainQueue();
    const reported = (await waiting).json<object>();
    expect(reported).toMatchObject({
      status: "done",
      basic: { requestId: bought.itemId, status: "NO_DATA", detail: "No record found" },
    });
    expect((await submit(user, bought.sessionCode)).json()).toEqual(reported); // repeating it returns the same response
  });

  test.each([
    ["counts waiting for consent as done", undefined, "awaiting_consent"],
    ["returns a refund as such", { kind: "failed", why: "x" } as const, "PROVIDER_FAILED"],
  ])("%s", async (_what, answer, status) => {
    const user = await payer();
    const bought = answer ? await completeLookup(app, user, answer) : await completeLookup(app, user);
    const reported = (await submit(user, bought.sessionCode)).json<{ basic: { status: string } }>();
    expect(reported).toMatchObject({ status: "done", basic: { requestId: bought.itemId, status } });
    await app.owner.query("update consents set deadline = product_now() where request_id = $1 and state = 'pending'", [
      bought.itemId,
    ]);
    await app.runSchedule("expire_consents");
  });

  test("rejects a session status that the source does not have [PAY-17]", async () => {
    const user = await payer();
    const bought = await app.purchase(user);
    const response = await user.post("/verification/submit", {
      sessionCode: bought.sessionCode,
      sessionStatus: "PAID",
    });
    expect(response.statusCode).toBe(400);
  });
});
