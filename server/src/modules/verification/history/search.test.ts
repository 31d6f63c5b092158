import { randomUUID } from "node:crypto";
import { catalogueRowOf, searchTypes } from "@idanimo/contract/catalogue";
import { parseDays } from "@idanimo/contract/parse-days";
import { consentTexts, historyStatuses } from "@idanimo/contract/request-status";
import { matchesSearch, interpretSearch } from "@idanimo/contract/history-search";
import * as texts from "@idanimo/contract/texts";
import { historyFilters } from "@idanimo/contract/history";
import type { Outcome } from "@idanimo/contract/verification-states";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../../testing/app.ts";
import { listingsOf } from "./listings.ts";

/** A history of every search type and status over two years, inserted directly into the tables. */

type ShownRow = {
  readonly id: string;
  readonly insertionDate: string;
  readonly type: string;
  readonly searchType: (typeof searchTypes)[number];
  readonly searchParameter: string;
  readonly searchValue: string;
  readonly consent: string;
  readonly status: string;
  readonly action: string;
  readonly outcome: Outcome | null;
};
type Page = { readonly requests: readonly ShownRow[]; readonly totalCount: number; readonly next: string | null };

let app: TestApp;
let user: TestUser;
let all: readonly ShownRow[];
beforeAll(async () => {
  app = await createTestApp();
  user = await app.user();
  const other = await app.user();
  for (const owner of [user, other]) await makeRows(owner);
  all = (await pages(user, { size: 100 })).flat();
  expect(all).toHaveLength(rowsEach * 2);
});
afterAll(() => app.close());

const kinds = searchTypes.filter((type) => type !== "bulk_nin"); // its lines are listed as NINs
const places = listingsOf(kinds);
/** Each listing has one row in time and one overdue, spread over the months. */
const rowsEach = places.length;

async function makeRows({ id }: TestUser): Promise<void> {
  for (const late of [false, true]) {
    const made = places.map(({ type, as }, at) => {
      const asks = catalogueRowOf(type).consent;
      const delivered = as === "DELIVERED" || as === "EXPIRED" || as === "WITHDRAWN";
      const over = late || as === "EXPIRED" || as === "WITHDRAWN";
      const consents: Readonly<Record<string, string>> = {
        WAITING: "pending",
        DELIVERED: "granted",
        EXPIRED: "granted",
        NO_DATA: "no_data_found",
        DENIED: "denied",
      };
      return {
        id: randomUUID(),
        type,
        state: as === "WAITING" ? "awaiting_consent" : "closed",
        outcome: as === "WAITING" ? null : delivered ? "DELIVERED" : as,
        over: as === "EXPIRED" || as === "WITHDRAWN" ? as : null,
        days: at * 5 + (late ? 2 : 0),
        due: over ? "1 hour ago" : "1 hour",
        purged: as === "EXPIRED" ? "now" : null,
        consent: asks ? (consents[as] ?? "terminated") : null,
      };
    });
    const client = await app.owner.connect();
    await client.query("begin; set local session_replication_role = replica");
    const rows =
      "json_to_recordset($2::json) as m (id uuid, type text, state text, outcome text, over text, days int, due interval, purged timestamptz, consent text)";
    for (const text of [
      `insert into purchase_items (id, purchase_id, owner_id, position, search_type, price_minor, tax_minor, state, outcome, record_ended, created_at)
       select id, id, $1, 0, type, 1, 0, state, outcome, over, now() - make_interval(days => days) from ${rows}`,
      `insert into verification_requests (id, owner_id, search_type, retention_class, value_masked, purge_due_at, purged_at)
       select id, $1, type, 'person', '***42', now() + due, purged from ${rows}`,
      `insert into consents (request_id, owner_id, search_type, retention_class, purpose_code, state, asked_at, deadline, decided_at, expires_at)
       select id, $1, type, 'person', 'employment', consent, now(), now() + due, now(), case when outcome = 'DELIVERED' then now() + due end from ${rows} where consent is not null`,
    ])
      await client.query(text, [id, JSON.stringify(made)]);
    await client.query("commit");
    client.release();
  }
}

/** All pages of a search, following `next`. */
async function pages(of: TestUser, narrowing: object, size = 100): Promise<ShownRow[][]> {
  const found: ShownRow[][] = [];
  for (let after: string | undefined; ;) {
    const response = await of.post("/user/matching-requests", {
      size,
      ...narrowing,
      ...(after !== undefined && { after }),
    });
    expect(response.statusCode).toBe(200);
    const page = response.json<Page>();
    found.push([...page.requests]);
    if (page.next === null) return found;
    after = page.next;
  }
}
const find = async (narrowing: object) => (await pages(user, narrowing)).flat().map(({ id }) => id);

/** The text of a row as shown to the user. */
const saysOf = (row: ShownRow) => {
  const { consent, status } = consentTexts(row);
  return [row.type, row.searchParameter, catalogueRowOf(row.searchType).label, consent, status, row.action]
    .join(" ")
    .toLowerCase();
};
const reads = (row: ShownRow, typed: string) =>
  typed
    .toLowerCase()
    .split(" ")
    .every((word) => saysOf(row).includes(word));

const words = [
  ...kinds.flatMap((type) => [
    catalogueRowOf(type).label,
    catalogueRowOf(type).historyType,
    catalogueRowOf(type).searchParameter,
  ]),
  texts.rowViewResult,
  texts.rowExpired,
  texts.awaitingConsent,
  texts.consentDenied,
  texts.rowNoData,
  texts.rowRefunded,
  texts.rowCancelled,
  "granted",
  "pending",
  "denied",
  "terminated",
  "vin expired",
  "view",
  "profile",
  "e",
  "xpir",
];

// Covers: DASH-04
describe("history search by words [DASH-07 C-40 F-11]", () => {
  test.each([...new Set(words)])("finds exactly the rows that say %s", async (word) => {
    for (const typed of [word, word.toUpperCase(), ` ${word.slice(1).trim()} `]) {
      const expected = all.filter((row) => reads(row, typed.trim())).map(({ id }) => id);
      if (typed === word) expect(expected.length).toBeGreaterThan(0);
      expect(await find({ q: typed })).toEqual(expected);
    }
  });
});

test.each(["vin", "nin"] as const)(
  "a delivered %s reads as a result until it expires, purged or not [DASH-14 T-52]",
  (type) => {
    const delivered = all.filter((row) => row.searchType === type && row.outcome === "DELIVERED");
    const inTime = delivered.filter(({ action }) => action === texts.rowViewResult);
    expect(inTime).toHaveLength(1);
    expect(delivered.filter(({ action }) => action === texts.rowExpired)).toHaveLength(delivered.length - 1);
  },
);

test.each(historyFilters)("combines the filter %s with a word [DASH-05 API-22]", async (type) => {
  const ofType = all.filter((row) => row.searchParameter === type);
  expect(ofType.length).toBeGreaterThan(0);
  expect(await find({ type })).toEqual(ofType.map(({ id }) => id));
  for (const q of ["expired", "refunded", String(new Date().getUTCFullYear())]) {
    const days = parseDays(q, new Date())[0];
    const fits = (row: ShownRow) =>
      days ? row.insertionDate >= days.from && row.insertionDate < days.to : reads(row, q);
    expect(await find({ type, q })).toEqual(ofType.filter(fits).map(({ id }) => id));
  }
});

test.each(historyStatuses)("filters by the status %s [DASH-14]", async (status) => {
  const expected = all.filter(({ action }) => action === status).map(({ id }) => id);
  expect(expected.length).toBeGreaterThan(0);
  expect(await find({ status })).toEqual(expected);
});

const dayOf = (row: ShownRow, options: Intl.DateTimeFormatOptions, locale = "en-US") =>
  new Intl.DateTimeFormat(locale, { timeZone: "Africa/Lagos", ...options }).format(new Date(row.insertionDate));
const long = { year: "numeric", month: "long", day: "numeric" } as const;
test.each<[string, Intl.DateTimeFormatOptions, string?]>([
  ["a day in the page's format", long],
  ["a day in a form's format", { year: "numeric", month: "2-digit", day: "2-digit" }, "en-GB"],
  ["an ISO day", { year: "numeric", month: "2-digit", day: "2-digit" }, "sv-SE"],
  ["a month", { year: "numeric", month: "long" }],
  ["a year", { year: "numeric" }],
  ["a day of any year", { month: "short", day: "numeric" }],
])("finds the rows of %s in Lagos time [DASH-04]", async (_what, ...options) => {
  for (const row of [all[0], all[Math.floor(all.length / 2)], all.at(-1)]) {
    if (!row) throw new Error("no row found");
    const q = dayOf(row, ...options);
    const expected = all.filter((one) => dayOf(one, ...options) === q).map(({ id }) => id);
    expect(await find({ q })).toEqual(expected);
    expect(await find({ q: q.toLowerCase().replace(",", "") })).toEqual(expected);
  }
});

describe("history search by words and days, compared with the page's own [DASH-04 DASH-07]", () => {
  const month = (row: ShownRow) => dayOf(row, { year: "numeric", month: "long" });
  const oldest = (fits: (row: ShownRow) => boolean): ShownRow => {
    const found = all.findLast(fits);
    if (!found) throw new Error("no matching row");
    return found;
  };
  const isExpired = (row: ShownRow) => row.action === texts.rowExpired;
  test.each<[string, () => string]>([
    ["a type in a month", () => `nin ${month(oldest((row) => row.searchType === "nin"))}`],
    ["a month, then a type", () => `${month(oldest((row) => row.searchType === "rc"))} rc`],
    ["a status in a year", () => `${dayOf(oldest(isExpired), { year: "numeric" })} expired`],
    [
      "a type and a status in a month of any year",
      () =>
        `vin expired ${dayOf(
          oldest((row) => row.searchType === "vin" && isExpired(row)),
          { month: "short" },
        )}`,
    ],
    [
      "a status that ends at expiry, on a day",
      () =>
        `view result ${dayOf(
          oldest((row) => row.action === texts.rowViewResult),
          long,
        )}`,
    ],
    ["a word of every row in a month", () => `e ${month(oldest(() => true))}`],
  ])("finds %s", async (_what, typed) => {
    const q = typed();
    const expected = all.filter((row) => matchesSearch(row, interpretSearch(q, new Date()))).map(({ id }) => id);
    expect(expected.length).toBeGreaterThan(0);
    expect(expected.length).toBeLessThan(all.length / 2);
    expect(await find({ q })).toEqual(expected);
    for (const type of ["NIN", "VIN"]) {
      const ofType = all.filter((row) => row.searchParameter === type && expected.includes(row.id));
      expect(await find({ q, type })).toEqual(ofType.map(({ id }) => id));
    }
  });
});

test("pages by `next`, ten rows by default, with unchanged totals [API-22 CONST-16]", async () => {
  const expected = all.filter((row) => reads(row, "expired")).map(({ id }) => id);
  for (const size of [1, 7, 100]) {
    const found = await pages(user, { q: "expired" }, size);
    expect(found.flat().map(({ id }) => id)).toEqual(expected);
    if (found.length > 1) expect(found[0]).toHaveLength(size);
  }
  const first = (await user.get("/user/matching-requests?q=expired&page=0")).json<Page>();
  expect(first.requests.map(({ id }) => id)).toEqual(expected.slice(0, 10));
  expect(first.totalCount).toBe((await user.get("/user/matching-requests")).json<Page>().totalCount);
});

test.each([
  "no row contains this sentence",
  "' or 1=1 --",
  "%",
  "_________",
  "\\",
  "31 february 2026",
  "2026-13-01",
  "x".repeat(200),
  "٢٠٢٦",
])("finds nothing for %j [T-72]", async (q) => {
  expect(await find({ q })).toEqual([]);
});
test.each([
  [{ q: "x".repeat(201) }, "q"],
  [{ q: 5 }, "q"],
  [{ q: "nin\u0000" }, "q"],
  [{ q: "nin", page: 101 }, "page"],
  [{ q: "nin", page: 1 }, "page"],
  [{ q: "nin", size: 101 }, "size"],
  [{ type: "Anything" }, "type"],
])("rejects %j and names the field [T-72]", async (input, field) => {
  const response = await user.post("/user/matching-requests", input);
  expect(response.statusCode).toBe(400);
  expect(Object.keys(response.json<{ fields: object }>().fields)).toEqual([field]);
});
