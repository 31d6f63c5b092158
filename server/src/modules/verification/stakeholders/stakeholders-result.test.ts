import { companiesRecord } from "@idanimo/contract/checks/company/record";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { createTestApp, disabledBreaker, type TestApp } from "../../../testing/app.ts";
import { FakeCompanies } from "../../../testing/fakes.ts";
import {
  type Buyer,
  charge,
  completionPath,
  createStakeholderSteps,
  heard,
  look,
  newReference,
  pay,
  readPath,
  type StakeholdersResponse,
  start,
} from "./testing/stakeholder-steps.ts";

/** Stakeholders bought from a company's result, by wallet or card, and read. */

const companies = new FakeCompanies();
let app: TestApp;
const { holder, transfers, orders } = createStakeholderSteps(() => app);
beforeAll(
  async () => void (app = await createTestApp({}, { sources: () => companies.sources, breaker: disabledBreaker })),
);
afterEach(async () => {
  companies.shareholders.state = "up";
  vi.restoreAllMocks();
  await app.setClockOffset(0);
  await app.checkInvariants();
  expect(app.jobFailures()).toEqual([]);
});
afterAll(() => app.close());

const shareholder = { stake: "Shareholder", surname: "Made-Up", firstname: "Ngozi" };
const director = { stake: "Director", surname: "Made-Up", firstname: "Obi" };

describe("a company's stakeholders", () => {
  // Covers: RESULT-BUSINESS-12 R-04
  test("are paid from the wallet and found after waiting [API-18 API-19 PAY-25]", async () => {
    const buyer = await holder();
    expect(await look(buyer)).toEqual({
      success: 0,
      state: "not_bought",
      message: "The stakeholders of this company have not been looked up yet.",
      data: [],
      currency: "NGN",
    });
    const reference = newReference();
    expect((await pay(buyer, { transactionID: reference, userNIN: "" })).json()).toEqual({ status: "success" });
    expect(await look(buyer)).toMatchObject({ success: 0, state: "running" });
    const waiting = look(buyer, completionPath);
    await app.drainQueue();
    const found = {
      success: 1,
      state: "found",
      message: "Stakeholders found.",
      data: [shareholder, director],
      currency: "NGN",
    };
    expect(await waiting).toEqual(found);
    expect(await look(buyer)).toEqual(found);
    expect(await look(buyer, completionPath)).toEqual(found); // repeating it returns the same response
    expect(await transfers(buyer.user)).toEqual(charge);
    expect(await orders(buyer.user)).toMatchObject([{ state: "completed", transaction_id: reference }]);
    expect([heard(companies.shareholders, buyer), heard(companies.directors, buyer)]).toEqual([1, 1]);
  });

  // Covers: RESULT-BUSINESS-16
  test("are paid by card with all fields of a source client [API-20 API-21 RESULT-BUSINESS-15]", async () => {
    const buyer = await holder({ NGN: 0n });
    const started = await start(buyer, {
      country: "NG",
      description: "",
      payment_method: "card,ussd",
      userEmail: "a@b.ng",
    });
    const { txRef } = started.json<{ data: { txRef: string } }>().data;
    app.providers.cardPayments.reportPaid(txRef);
    await buyer.user.get(`/payment/check?transactionRef=${txRef}`);
    await app.drainQueue();
    const payment = { currency: "NGN", transactionID: txRef, paymentType: "INSTANT" };
    const body = { sessionStatus: "COMPLETED", stakeholders: "STAKEHOLDERS", paymentType: "INSTANT", payment };
    const { requestId, cacId } = buyer.company;
    const done = await buyer.user.post(completionPath, {
      ...body,
      requestId,
      cacId,
      currency: "NGN",
      business: buyer.company,
    });
    expect(done.json()).toMatchObject({
      status: "success",
      data: { business: { success: 1, data: [shareholder, director] } },
    });
    const read = await buyer.user.post(readPath, { ...body, business: buyer.company });
    expect(read.json()).toEqual(done.json());
    expect(await transfers(buyer.user)).toEqual(charge.map((line) => line.replace("wallet", "provider_cash")));
  });

  test("open with their company from a history row of their own [RESULT-BUSINESS-06]", async () => {
    const buyer = await holder();
    await pay(buyer);
    await app.drainQueue();
    const [own] = await orders(buyer.user);
    const listed = (await buyer.user.get("/user/matching-requests")).json<{ requests: { id: string }[] }>().requests;
    const parent = companiesRecord.parse(
      (await buyer.user.get(`/verification/check-consent/${buyer.company.requestId}`)).json<{ data: unknown }>().data,
    );
    expect(listed.find(({ id }) => id === own?.id)).toMatchObject({
      type: "Business Profile",
      searchType: "stakeholders",
      searchParameter: "STAKEHOLDERS",
      searchValue: parent.companies[0]?.approvedName,
      action: "View Result",
    });
    const searched = await buyer.user.post("/user/matching-requests", { q: parent.companies[0]?.approvedName });
    expect(searched.json()).toMatchObject({ requests: [{ id: own?.id }] });
    const opened = (await buyer.user.get(`/verification/check-consent/${own?.id ?? ""}`)).json<{ data: unknown }>();
    expect(companiesRecord.parse(opened.data)).toEqual(parent);
    expect(parent.companies[0]?.["shareholders-data"]).toEqual([shareholder, director]);
    const notices = (await buyer.user.get("/user/notices")).body;
    expect(notices).toContain(`/businessName/${own?.id ?? ""}`);
  });

  const companyOf = async ({ user, company }: Buyer) =>
    companiesRecord.parse(
      (await user.get(`/verification/check-consent/${company.requestId}`)).json<{ data: unknown }>().data,
    ).companies[0];

  test("are in the company's record once found, and absent before [RESULT-BUSINESS-06]", async () => {
    const buyer = await holder();
    expect(await companyOf(buyer)).not.toHaveProperty("shareholders-data");
    await pay(buyer);
    expect(await companyOf(buyer)).not.toHaveProperty("shareholders-data");
    await app.drainQueue();
    expect((await companyOf(buyer))?.["shareholders-data"]).toEqual([shareholder, director]);
    for (const path of [readPath, completionPath])
      expect((await look(buyer, path)).data).toEqual([shareholder, director]);
    const [own] = await orders(buyer.user);
    const looks = await app.owner.query("select from audit_log where object_id = $1 and action = 'viewed_record'", [
      own?.id,
    ]);
    expect(looks.rowCount).toBe(3);
  });

  test("are an empty list in the record of a company without any [RESULT-BUSINESS-06]", async () => {
    const buyer = await holder();
    companies.shareholders.respondTo(buyer.company.cacId, { kind: "found", record: [] });
    companies.directors.respondTo(buyer.company.cacId, { kind: "not_found" });
    await pay(buyer);
    await app.drainQueue();
    expect((await companyOf(buyer))?.["shareholders-data"]).toEqual([]);
  });

  test("stay absent from the record when their lookup failed [RESULT-BUSINESS-06 ERR-51]", async () => {
    const buyer = await holder();
    companies.directors.respondTo(buyer.company.cacId, { kind: "failed", why: "server_error" });
    await pay(buyer);
    await app.drainQueue();
    expect(await companyOf(buyer)).not.toHaveProperty("shareholders-data");
  });

  test("are found as an empty list for a company without any [RESULT-BUSINESS-10]", async () => {
    const buyer = await holder();
    companies.shareholders.respondTo(buyer.company.cacId, { kind: "found", record: [] });
    companies.directors.respondTo(buyer.company.cacId, { kind: "not_found" });
    await pay(buyer);
    await app.drainQueue();
    expect(await look(buyer)).toMatchObject({
      success: 1,
      state: "found",
      message: "We couldn't find any shareholders records based on the information you provided.",
      data: [],
    });
    expect(await transfers(buyer.user)).toEqual(charge);
  });

  test("are refunded if one list fails, and can be bought again [ERR-51 R-03]", async () => {
    const buyer = await holder();
    companies.directors.respondTo(
      buyer.company.cacId,
      { kind: "failed", why: "server_error" },
      { kind: "found", record: [] },
    );
    const reference = newReference();
    await pay(buyer, { transactionID: reference });
    await app.drainQueue();
    const returned = {
      success: 0,
      state: "returned",
      message: "An unexpected server error occurred. A refund has been initiated",
      data: [],
    };
    expect(await look(buyer)).toMatchObject(returned);
    expect(await look(buyer, completionPath)).toMatchObject(returned);
    expect((await app.wallets(buyer.user)).NGN).toBe(1_125_00n);
    // the same reference is the same purchase, also after its end
    expect((await pay(buyer, { transactionID: reference })).json()).toEqual({ status: "success" });
    expect((await app.wallets(buyer.user)).NGN).toBe(1_125_00n);
    expect((await pay(buyer)).json()).toEqual({ status: "success" });
    await app.drainQueue();
    expect(await look(buyer)).toMatchObject({ success: 1, data: [shareholder] });
    expect((await app.wallets(buyer.user)).NGN).toBe(0n);
  });

  test("leave one audit row per view, and none without a record [R-10]", async () => {
    const buyer = await holder();
    await look(buyer);
    await pay(buyer);
    await app.drainQueue();
    await look(buyer);
    await look(buyer, completionPath);
    const [own] = await orders(buyer.user);
    const looks = await app.owner.query("select from audit_log where object_id = $1 and action = 'viewed_record'", [
      own?.id,
    ]);
    expect(looks.rowCount).toBe(2);
  });

  test("return 202 while running for more than 20 s [API-21]", async () => {
    const buyer = await holder();
    await pay(buyer);
    const real = Date.now;
    let passed = 0;
    vi.spyOn(Date, "now").mockImplementation(() => real() + (passed += 21_000));
    const response = await buyer.user.post(completionPath, { business: buyer.company });
    vi.restoreAllMocks();
    expect([response.statusCode, response.json<StakeholdersResponse>().status]).toEqual([202, "processing"]);
    await app.drainQueue();
  });
});
