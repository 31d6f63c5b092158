import { consentText } from "@idanimo/contract/request-status";
import { apiBase, type OutputOf } from "@idanimo/contract/operation";
import { downloads } from "@idanimo/contract/downloads";
import type { history } from "@idanimo/contract/history";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../../testing/app.ts";
import { FakeCompanies } from "../../../testing/fakes.ts";
import {
  requestConsent,
  buySearch,
  setClockRelativeTo,
  completeLookup,
  payPurchase,
  submitDecision,
} from "../../../testing/lookup-steps.ts";
import { parseCsv, displayedCell } from "../../../kernel/testing/parse-csv.ts";

let app: TestApp;
beforeAll(async () => void (app = await createTestApp({}, { sources: () => new FakeCompanies().sources })));
afterEach(async () => {
  await app.setClockOffset(0);
  await app.drainQueue();
  await app.checkInvariants();
});
afterAll(() => app.close());

const payer = () => app.user({ NGN: 100_000_00n });
const inApi = (address: string) => address.replace(apiBase, "");
const historyCsv = inApi(downloads.historyCsv());
const transactionsCsv = inApi(downloads.transactionsCsv());
const table = async (user: TestUser, path: string) => {
  const response = await user.get(path);
  expect(response.statusCode).toBe(200);
  return parseCsv(response.body);
};
type Page = Pick<OutputOf<typeof history>, "requests">;
const onPage = async (user: TestUser, query = "") =>
  (await user.get(`/user/matching-requests?size=100${query}`)).json<Page>().requests;
const erasedAt = "select expires_at as at from consents where request_id = $1";

test("history.csv has the cells and masks of the page, also after expiry [O-48 C-40 T-52]", async () => {
  const user = await payer();
  const [yes, no] = [await requestConsent(app, user), await requestConsent(app, user)];
  await requestConsent(app, user);
  await completeLookup(app, user, { kind: "not_found" });
  await submitDecision(app, yes.token, "grant");
  await submitDecision(app, no.token, "deny");
  await app.drainQueue();
  const other = await requestConsent(app, await payer());

  for (const instant of [-1, 0]) {
    await setClockRelativeTo(app, erasedAt, [yes.itemId], instant);
    const [head, ...rows] = await table(user, historyCsv);
    expect(head).toEqual(["Date (Lagos)", "Type", "Parameter", "Value", "Label", "Consent", "Status"]);
    const shown = await onPage(user);
    expect(rows.map((row) => row.slice(1).map(displayedCell))).toEqual(
      shown.map((row) => [row.type, row.searchParameter, row.searchValue, "", consentText(row), row.action]),
    );
    for (const [date] of rows) expect(date).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    const text = (await user.get(historyCsv)).body;
    expect(text.includes(yes.nin)).toBe(instant < 0);
    expect(text).not.toContain(no.nin);
    expect(text).not.toContain(other.nin);
  }
});

test("history.csv says Refunded, and no consent for a public register [O-48 DASH-15]", async () => {
  const user = await payer();
  await completeLookup(app, user, { kind: "failed", why: "x" });
  await payPurchase(user, await buySearch(app, user, { rc: "1234567" }));
  await app.drainQueue();
  const rows = (await table(user, historyCsv)).slice(1).map((row) => row.slice(2).map(displayedCell));
  expect(rows).toEqual([
    ["RC NUMBER", "1234567", "", "", "View Result"],
    ["NIN", expect.stringMatching(/^\*{9}\d\d$/), "", "", "Refunded"],
  ]);
});

test("transactions.csv lists the owner's transactions as the page does [API-23 DASH-16]", async () => {
  const user = await payer();
  await completeLookup(app, user, { kind: "failed", why: "x" });
  const reference = await app.startPayment(user, { currency: "NGN", minor: 2_000_00n });
  await app.owner.query("update payments set state = 'failed' where reference = $1", [reference]);
  await completeLookup(app, await payer(), { kind: "not_found" });
  const [head, ...rows] = await table(user, transactionsCsv);
  const columns = [
    "Date (Lagos)",
    "Transaction",
    "Type",
    "Paid with",
    "Amount",
    "In",
    "Out",
    "Currency",
    "Outcome",
    "What",
    "Label",
  ];
  expect(head).toEqual(columns);
  type Log = {
    readonly transactions: readonly { readonly transactionID: string; readonly amount: number }[];
    readonly next: string | null;
  };
  const { transactions } = (await user.get("/transaction/payment-history")).json<Log>();
  expect(rows.map(([, id, , , amount]) => [id, Number(amount)])).toEqual(
    transactions.map(({ transactionID, amount }) => [transactionID, amount]),
  );
  const one: Log["transactions"][number][] = [];
  for (let after: string | null = ""; after !== null;) {
    const page: Log = (await user.get(`/transaction/payment-history?size=1${after && `&after=${after}`}`)).json<Log>();
    one.push(...page.transactions);
    after = page.next;
  }
  expect(one).toEqual(transactions);
  expect(rows.map(([, , type, , , , , currency, outcome]) => [type, currency, outcome])).toEqual([
    ["Top-up", "NGN", "Not successful"],
    ["Refund", "NGN", "Successful"],
    ["Verification", "NGN", "Successful"],
  ]);
});

describe("exports longer than one batch, in a database without its constraints", () => {
  const count = 2_345;
  let stuffed: TestApp;
  let user: TestUser;
  beforeAll(async () => {
    stuffed = await createTestApp();
    user = await stuffed.user();
    const client = await stuffed.owner.connect();
    await client.query("begin; set local session_replication_role = replica");
    await client.query(
      "create temp table made on commit drop as select gen_random_uuid() as id, n from generate_series(1, 2345) n",
    );
    // many rows share a timestamp, so that a batch ends among equal ones
    const at = "date_trunc('hour', now()) - make_interval(mins => n / 700)";
    for (const text of [
      `insert into purchases (id, session_code, transaction_id, owner_id, state, currency, price_minor, tax_minor, rate_minor, quote, quote_ends_at, paid_at, payment_type)
       select id, 'csv' || n, 'EA' || lpad(n::text, 14, '0'), $1, 'completed', 'NGN', n, 0, 1, '[]', now(), ${at}, 'WALLET' from made`,
      `insert into purchase_items (id, purchase_id, owner_id, position, search_type, price_minor, tax_minor, state, outcome, created_at)
       select id, id, $1, 0, case when n % 10 = 0 then 'vin' else 'rc' end, n, 0, 'closed', 'NO_DATA', ${at} from made`,
      `insert into verification_requests (id, owner_id, search_type, retention_class, value_masked)
       select id, $1, 'rc', 'register', '=' || n from made`,
    ])
      await client.query(text, [user.id]);
    await client.query("commit");
    client.release();
  });
  afterAll(() => stuffed.close());

  test("contain every row once, newest first, and no formula [T-59 O-48]", async () => {
    const rows = (await table(user, historyCsv)).slice(1);
    expect(new Set(rows.map(([, , , value]) => value)).size).toBe(count);
    expect(rows.every(([, , , value]) => value?.startsWith("'="))).toBe(true);
    const dates = rows.map(([date]) => date ?? "");
    expect(dates).toEqual(dates.toSorted().reverse());
    const moves = (await table(user, transactionsCsv)).slice(1);
    expect(new Set(moves.map(([, id]) => id)).size).toBe(count);
  });

  test("contain only one kind of request if filtered [DASH-05]", async () => {
    const rows = (await table(user, inApi(downloads.historyCsv({ type: "VIN" })))).slice(1);
    expect(rows).toHaveLength(Math.floor(count / 10));
    expect(rows.every(([, , parameter]) => parameter === "VIN")).toBe(true);
  });
});

describe.each([
  ["history", historyCsv, "downloaded_history"],
  ["transactions", transactionsCsv, "downloaded_transactions"],
])("the %s download", (name, path, action) => {
  test("is a no-store attachment and leaves an audit row without values [T-59 T-60]", async () => {
    const user = await payer();
    const bought = await requestConsent(app, user);
    const response = await user.get(path);
    expect(response.headers).toMatchObject({
      "content-type": "text/csv; charset=utf-8",
      "cache-control": "no-store",
      "content-disposition": `attachment; filename="Idanimo-${name}.csv"`,
    });
    const { rows } = await app.owner.query<{ row: string }>(
      "select to_jsonb(l)::text as row from audit_log l where actor_id = $1 and action = $2",
      [user.id, action],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]?.row).not.toContain(bought.nin);
  });

  test("does not extend the session, and redirects to sign-in when signed out [T-10]", async () => {
    const user = await app.user();
    await app.owner.query(
      "update sign_ins set kind = 'cookie', seen_at = product_now() - interval '5 minutes' where user_id = $1",
      [user.id],
    );
    const seen = async () =>
      (await app.owner.query<{ at: Date }>("select seen_at as at from sign_ins where user_id = $1", [user.id])).rows;
    const before = await seen();
    expect((await user.get(path)).statusCode).toBe(200);
    expect(await seen()).toEqual(before);
    const page = await app.app.inject({ url: apiBase + path, headers: { accept: "text/html" } });
    expect([page.statusCode, page.headers.location]).toEqual([303, "/login"]);
    expect((await app.app.inject({ url: apiBase + path })).statusCode).toBe(401);
  });

  test("rejects cross-site requests and more than ten in ten minutes [T-67 T-72]", async () => {
    const user = await app.user();
    const behindBack = await app.app.inject({
      url: apiBase + path,
      headers: { authorization: `Bearer ${user.token}`, "sec-fetch-site": "cross-site", "sec-fetch-dest": "image" },
    });
    expect(behindBack.statusCode).toBe(403);
    const statuses: number[] = [];
    for (let time = 0; time < 11; time += 1) statuses.push((await user.get(path)).statusCode);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
  });
});

test.each([
  ["type=Anything", "type"],
  ["q=vin", "q"],
  ["type=NIN&type=VIN", "type"],
])("history.csv rejects ?%s and names the field %s [T-72]", async (query, field) => {
  const response = await (await app.user()).get(`${historyCsv}?${query}`);
  expect(response.statusCode).toBe(400);
  expect(Object.keys(response.json<{ fields: object }>().fields)).toEqual([field]);
});
