import { dollars, naira } from "@idanimo/contract/money";
import { afterAll, beforeAll, expect, test } from "vitest";
import { respondJson, createTestClient, readSample, startWireServer, type WireServer } from "../testing/wire-server.ts";
import { flutterwave } from "./flutterwave.ts";
import { ListUnreadableError } from "./port.ts";

const reference = "EA10293847561029";
const pageOrigin = "https://checkout.flutterwave.example";
const secretHash = "a-notice-secret";
const order = {
  reference,
  amount: naira(1_500_50n),
  description: "Wallet top up",
  returnTo: "https://idanimo.example/payment/return",
  payer: { email: "ada@example.test", name: "Ada Obi", phone: "+2348030000000" },
  lifeMinutes: 30,
} as const;

let server: WireServer;
const { line, outside: httpClient } = createTestClient("flutterwave", { limits: { totalMs: 5_000 } });
const open = (secretKey = "FLWSECK-live-key", more: { readonly rejectsTestMoney?: boolean } = {}) =>
  flutterwave(line, { baseUrl: `${server.url}/v3/`, pageOrigin, secretKey, secretHash, ...more });
const recorded = (name: string) => readSample(import.meta.url, name);
const verified = recorded("verify-successful.json");

beforeAll(async () => void (server = await startWireServer()));
afterAll(async () => {
  httpClient.close();
  await server.close();
});

test("opens a page with the reference, the exact amount and every payment option [PAY-23 PAY-24 C-10]", async () => {
  server.respondWith(respondJson(200, recorded("payments.json")));
  expect(await open().openPage(order)).toEqual({ kind: "opened", link: `${pageOrigin}/v3/hosted/pay/ab12cd34` });
  expect(server.requests.at(-1)).toMatchObject({
    method: "POST",
    path: "/v3/payments",
    headers: { authorization: "Bearer FLWSECK-live-key" },
    body: {
      tx_ref: reference,
      amount: 1500.5,
      currency: "NGN",
      redirect_url: order.returnTo,
      payment_options: "card, mobilemoney, ussd, account, banktransfer, barter, nqr",
      session_duration: 30,
      customer: { email: "ada@example.test", name: "Ada Obi", phonenumber: "+2348030000000" },
      customizations: { description: "Wallet top up" },
    },
  });
});

test.each([
  { amount: naira(5_000_000_00n), wire: 5_000_000 },
  { amount: dollars(2_14n), wire: 2.14 },
  { amount: naira(1n), wire: 0.01 },
  { amount: dollars(1_000_000_29n), wire: 1_000_000.29 },
])("sends $wire exactly", async ({ amount, wire }) => {
  server.respondWith(respondJson(200, recorded("payments.json")));
  await open().openPage({ ...order, amount });
  expect(server.requests.at(-1)?.body).toMatchObject({ amount: wire, currency: amount.currency });
});

test.each([
  { body: { status: "success", data: {} }, ends: { kind: "no_link" } },
  { body: { status: "success", data: null }, ends: { kind: "no_link" } },
  {
    body: { status: "success", data: { link: "https://evil.example/pay" } },
    ends: { kind: "failed", why: "link_elsewhere" },
  },
  {
    body: { status: "success", data: { link: "javascript:alert(1)" } },
    ends: { kind: "failed", why: "link_elsewhere" },
  },
  { body: { status: "error", message: "x", data: null }, ends: { kind: "failed", why: "http_200" } },
])("returns $ends.kind for an opened page with $body", async ({ body, ends }) => {
  server.respondWith(respondJson(200, body));
  expect(await open().openPage(order)).toEqual(ends);
});

test("counts the amount that was really paid, to the kobo", async () => {
  server.respondWith(respondJson(200, verified));
  expect(await open().queryPayment(reference)).toEqual({
    kind: "successful",
    providerId: "4411220",
    paid: { currency: "NGN", minor: 1_500_50n },
    said: "Approved by Financial Institution",
  });
  expect(server.requests.at(-1)?.path).toBe(`/v3/transactions/verify_by_reference?tx_ref=${reference}`);
});

test.each([
  { status: 400, name: "no-transaction.json", kind: "unknown_there" },
  { status: 404, name: "no-transaction.json", kind: "unknown_there" },
  { status: 200, name: "no-transaction.json", kind: "unreachable" },
  { status: 401, name: "unauthorized.json", kind: "unreachable" },
  { status: 503, name: "busy.json", kind: "unreachable" },
])("returns $kind for $name with $status", async ({ status, name, kind }) => {
  server.respondWith(respondJson(status, recorded(name)));
  expect(await open().queryPayment(reference)).toEqual({ kind });
});

/** Each change of a valid response, and what may be counted then. [T-26] */
const changes: readonly {
  readonly from: string;
  readonly to: string;
  readonly kind: string;
  readonly minor?: bigint;
  readonly currency?: string;
}[] = [
  { from: '"status":"successful"', to: '"status":"failed"', kind: "failed", minor: 1_500_50n },
  { from: '"status":"successful"', to: '"status":"cancelled"', kind: "cancelled", minor: 1_500_50n },
  { from: '"status":"successful"', to: '"status":"pending"', kind: "pending" },
  { from: '"status":"successful"', to: '"status":"Successful"', kind: "unreachable" },
  { from: '"status":"successful"', to: '"status":"succeeded"', kind: "unreachable" },
  { from: '"status":"successful"', to: '"status":"completed"', kind: "unreachable" },
  { from: '"status":"successful"', to: '"status":true', kind: "unreachable" },
  { from: '"status":"successful"', to: '"status":null', kind: "unreachable" },
  { from: '"status":"success"', to: '"status":"error"', kind: "unreachable" },
  { from: '"status":"success"', to: '"status":true', kind: "unreachable" },
  { from: reference, to: "EA10293847561028", kind: "unreachable" },
  { from: reference, to: "ea10293847561029", kind: "unreachable" },
  { from: `"${reference}"`, to: "10293847561029", kind: "unreachable" },
  { from: `"tx_ref":"${reference}",`, to: "", kind: "unreachable" },
  { from: '"flw_ref":"FLW-9f1"', to: '"flw_ref":"FLW-MOCK-9f1"', kind: "unreachable" },
  { from: '"flw_ref":"FLW-9f1"', to: '"flw_ref":"flw-mock-9f1"', kind: "unreachable" },
  { from: '"flw_ref":"FLW-9f1"', to: '"flw_ref":"FLW-M03K-9f1"', kind: "unreachable" },
  { from: '"flw_ref":"FLW-9f1"', to: '"flw_ref":"FLW-m03k-9f1"', kind: "unreachable" },
  { from: '"id":4411220', to: '"id":null', kind: "unreachable" },
  { from: '"id":4411220', to: '"id":9007199254740993', kind: "successful", minor: 1_500_50n },
  { from: '"currency":"NGN"', to: '"currency":"USD"', kind: "successful", minor: 1_500_50n, currency: "USD" },
  { from: '"currency":"NGN"', to: '"currency":"GHS"', kind: "successful", minor: 1_500_50n, currency: "GHS" },
  { from: '"currency":"NGN"', to: '"currency":null', kind: "unreachable" },
  { from: '"currency":"NGN",', to: "", kind: "unreachable" },
  { from: '"amount":1500.50', to: '"amount":1500', kind: "successful", minor: 1_500_00n },
  { from: '"amount":1500.50', to: '"amount":1400.50', kind: "successful", minor: 1_400_50n },
  { from: '"amount":1500.50', to: '"amount":1500.49', kind: "successful", minor: 1_500_49n },
  { from: '"amount":1500.50', to: '"amount":1500.5', kind: "successful", minor: 1_500_50n },
  { from: '"amount":1500.50', to: '"amount":"1500.50"', kind: "successful", minor: 1_500_50n },
  { from: '"amount":1500.50', to: '"amount":0.07', kind: "successful", minor: 7n },
  { from: '"amount":1500.50', to: '"amount":0', kind: "successful", minor: 0n },
  { from: '"amount":1500.50', to: '"amount":1999999999999.99', kind: "successful", minor: 199_999_999_999_999n },
  { from: '"amount":1500.50', to: '"amount":1500.505', kind: "unreachable" },
  { from: '"amount":1500.50', to: '"amount":1500.499999999', kind: "unreachable" },
  { from: '"amount":1500.50', to: '"amount":1.5005e3', kind: "unreachable" },
  { from: '"amount":1500.50', to: '"amount":-1500.50', kind: "unreachable" },
  { from: '"amount":1500.50', to: '"amount":"1,500.50"', kind: "unreachable" },
  { from: '"amount":1500.50', to: '"amount":"NGN 1500.50"', kind: "unreachable" },
  { from: '"amount":1500.50', to: '"amount":[1500.50]', kind: "unreachable" },
  { from: '"amount":1500.50', to: '"amount":{"value":1500.50}', kind: "unreachable" },
  { from: '"amount":1500.50', to: '"amount":null', kind: "unreachable" },
  { from: '"amount":1500.50,', to: "", kind: "unreachable" },
  { from: '"data":{', to: '"data":[{', kind: "unreachable" },
];
test.each(changes)("returns $kind if $from is $to [T-26]", async ({ from, to, kind, minor, currency = "NGN" }) => {
  expect(verified).toContain(from);
  server.respondWith(respondJson(200, verified.replace(from, to)));
  const word = await open().queryPayment(reference);
  expect(word.kind).toBe(kind);
  expect("paid" in word ? word.paid : undefined).toEqual(minor === undefined ? undefined : { currency, minor });
});

test.each(["FLW-MOCK-9f1", "FLW-M03K-9f1"])(
  "counts test money (%s) with a test key, never with a live key or in production [T-26]",
  async (mark) => {
    server.respondWith(respondJson(200, verified.replace("FLW-9f1", mark)));
    expect(await open("FLWSECK_TEST-key").queryPayment(reference)).toMatchObject({ kind: "successful" });
    expect(await open("FLWSECK-key").queryPayment(reference)).toEqual({ kind: "unreachable" });
    expect(await open("another-form-of-key", { rejectsTestMoney: true }).queryPayment(reference)).toEqual({
      kind: "unreachable",
    });
  },
);

/** A page of a list; `made` is the time of each row. */
const page = (rows: readonly object[], total_pages = 1) =>
  respondJson(200, {
    status: "success",
    meta: { page_info: { total: rows.length, current_page: 1, total_pages } },
    data: rows,
  });
const listed = (but: object = {}) => ({
  id: 4411220,
  tx_ref: reference,
  flw_ref: "FLW-9f1",
  amount: 1500.5,
  currency: "NGN",
  status: "successful",
  created_at: "2026-11-20T10:00:00.000Z",
  ...but,
});
async function listOf(day: string, ...responses: readonly ReturnType<typeof respondJson>[]) {
  const left = [...responses];
  server.respondWith((...call) => left.shift()?.(...call));
  const pages = [];
  for await (const one of open().listTransactions(day)) pages.push(one);
  return {
    transactions: pages.flatMap((one) => one.transactions),
    refunds: pages.flatMap((one) => one.refunds),
    unreadable: pages.flatMap((one) => one.unreadable ?? []),
  };
}

test("lists a day in Lagos page by page, then its refunds [R-05]", async () => {
  const refund = {
    id: 5501,
    amount_refunded: 20.25,
    status: "completed",
    flw_ref: "URF_1",
    comment: "",
    settlement_id: "NEW",
    meta: "{}",
    created_at: "2026-11-20T22:59:59Z",
    account_id: 20937,
    transaction_id: 4411220,
  };
  const from = server.requests.length;
  const found = await listOf(
    "2026-11-20",
    page([listed(), listed({ id: 2, created_at: "2026-11-19T23:00:00.000Z" })], 2),
    page([
      listed({ id: 3, created_at: "2026-11-19T22:59:59.999Z" }),
      listed({ id: 4, created_at: "2026-11-20T23:00:00.000Z" }),
      listed({ id: 5, status: "reversed", tx_ref: null }),
      listed({ id: 6, flw_ref: "FLW-MOCK-1" }),
      listed({ id: 7, flw_ref: "FLW-M03K-1" }),
    ]),
    page([
      refund,
      { ...refund, id: 5502, status: "failed" },
      { ...refund, id: 5503, created_at: "2026-11-20T23:00:00Z" },
    ]),
  );
  const madeAt = new Date("2026-11-20T10:00:00Z");
  const one = { providerId: "4411220", reference, currency: "NGN", minor: 1_500_50n, state: "successful", madeAt };
  expect(found).toEqual({
    transactions: [
      one,
      { ...one, providerId: "2", madeAt: new Date("2026-11-19T23:00:00Z") },
      { ...one, providerId: "5", state: "other", reference: "" },
    ],
    refunds: [{ providerId: "5501", of: "4411220", minor: 20_25n, madeAt: new Date("2026-11-20T22:59:59Z") }],
    unreadable: [],
  });
  expect(server.requests.slice(from).map(({ path }) => path)).toEqual([
    "/v3/transactions?from=2026-11-19&to=2026-11-20&page=1",
    "/v3/transactions?from=2026-11-19&to=2026-11-20&page=2",
    "/v3/refunds?from=2026-11-19&to=2026-11-20&page=1",
  ]);
});

test.each([{ transaction_id: 4411220 }, { TransactionId: 4411220 }, { tx_id: 4411220 }])(
  "reads which transaction a refund belongs to from %j [R-05]",
  async (named) => {
    const refund = { id: 5501, amount_refunded: 20, status: "completed-mpgs", created_at: "2026-11-20T10:00:00Z" };
    const found = await listOf("2026-11-20", page([]), page([{ ...refund, ...named }]));
    expect(found.refunds.map(({ of }) => of)).toEqual(["4411220"]);
    expect(found.unreadable).toEqual([]);
  },
);

test.each([
  { why: "fails", gives: respondJson(503, recorded("busy.json")) },
  { why: "is unauthorised", gives: respondJson(401, recorded("unauthorized.json")) },
  { why: "has an error with status 200", gives: respondJson(200, { status: "error", data: [] }) },
  { why: "has no number of pages", gives: respondJson(200, { status: "success", data: [] }) },
  { why: "is empty before the last page", gives: page([], 3) },
  { why: "has too many unreadable rows", gives: page(Array(21).fill(listed({ amount: null }))) },
  ...[{ id: null }, { id: "", amount: 1.005 }, { created_at: "today" }].map((but) => ({
    why: `has a row with ${JSON.stringify(but)}`,
    gives: page([listed(but)]),
  })),
])("rejects a list if one page $why [R-27 T-62]", async ({ gives }) => {
  await expect(listOf("2026-11-20", page([listed()], 2), gives, page([]))).rejects.toThrow(ListUnreadableError);
});

test.each([{ amount: null }, { amount: 1.005 }, { amount: -1 }, { currency: "naira" }])(
  "reports a row with %j as unreadable, only on its own day [R-05 R-27]",
  async (but) => {
    const bad = listed({ id: 7, ...but });
    const refund = { id: 5501, transaction_id: null, amount_refunded: 20, created_at: "2026-11-20T10:00:00Z" };
    const found = await listOf("2026-11-20", page([bad, listed()]), page([refund]));
    const madeAt = new Date("2026-11-20T10:00:00Z");
    expect(found.transactions.map(({ providerId }) => providerId)).toEqual(["4411220"]);
    expect(found.unreadable).toEqual([
      { what: "transaction", providerId: "7", reference, madeAt },
      { what: "refund", providerId: "5501", reference: "", madeAt },
    ]);
    const next = await listOf(
      "2026-11-21",
      page([bad, listed({ created_at: "2026-11-21T10:00:00Z" })]),
      page([refund]),
    );
    expect([next.transactions.length, next.refunds, next.unreadable]).toEqual([1, [], []]);
  },
);

const notice = recorded("notice.json");
test.each([
  { why: "the right hash", hash: secretHash, body: notice, reads: true },
  { why: "the right hash in the older shape", hash: secretHash, body: recorded("notice-older.json"), reads: true },
  { why: "no hash", hash: undefined, body: notice, reads: false },
  { why: "a wrong hash", hash: "a-notice-secret2", body: notice, reads: false },
  { why: "an empty hash", hash: "", body: notice, reads: false },
  { why: "two hashes", hash: [secretHash, secretHash], body: notice, reads: false },
  { why: "a body that is not JSON", hash: secretHash, body: "{", reads: false },
])("reads a webhook with $why: $reads [T-25]", ({ hash, body, reads }) => {
  const read = open().readNotice({ "verif-hash": hash }, Buffer.from(body));
  expect(read).toEqual(reads ? { kind: "charge", reference } : undefined);
});

test.each([
  { event: "transfer.completed", body: '{"event":"transfer.completed","data":{"id":33286,"reference":"payout-1"}}' },
  { event: "subscription.cancelled", body: '{"event":"subscription.cancelled","data":{"status":"deactivated"}}' },
  { event: "singlebillpayment.status", body: `{"event":"singlebillpayment.status","data":{"tx_ref":"${reference}"}}` },
  { event: "charge.no_reference", body: '{"event":"charge.completed","data":{"id":1}}' },
  { event: "charge.no_reference", body: '{"event":"charge.completed","data":{"tx_ref":{"$ne":1}}}' },
  { event: "test_mode", body: notice.replace("FLW-1", "FLW-MOCK-1") },
  { event: "test_mode", body: notice.replace("FLW-1", "FLW-M03K-1") },
  { event: "unknown", body: '{"data":{}}' },
  { event: "unknown", body: '{"Type":"DebitAuthorization","CardId":"e8a5"}' }, // a virtual card's webhook has its own shape
  { event: "unknown", body: `{"event":"ada@example.test 08031234567","data":{"tx_ref":"${reference}"}}` },
  { event: "unknown", body: "[]" },
])("reads an authentic webhook without a charge as $event [T-25]", ({ event, body }) => {
  const read = open().readNotice({ "verif-hash": secretHash }, Buffer.from(body));
  expect(read).toEqual({ kind: "other", event });
  expect(open().readNotice({ "verif-hash": "another" }, Buffer.from(body))).toBeUndefined();
});

test("accepts no webhook without a secret [T-25]", () => {
  const unset = flutterwave(line, { baseUrl: server.url, pageOrigin, secretKey: "k", secretHash: "" });
  expect(unset.readNotice({ "verif-hash": "" }, Buffer.from(notice))).toBeUndefined();
});
