import type { Currency } from "@idanimo/contract/money";
import type { Outcome } from "@idanimo/contract/verification-states";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { randomIds } from "../../kernel/ids.ts";
import { createTestApp, type TestApp, type TestPurchase, type TestUser } from "../../testing/app.ts";
import { closeItem } from "../purchases/index.ts";
import { generateReference } from "./index.ts";

/** One purchase and its money, for each payment method and outcome. */

let app: TestApp;
beforeAll(async () => void (app = await createTestApp()));
afterEach(async () => {
  await app.setClockOffset(0);
  await app.checkInvariants();
});
afterAll(() => app.close());

const check = (user: TestUser, reference: string) => user.get(`/payment/check?transactionRef=${reference}`);
const payFromWallet = (user: TestUser, { sessionCode, transactionID, amount }: TestPurchase, but: object = {}) =>
  user.post("/transaction/wallet-payment", { sessionCode, transactionID, amount, ...but });
const purchaseRow = async ({ id }: TestPurchase) =>
  (
    await app.owner.query<{ state: string; payment_type: string | null; items: string[] }>(
      "select state, payment_type, array(select state from purchase_items where purchase_id = p.id) as items from purchases p where id = $1",
      [id],
    )
  ).rows[0];
/** A user with enough in both wallets, one of which is active. */
async function createPayer(currency: Currency): Promise<TestUser> {
  const user = await app.user({ NGN: 5_000_00n, USD: 50_00n });
  await app.owner.query("update owners set active_currency = $1 where id = $2", [currency, user.id]);
  return user;
}

describe("paying for a lookup [PAY-01 PAY-25]", () => {
  const legs = { NGN: ["revenue 50000", "tax 8800"], USD: ["revenue 70", "tax 13"] } as const;
  test.each([
    { currency: "NGN", way: "WALLET" },
    { currency: "USD", way: "WALLET" },
    { currency: "NGN", way: "INSTANT" },
    { currency: "USD", way: "INSTANT" },
  ] as const)(
    "$way in $currency: charges in two legs and starts the lookup [PAY-10 API-18]",
    async ({ currency, way }) => {
      const user = await createPayer(currency);
      const before = await app.wallets(user);
      const bought = await app.purchase(user, { currency });
      if (way === "WALLET")
        expect((await payFromWallet(user, bought, { userNIN: "" })).json()).toEqual({ status: "success" });
      else {
        const reference = await app.startPayment(user, bought);
        app.providers.cardPayments.reportPaid(reference);
        expect((await check(user, reference)).json()).toMatchObject({
          status: "success",
          data: { status: "successful" },
        });
      }
      expect(await purchaseRow(bought)).toEqual({ state: "paid", payment_type: way, items: ["looking_up"] });
      const from = way === "WALLET" ? "wallet" : "provider_cash";
      expect(await app.transfers(user)).toEqual(legs[currency].map((leg) => `VERIFICATION ${from}>${leg}`));
      const spent = way === "WALLET" ? bought.total.minor : 0n;
      expect(await app.wallets(user)).toEqual({ ...before, [currency]: before[currency] - spent });
    },
  );

  test("charges the purchase's currency at the provider, whichever wallet is active [PAY-08 O-22]", async () => {
    const user = await createPayer("USD");
    const bought = await app.purchase(user, { currency: "NGN" });
    const reference = await app.startPayment(user, bought);
    app.providers.cardPayments.reportPaid(reference);
    await check(user, reference);
    expect(await purchaseRow(bought)).toMatchObject({ state: "paid", payment_type: "INSTANT" });
    expect(await app.wallets(user)).toEqual({ NGN: 5_000_00n, USD: 50_00n });
  });

  test("ignores a NIN in a wallet payment and pays the caller's own purchase [API-18]", async () => {
    const [user, other] = [await createPayer("NGN"), await createPayer("NGN")];
    const bought = await app.purchase(user);
    expect((await payFromWallet(other, bought, { userNIN: "12345678901" })).statusCode).toBe(404);
    expect((await payFromWallet(user, bought, { userNIN: "12345678901" })).statusCode).toBe(200);
    expect((await app.wallets(other)).NGN).toBe(5_000_00n);
  });

  test("starts a session as INITIATED with code, reference and price [PAY-07]", async () => {
    const user = await app.user();
    const made = await user.post("/verification/session", {
      nin: "12345678901",
      currency: "NGN",
      purpose: { code: "employment" },
    });
    expect(made.json()).toMatchObject({
      sessionCode: expect.stringMatching(/^[A-Za-z0-9_-]{22,}$/) as string,
      sessionStatus: "INITIATED",
      transactionID: expect.stringMatching(/^EA\d{14}$/) as string,
      quote: { total: 588, currency: "NGN" },
    });
  });

  test("opens the page with reference, frozen amount and payer's contacts [PAY-23 C-11]", async () => {
    const user = await app.user();
    const bought = await app.purchase(user, { currency: "USD" });
    const reference = await app.startPayment(user, bought);
    expect(app.providers.cardPayments.orders.at(-1)).toMatchObject({
      reference,
      amount: bought.total,
      payer: { email: user.email, phone: "+2348030000001" },
    });
  });
});

describe("checkPayment after the frame is closed [PAY-12 API-15]", () => {
  const ours = { providerId: "one", paid: { currency: "NGN", minor: 588_00n } };
  type Word = Parameters<TestApp["providers"]["cardPayments"]["respondToQuery"]>[1];
  const different = { differentAmount: true };
  test.each<[string, Word, string, string | null, boolean, object?]>([
    ["does not know it yet", { kind: "unknown_there" }, "pending", null, false],
    ["reports it as pending", { kind: "pending" }, "pending", null, false],
    ["does not respond", { kind: "unreachable" }, "pending", null, false],
    ["reports it as failed", { kind: "failed", ...ours, said: "Declined" }, "failed", "Declined", false],
    ["reports it as cancelled", { kind: "cancelled", ...ours, said: null }, "cancelled", null, false],
    ["reports it as paid", { kind: "successful", ...ours, said: "Approved" }, "successful", "Approved", true],
    [
      "reports a kobo less",
      { kind: "successful", ...ours, paid: { currency: "NGN", minor: 587_99n }, said: "Approved" },
      "failed",
      "Approved",
      false,
      different,
    ],
    [
      "reports dollars",
      { kind: "successful", ...ours, paid: { currency: "USD", minor: 588_00n }, said: "Approved" },
      "failed",
      "Approved",
      false,
      different,
    ],
  ])("reports the payment if the provider %s [PAY-13]", async (_what, word, status, message, isPaid, more = {}) => {
    const user = await app.user();
    const bought = await app.purchase(user);
    const reference = await app.startPayment(user, bought);
    app.providers.cardPayments.respondToQuery(
      reference,
      "providerId" in word ? { ...word, providerId: `id-${reference}` } : word,
    );
    for (let time = 0; time < 2; time += 1)
      expect((await check(user, reference)).json()).toEqual({
        status: "success",
        data: { status, processor_response: message, amount: 588, currency: "NGN", ...more },
      });
    expect((await purchaseRow(bought))?.state).toBe(isPaid ? "paid" : "initiated");
    expect((await app.transfers(user)).length).toBe(isPaid ? 2 : 0);
  });

  test("does not pay a purchase without the provider's confirmation [T-28]", async () => {
    const user = await app.user();
    const bought = await app.purchase(user);
    const reference = await app.startPayment(user, bought);
    app.providers.cardPayments.respondToQuery(reference, { kind: "pending" });
    const { sessionCode } = bought;
    for (let time = 0; time < 3; time += 1) {
      await check(user, reference);
      const response = await user.post("/verification/submit", { sessionCode, sessionStatus: "COMPLETED" });
      expect([response.statusCode, response.json<{ code: string }>().code]).toEqual([409, "purchase_unpaid"]);
    }
    expect(await purchaseRow(bought)).toEqual({ state: "initiated", payment_type: null, items: ["priced"] });
  });
});

describe("the items of a paid purchase [T-32]", () => {
  test.each([
    ["submit", "/verification/submit", { sessionStatus: "COMPLETED" }],
    ["wallet payment", "/transaction/wallet-payment", {}],
  ])("cannot change with a %s", async (_what, path, body) => {
    const user = await createPayer("NGN");
    const bought = await app.purchase(user);
    await payFromWallet(user, bought);
    const { sessionCode, transactionID, amount } = bought;
    const known = path.endsWith("submit") ? { sessionCode } : { sessionCode, transactionID, amount };
    for (const extra of [{ stolencheck: true }, { crc: true }, { nin: "12345678902" }, { bulkUploadId: sessionCode }])
      expect((await user.post(path, { ...known, ...body, ...extra })).json()).toMatchObject({ code: "bad_input" });
    expect(await purchaseRow(bought)).toMatchObject({ items: ["looking_up"] });
    expect((await app.transfers(user)).length).toBe(2);
  });
});

describe("two concurrent ends of an item [T-34 R-03]", () => {
  const ends: readonly Outcome[] = [
    "DELIVERED",
    "NO_DATA",
    "DENIED",
    "UNANSWERED",
    "PROVIDER_FAILED",
    "NO_CONTACT",
    "MINOR",
    "BLOCKED",
  ];
  const refunds: readonly Outcome[] = ["PROVIDER_FAILED", "NO_CONTACT", "MINOR", "BLOCKED"];
  const end = ({ itemId }: TestPurchase, how: Outcome) =>
    app.db.transaction("system", (tx) => closeItem(tx, randomIds, itemId, how));

  test.each(ends.flatMap((one) => ends.filter((other) => other !== one).map((other) => [one, other] as const)))(
    "keep one outcome and its money: %s and %s",
    async (one, other) => {
      const user = await app.user({ NGN: 588_00n });
      const bought = await app.purchase(user);
      await payFromWallet(user, bought);
      await app.owner.query("delete from consents where request_id = $1", [bought.itemId]); // as for a type without consent
      const done = await Promise.all([end(bought, one), end(bought, other)]);
      expect(done.filter(Boolean)).toHaveLength(1);
      const how = done[0] ? one : other;
      const { rows } = await app.owner.query("select state, outcome from purchase_items where id = $1", [
        bought.itemId,
      ]);
      expect(rows).toEqual([{ state: "closed", outcome: how }]);
      expect((await app.wallets(user)).NGN).toBe(refunds.includes(how) ? 588_00n : 0n);
    },
  );

  test("charge or credit once when success and quote expiry coincide", async () => {
    const user = await app.user();
    const bought = await app.purchase(user);
    const reference = await app.startPayment(user, bought);
    app.providers.cardPayments.reportPaid(reference);
    await app.setClockOffset(31 * 60_000);
    await Promise.all([check(user, reference), app.runSchedule("reconcile_payments"), check(user, reference)]);
    const paid = (await purchaseRow(bought))?.state === "paid";
    expect((await app.transfers(user)).map((line) => line.split(" ")[0])).toEqual(
      paid ? ["VERIFICATION", "VERIFICATION"] : ["TOPUP"],
    );
  });
});

describe("references [PAY-22 F-19]", () => {
  test("are generated again if taken by a purchase or a payment", async () => {
    const user = await app.user();
    const bought = await app.purchase(user);
    const paying = await app.startPayment(user, bought);
    const drawn = [bought.transactionID, paying, bought.transactionID, "EA00000000000042"].map((one) => one.slice(2));
    const ids = { ...randomIds, digits: () => drawn.shift() ?? "" };
    expect(await app.db.transaction("system", (tx) => generateReference(tx, ids))).toBe("EA00000000000042");
    expect(drawn).toEqual([]);
  });

  test("are unique in the database", async () => {
    const user = await app.user();
    const bought = await app.purchase(user);
    const reference = await app.startPayment(user, bought);
    const copies = [
      ["purchases", "transaction_id", bought.transactionID],
      ["payments", "reference", reference],
    ] as const;
    for (const [table, column, value] of copies) {
      const others = `select string_agg(quote_ident(column_name), ', ') as names from information_schema.columns
        where table_name = $1 and is_generated = 'NEVER' and column_name not in ('id', 'session_code', 'provider_id')`;
      const { rows } = await app.owner.query<{ names: string }>(others, [table]);
      const names = rows[0]?.names ?? "";
      const more = table === "purchases" ? ", session_code" : "";
      const copy = `insert into ${table} (id, ${names}${more}) select gen_random_uuid(), ${names}${more && ", 'another-session-code-00'"} from ${table} where ${column} = $1`;
      await expect(app.owner.query(copy, [value])).rejects.toThrow(`${table}_${column}_key`);
    }
  });

  test.each(["transactionID", "txRef", "tx_ref"])("are not accepted from the browser as %s", async (name) => {
    const user = await app.user();
    const response = await user.post("/payment/flexi-initiate", {
      type: "TOPUP",
      amount: 2_000,
      currency: "NGN",
      [name]: "EA00000000000001",
    });
    expect(response.json()).toMatchObject({ code: "bad_input" });
  });
});
