import { naira } from "@idanimo/contract/money";
import type { CompanyChoice } from "@idanimo/contract/stakeholders";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { randomIds } from "../../../kernel/ids.ts";
import { createTestApp, disabledBreaker, type TestApp } from "../../../testing/app.ts";
import { FakeCompanies } from "../../../testing/fakes.ts";
import { requestConsent, buySearch, completeCompanySearch, submitDecision } from "../../../testing/lookup-steps.ts";
import {
  type Buyer,
  charge,
  codeOf,
  completionPath,
  createStakeholderSteps,
  heard,
  look,
  newReference,
  pay,
  payBody,
  readPath,
  searchPrice,
  start,
  walletPath,
} from "./testing/stakeholder-steps.ts";

/** Payments for stakeholders: once per company, in either currency, with values from the browser rejected. */

const companies = new FakeCompanies();
let app: TestApp;
const { holder, transfers, orders, keysOfNothing } = createStakeholderSteps(() => app);
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

describe("paying one company once [T-22 R-06]", () => {
  test("charges once for thirty concurrent payments on two processes", async () => {
    const buyer = await holder({ NGN: 20_000_00n });
    const other = await app.startProcess();
    const responses = await Promise.all(
      Array.from({ length: 30 }, (_, at) =>
        (at % 2 === 0 ? buyer.user : buyer.user.on(other.app)).post(walletPath, payBody(buyer.company)),
      ),
    );
    for (const response of responses) expect(["done", "already_paid"]).toContain(codeOf(response));
    expect(responses.some((response) => response.statusCode === 200)).toBe(true);
    await app.drainQueue();
    expect(await transfers(buyer.user)).toEqual(charge);
    expect(await orders(buyer.user)).toHaveLength(1);
    expect(heard(companies.shareholders, buyer)).toBe(1);
    expect(await keysOfNothing()).toBe(0);
  });

  test("returns the same purchase for its reference and rejects another one", async () => {
    const buyer = await holder({ NGN: 20_000_00n });
    const transactionID = newReference();
    for (let at = 0; at < 2; at += 1) {
      expect((await pay(buyer, { transactionID })).json()).toEqual({ status: "success" });
      expect(codeOf(await pay(buyer))).toBe("already_paid");
      expect(codeOf(await start(buyer))).toBe("already_paid");
      await app.drainQueue();
    }
    expect(await transfers(buyer.user)).toEqual(charge);
  });

  test("charges once for wallet and card together and credits the rest to the wallet", async () => {
    const buyer = await holder();
    const { txRef } = (await start(buyer)).json<{ data: { txRef: string } }>().data;
    app.providers.cardPayments.reportPaid(txRef);
    const [paid] = await Promise.all([pay(buyer), buyer.user.get(`/payment/check?transactionRef=${txRef}`)]);
    expect(["done", "already_paid"]).toContain(codeOf(paid));
    await app.drainQueue();
    expect((await transfers(buyer.user)).filter((line) => line.startsWith("VERIFICATION"))).toHaveLength(2);
    expect((await app.wallets(buyer.user)).NGN).toBe(1_125_00n);
    expect(await orders(buyer.user)).toHaveLength(1);
  });

  test("credits a late payment of a replaced order to the wallet [RESULT-BUSINESS-15]", async () => {
    const buyer = await holder({ NGN: 0n, USD: 5_00n });
    const { txRef } = (await start(buyer)).json<{ data: { txRef: string } }>().data;
    await buyer.user.post("/user/currency", { currency: "USD" });
    expect((await pay(buyer, { amount: "1.58", acceptWalletCurrency: true })).statusCode).toBe(200);
    app.providers.cardPayments.reportPaid(txRef);
    await buyer.user.get(`/payment/check?transactionRef=${txRef}`);
    await app.drainQueue();
    expect(await app.wallets(buyer.user)).toEqual({ NGN: 1_125_00n, USD: 3_42n });
    expect((await orders(buyer.user)).map(({ state, currency }) => `${state} ${currency}`)).toEqual([
      "abandoned NGN",
      "completed USD",
    ]);
  });

  test("replaces an expired quote, with a new reference if its own is used", async () => {
    const buyer = await holder({ NGN: 0n });
    const transactionID = newReference();
    expect(codeOf(await pay(buyer, { transactionID }))).toBe("wallet_balance_low");
    expect(codeOf(await pay(buyer))).toBe("wallet_balance_low");
    expect(await orders(buyer.user)).toMatchObject([{ state: "initiated", transaction_id: transactionID }]);
    await app.setClockOffset(901_000);
    expect(codeOf(await pay(buyer, { transactionID }))).toBe("wallet_balance_low");
    const [old, fresh] = await orders(buyer.user);
    expect([old?.state, fresh?.state]).toEqual(["abandoned", "initiated"]);
    expect(fresh?.transaction_id).not.toBe(transactionID);
  });
});

describe("the currency of an order [RESULT-BUSINESS-13 O-22]", () => {
  test.each([
    { bought: "NGN", active: "USD", amount: "1.58", left: { NGN: 1_125_00n, USD: 42n } },
    { bought: "USD", active: "NGN", amount: "1125", left: { NGN: 0n, USD: 2_00n } },
  ])("is the result's; a wallet in $active needs confirmation and its own price", async (given) => {
    const { bought, active, amount, left } = given;
    const user = await app.user({
      NGN: 1_125_00n + (bought === "NGN" ? searchPrice : 0n),
      USD: bought === "USD" ? 3_26n : 2_00n,
    });
    await user.post("/user/currency", { currency: bought });
    const company = await completeCompanySearch(app, user, bought);
    await user.post("/user/currency", { currency: active });
    const buyer = { user, company };
    const before = await app.wallets(user);
    expect((await user.post(readPath, { business: company })).json()).toMatchObject({
      data: { business: { currency: bought } },
    });
    const transactionID = newReference();
    const asIs = bought === "NGN" ? "1125" : "1.58";
    expect(codeOf(await pay(buyer, { transactionID, amount: asIs }))).toBe("currency_mismatch");
    expect(await app.wallets(user)).toEqual(before);
    const body = { transactionID, acceptWalletCurrency: true };
    expect(codeOf(await pay(buyer, { ...body, amount: asIs }))).toBe("amount_mismatch"); // the amount in the other currency is no valid price
    expect((await pay(buyer, { ...body, amount })).json()).toEqual({ status: "success" });
    expect(await app.wallets(user)).toEqual(left);
    await app.drainQueue();
    expect(await look(buyer)).toMatchObject({ state: "found" });
  });

  test("compares balances as numbers, not as text [RESULT-BUSINESS-14 F-02 T-30]", async () => {
    const buyer = await holder({ NGN: 987_00n }); // "987" is greater than "1,125" as text
    const response = await pay(buyer);
    expect(response.json()).toMatchObject({ status: 402, code: "wallet_balance_low", title: "Wallet Balance Low" });
    expect(await transfers(buyer.user)).toEqual([]);
  });
});

describe("values from the browser [T-21 F-07]", () => {
  test.each([
    ["a kobo less", { amount: "1124.99" }, "amount_mismatch"],
    ["a kobo more", { amount: "1125.01" }, "amount_mismatch"],
    ["the amount in dollars", { amount: "1.58" }, "amount_mismatch"],
    ["an amount of zero", { amount: 0 }, "bad_input"],
    ["a negative amount", { amount: -1125 }, "bad_input"],
    ["an exponent", { amount: "1.125e3" }, "bad_input"],
    ["a list", { amount: [1125] }, "bad_input"],
    ["an additional price", { price: 1 }, "bad_input"],
    ["an additional state", { state: "found" }, "bad_input"],
    ["another type", { type: "TOPUP" }, "bad_input"],
    ["no request", { requestId: undefined }, "bad_input"],
    ["no company", { cacId: undefined }, "bad_input"],
  ])("are rejected: %s", async (_what, change, code) => {
    const buyer = await holder();
    expect(codeOf(await pay(buyer, change))).toBe(code);
    expect(await transfers(buyer.user)).toEqual([]);
    for (const { state } of await orders(buyer.user)) expect(state).toBe("initiated");
    expect(await look(buyer)).toMatchObject({ state: "not_bought" });
  });

  test.each(["requestId", "cacId"])("are named if missing, for both payments: %s", async (name) => {
    const buyer = await holder();
    for (const response of [await pay(buyer, { [name]: undefined }), await start(buyer, { [name]: undefined })])
      expect(response.json()).toMatchObject({ code: "bad_input", fields: { [name]: "This is missing." } });
  });

  test("never start a lookup or change a state by claiming payment or refund", async () => {
    const buyer = await holder();
    await pay(buyer, { amount: "1" });
    const claims = {
      sessionStatus: "COMPLETED",
      stakeholders: "STAKEHOLDERS",
      paymentType: "WALLET",
      payment: { currency: "NGN", transactionID: newReference(), paymentType: "WALLET" },
      business: buyer.company,
    };
    for (const path of [readPath, completionPath])
      expect((await buyer.user.post(path, claims)).json()).toMatchObject({
        data: { business: { success: 0, state: "not_bought" } },
      });
    const refund = await buyer.user.post(completionPath, { business: buyer.company, refund: true });
    expect(refund.statusCode).toBe(400);
    await app.drainQueue();
    expect(heard(companies.shareholders, buyer)).toBe(0);
    expect(await transfers(buyer.user)).toEqual([]);
  });

  test("are rejected if the reference is used elsewhere [PAY-22]", async () => {
    const [buyer, stranger] = [await holder(), await holder()];
    const theirs = await buySearch(app, stranger.user, { rc: "7711223" });
    const topUp = await app.startPayment(buyer.user, naira(2_000_00n));
    for (const transactionID of [theirs.transactionID, topUp]) {
      const response = await pay(buyer, { transactionID });
      expect(response.json()).toMatchObject({
        code: "bad_input",
        fields: { transactionID: expect.stringContaining("reference") as string },
      });
    }
    expect(await orders(buyer.user)).toEqual([]);
  });

  test("let only one of two concurrent companies use a reference [PAY-22]", async () => {
    const transactionID = newReference();
    const rich = await app.user({ NGN: 20_000_00n });
    const two = [await completeCompanySearch(app, rich), await completeCompanySearch(app, rich)];
    const responses = await Promise.all(
      two.map((company) => rich.post(walletPath, payBody(company, { transactionID }))),
    );
    expect(responses.map(codeOf).toSorted()).toEqual(["bad_input", "done"]);
    await app.drainQueue();
  });
});

describe("choosing something other than a company of an own result [T-43 T-27]", () => {
  const calls = {
    pay,
    start,
    read: (buyer: Buyer) => buyer.user.post(readPath, { business: buyer.company }),
    end: (buyer: Buyer) => buyer.user.post(completionPath, { business: buyer.company }),
  };
  const others: Readonly<Record<string, (buyer: Buyer) => Promise<CompanyChoice>>> = {
    "another user's result": async () => (await holder()).company,
    "a company that is not in the result": async ({ company }) => ({ ...company, cacId: "1" }),
    "an unknown result": async ({ company }) => ({ ...company, requestId: randomIds.publicId() }),
    "an unpaid search": async ({ user, company }) => ({
      ...company,
      requestId: (await buySearch(app, user, { rc: "7711224" })).itemId,
    }),
    "a stakeholder lookup": async (buyer) => {
      await pay(buyer);
      await app.drainQueue();
      const [own] = await orders(buyer.user);
      return { ...buyer.company, requestId: own?.id ?? "" };
    },
    "a person": async ({ user, company }) => {
      const pending = await requestConsent(app, user);
      await submitDecision(app, pending.token, "grant");
      await app.drainQueue();
      return { ...company, requestId: pending.itemId };
    },
  };

  test.each(Object.keys(others))("returns not found for %s", async (name) => {
    const buyer = await holder({ NGN: 20_000_00n });
    const company = (await others[name]?.(buyer)) ?? buyer.company;
    const [money, made] = [await app.wallets(buyer.user), (await orders(buyer.user)).length];
    for (const call of Object.values(calls)) {
      const response = await call({ user: buyer.user, company });
      expect([response.statusCode, codeOf(response)]).toEqual([404, "not_found"]);
    }
    expect(await app.wallets(buyer.user)).toEqual(money);
    expect(await orders(buyer.user)).toHaveLength(made);
  });

  test("is prevented by row-level security too [R-15]", async () => {
    const [buyer, stranger] = [await holder(), await holder()];
    await pay(buyer);
    const seen = (owner: string) =>
      app.db.transaction({ owner }, (tx) => tx.selectFrom("stakeholder_orders").selectAll().execute());
    expect(await seen(buyer.user.id)).toHaveLength(1);
    expect(await seen(stranger.user.id)).toEqual([]);
    const [own] = await orders(buyer.user);
    const forge = app.db.transaction({ owner: stranger.user.id }, (tx) =>
      tx
        .insertInto("stakeholder_orders")
        .values({ request_id: own?.id ?? "", parent_id: buyer.company.requestId, cac_id: "1", owner_id: buyer.user.id })
        .execute(),
    );
    await expect(forge).rejects.toMatchObject({ code: "42501" });
    await app.drainQueue();
  });
});

test("a source that is down sells nothing, but a paid order is still returned", async () => {
  const [buyer, paid] = [await holder(), await holder()];
  const transactionID = newReference();
  await pay(paid, { transactionID });
  companies.shareholders.state = "down";
  for (const response of [await pay(buyer), await start(buyer)])
    expect(response.json()).toMatchObject({ status: 503, code: "source_down" });
  expect(await orders(buyer.user)).toEqual([]);
  expect((await pay(paid, { transactionID })).json()).toEqual({ status: "success" });
  companies.shareholders.state = "up";
  await app.drainQueue();
});

test("stakeholders are not offered without a source", async () => {
  const bare = await createTestApp({}, { sources: () => ({ company: companies.sources.company }) });
  const user = await bare.user({ NGN: searchPrice });
  const company = await completeCompanySearch(bare, user);
  expect((await user.post(walletPath, payBody(company))).json()).toMatchObject({ status: 409, code: "not_offered" });
  await bare.close();
});
