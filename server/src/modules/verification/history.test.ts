import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../testing/app.ts";
import { requestConsent, completeLookup, payPurchase, submitDecision } from "../../testing/lookup-steps.ts";
import { recordStatements } from "../../testing/statements.ts";

let app: TestApp;
beforeAll(async () => void (app = await createTestApp()));
afterEach(async () => {
  await app.setClockOffset(0);
  await app.drainQueue();
  await app.checkInvariants();
});
afterAll(() => app.close());

type Page = {
  readonly requests: readonly {
    readonly id: string;
    readonly insertionDate: string;
    readonly action: string;
    readonly searchValue: string;
    readonly type: string;
  }[];
  readonly totalCount: number;
  readonly totalSuccessfulCount: number;
  readonly totalUnsuccessfulCount: number;
  readonly next: string | null;
};
const payer = () => app.user({ NGN: 100_000_00n });
const list = async (user: TestUser, query = "") => (await user.get(`/user/matching-requests${query}`)).json<Page>();

/** Creates ended requests, some of them with the same timestamp. */
async function requests(user: TestUser, count: number): Promise<void> {
  for (let at = 0; at < count; at += 1) await completeLookup(app, user, { kind: "not_found" });
  await app.owner.query(`update purchase_items set created_at = date_trunc('minute', created_at) where owner_id = $1`, [
    user.id,
  ]);
}

test("pages through every row once, newest first, while rows are added [API-22 DASH-06]", async () => {
  const user = await payer();
  await requests(user, 13);
  const all = (await list(user, "?size=100")).requests;
  expect(all).toHaveLength(13);
  expect(all.map((row) => row.insertionDate)).toEqual(
    all
      .map((row) => row.insertionDate)
      .toSorted()
      .reverse(),
  );
  const seen: string[] = [];
  let after: string | null = "";
  while (after !== null) {
    const page: Page = await list(user, `?size=4${after && `&after=${after}`}`);
    expect(page.requests.length).toBeLessThanOrEqual(4);
    expect(page.totalCount).toBeGreaterThanOrEqual(13);
    seen.push(...page.requests.map((row) => row.id));
    after = page.next;
    if (seen.length === 4) await completeLookup(app, user, { kind: "not_found" }); // a row added while paging
  }
  expect(seen).toEqual(all.map((row) => row.id));
  const byPages = [0, 1, 2, 3].map((page) => list(user, `?size=4&page=${page}`));
  expect((await Promise.all(byPages)).flatMap((page) => page.requests)).toHaveLength(14);
});

test("returns ten rows by default and no `next` on the last page", async () => {
  const user = await payer();
  await requests(user, 11);
  const first = await list(user);
  expect([first.requests.length, first.next === null]).toEqual([10, false]);
  const last = await list(user, `?after=${first.next}`);
  expect([last.requests.length, last.next]).toEqual([1, null]);
  expect((await list(user, "?size=11")).next).toBeNull();
});

test.each([
  ["page=-1", 400],
  ["page=101", 400],
  ["page=1e9", 400],
  ["page=1.5", 400],
  ["page=99", 200],
  ["size=0", 400],
  ["size=-1", 400],
  ["size=1000000", 400],
  ["size=101", 400],
  ["type=Anything", 400],
  ["type=NIN%27%20or%20true--", 400],
  ["owner=other", 400],
  [`after=${"A".repeat(201)}`, 400],
  ["after=nonsense", 200],
])("responds to ?%s with %i [T-72]", async (query, status) => {
  const user = await payer();
  expect((await user.get(`/user/matching-requests?${query}`)).statusCode).toBe(status);
});

test.each([
  "9999-99-99 99:99:99+00|00000000-0000-4000-8000-000000000000",
  "2026-01-01 00:00:00+00|------------------------------------",
  "+++++++++++++++++++|00000000-0000-4000-8000-000000000000",
  "2026-02-31 00:00:00+00|00000000-0000-4000-8000-000000000000",
  "2026-01-01 00:00:00+99|00000000-0000-4000-8000-000000000000",
  "2026-01-01 00:00:00+00|' or true --",
])("responds without an error to the cursor %s [T-72]", async (place) => {
  const user = await payer();
  const after = Buffer.from(place).toString("base64url");
  expect((await user.get(`/user/matching-requests?after=${after}`)).statusCode).toBe(200);
  expect((await user.get(`/transaction/payment-history?after=${after}`)).statusCode).toBe(200);
});

test("filters one kind and leaves the totals unchanged [DASH-05]", async () => {
  const user = await payer();
  await requests(user, 2);
  expect(await list(user, "?type=NIN")).toMatchObject({
    totalCount: 2,
    requests: [{ type: "Basic Profile" }, { type: "Basic Profile" }],
  });
  expect(await list(user, "?type=VIN")).toMatchObject({ totalCount: 2, requests: [], next: null });
});

test("counts and labels each request through its lifecycle [DASH-02 DASH-13 DASH-14]", async () => {
  const user = await payer();
  const counts = async () => {
    const page = await list(user);
    return [
      page.totalCount,
      page.totalSuccessfulCount,
      page.totalUnsuccessfulCount,
      page.requests.map((row) => row.action),
    ];
  };
  const bought = await app.purchase(user);
  expect(await counts()).toEqual([0, 0, 0, []]);
  app.providers.personRecords.respondTo(bought.nin, { kind: "not_found" });
  await payPurchase(user, bought);
  expect(await counts()).toEqual([0, 0, 0, []]);
  await app.drainQueue();
  expect(await counts()).toEqual([1, 0, 1, ["No Data Found"]]);
  const yes = await requestConsent(app, user);
  expect(await counts()).toEqual([2, 0, 1, ["Awaiting Consent", "No Data Found"]]);
  await submitDecision(app, yes.token, "grant");
  expect(await counts()).toEqual([2, 1, 1, ["View Result", "No Data Found"]]);
  const no = await requestConsent(app, user);
  await submitDecision(app, no.token, "deny");
  expect(await counts()).toEqual([3, 1, 2, ["Consent Denied", "View Result", "No Data Found"]]);
  await submitDecision(app, yes.token, "withdraw");
  expect(await counts()).toEqual([3, 1, 2, ["Consent Denied", "Expired", "No Data Found"]]);
  await completeLookup(app, user, { kind: "failed", why: "x" });
  expect((await counts()).slice(0, 3)).toEqual([4, 1, 3]);
});

test.each([
  ["the complete history", {}],
  ["a search", { q: "no data" }],
])("runs %s as one statement after authentication [G-F6]", async (_what, narrowing) => {
  const user = await payer();
  await requests(user, 2);
  let page: Page | undefined;
  const statements = await recordStatements(/sign_ins|history_|begin|commit|set local/, async () => {
    page = (await user.post("/user/matching-requests", narrowing)).json<Page>();
  });
  expect(page?.requests).toHaveLength(2);
  expect(statements).toEqual([expect.stringContaining("sign_ins"), expect.stringContaining("history_")]);
});
