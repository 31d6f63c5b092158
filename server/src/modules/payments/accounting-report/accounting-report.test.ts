import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { useSnapshot } from "../../../database/database.ts";
import { parsePdf } from "../../../documents/testing/parse-pdf.ts";
import { randomIds } from "../../../kernel/ids.ts";
import { createTestApp, type TestApp, type TestUser } from "../../../testing/app.ts";
import { runCommand } from "../../operators/index.ts";
import { findImbalances, findAccountLine } from "./rules.ts";
import { readAccountingReport } from "./store.ts";
import { writeAccountingReport } from "./write-report.ts";

/** The accounting report balances after any postings, and reports imbalances. */

let app: TestApp;
let folder: string;
let user: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  folder = await mkdtemp(join(tmpdir(), "idanimo-books-"));
});
beforeEach(async () => void (user = await app.user()));
afterEach(() => app.checkInvariants());
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

const runAccountingReport = (...args: readonly string[]) =>
  runCommand({ owner: app.owner, db: app.db, keys: app.keys, ids: randomIds, sources: [] }, "books", args);
const readReport = (from: string, to: string) =>
  app.db.transaction("system", async (tx) => {
    await useSnapshot(tx);
    return readAccountingReport(tx, { from, to });
  });

type Posting = { reason: string; from: string; to: string; currency: "NGN" | "USD"; minor: number; hour: number };
/** Transfers that are possible; the wallet always has enough. */
const ways = [
  ["TOPUP", "provider_cash", "wallet"],
  ["VERIFICATION", "provider_cash", "revenue"],
  ["VERIFICATION", "provider_cash", "tax"],
  ["REFUND", "revenue", "wallet"],
  ["REFUND", "tax", "wallet"],
  ["ADJUSTMENT", "adjustments", "wallet"],
] as const;
const posting = fc.record({
  way: fc.constantFrom(...ways),
  currency: fc.constantFrom("NGN" as const, "USD" as const),
  minor: fc.integer({ min: 1, max: 1_000_000_00 }),
  // midnight belongs to the day that begins
  hour: fc.oneof(
    fc.integer({ min: 0, max: 30 * 24 }),
    fc.integer({ min: 0, max: 30 }).map((day) => day * 24),
  ),
});
/** Posts in March 2025, Lagos time. Each run has its own wallets; the postings of all runs add up. */
const post = ({ reason, from, to, currency, minor, hour }: Posting) =>
  app.owner.query(
    `insert into ledger_transfers (id, key, leg, from_account, to_account, currency, amount_minor, reason, created_at)
     select $1::uuid, 'adjustment:books:' || $1, 1, f.id, g.id, $4, $5, $6, '2025-03-01 00:00+01'::timestamptz + make_interval(hours => $7)
     from ledger_accounts f, ledger_accounts g
     where f.currency = $4 and g.currency = $4 and f.kind = $2 and g.kind = $3
       and coalesce(f.owner_id, $8) = $8 and coalesce(g.owner_id, $8) = $8`,
    [randomIds.rowId(), from, to, currency, minor, reason, hour, user.id],
  );

const runs = Number(process.env["BOOKS_RUNS"] ?? 10);
const dayOf = (hour: number) => Math.floor(hour / 24);
const iso = (day: number) => new Date(Date.UTC(2025, 2, 1 + day)).toISOString().slice(0, 10);

test(
  "every closing is the exact sum of all postings up to it [R-05 R-11]",
  async () => {
    const all: Posting[] = [];
    await fc.assert(
      fc.asyncProperty(
        fc.array(posting, { maxLength: 12 }),
        fc.tuple(fc.integer({ min: -1, max: 31 }), fc.integer({ min: 0, max: 10 })),
        async (made, [first, more]) => {
          for (const { way, ...rest } of made) {
            const one = { ...rest, reason: way[0], from: way[1], to: way[2] };
            await post(one);
            all.push(one);
          }
          const report = await readReport(iso(first), iso(first + more));
          for (const currency of ["NGN", "USD"] as const) {
            expect(findImbalances(report, currency)).toEqual([]);
            for (const kind of ["provider_cash", "wallet", "revenue", "tax", "adjustments"] as const) {
              const sign = kind === "provider_cash" ? -1n : 1n;
              const sumOf = (some: readonly Posting[]) =>
                some.reduce(
                  (sum, one) =>
                    sum +
                    (one.to === kind ? sign : 0n) * BigInt(one.minor) -
                    (one.from === kind ? sign : 0n) * BigInt(one.minor),
                  0n,
                );
              const own = all.filter((one) => one.currency === currency);
              const line = findAccountLine(report, currency, kind);
              expect(line.opening).toBe(sumOf(own.filter(({ hour }) => dayOf(hour) < first)));
              expect(line.closing).toBe(sumOf(own.filter(({ hour }) => dayOf(hour) <= first + more)));
            }
          }
        },
      ),
      { numRuns: runs },
    );
    await app.owner.query(
      "alter table ledger_transfers disable trigger user; delete from ledger_transfers where created_at < '2026-01-01'",
    );
    await app.owner.query(
      "update ledger_accounts set balance_minor = 0 where kind = 'wallet'; alter table ledger_transfers enable trigger user",
    );
  },
  60_000 + runs * 2_000,
);

test("reports a month without movements [R-05]", async () => {
  const written = await writeAccountingReport(app.db, { from: "2024-02-01", to: "2024-02-29" }, folder);
  expect(written.imbalances).toEqual([]);
  const { spokenText: heard } = parsePdf(await readFile(join(folder, "books-2024-02-01-to-2024-02-29.pdf")));
  expect(heard).toContain("No movements in naira in this period.");
  expect(heard).toContain("No movements in us dollars in this period.");
  expect(await readFile(join(folder, "every-account-2024-02-01-to-2024-02-29.csv"), "utf8")).toBe(
    '\ufeff"Account","Kind","Currency","Opening","In","Out","Closing"\r\n',
  );
});

test("reports both currencies without personal data [R-05]", async () => {
  const rich = await app.user();
  for (const amount of [
    { currency: "NGN", minor: 10_000_00n },
    { currency: "USD", minor: 20_00n },
  ] as const) {
    const reference = await app.startPayment(rich, amount);
    app.providers.cardPayments.reportPaid(reference);
    await rich.get(`/payment/check?transactionRef=${reference}`);
  }
  for (const ends of [{ kind: "not_found" }, { kind: "failed", why: "http_500" }] as const) {
    const { nin, sessionCode, transactionID, amount } = await app.purchase(rich);
    app.providers.personRecords.respondTo(nin, ends);
    await rich.post("/transaction/wallet-payment", { sessionCode, transactionID, amount });
  }
  const aside = await app.startPayment(rich, { currency: "NGN", minor: 5_000_00n });
  app.providers.cardPayments.reportPaid(aside, { currency: "NGN", minor: 4_000_00n });
  await rich.get(`/payment/check?transactionRef=${aside}`);
  await app.drainQueue();

  const today = new Date(Date.now() + 3_600_000).toISOString().slice(0, 10);
  const { lines, isWell } = await runAccountingReport(
    "--from",
    `${today.slice(0, 7)}-01`,
    "--to",
    today,
    "--out",
    folder,
  );
  expect(isWell).toBe(true);
  const message = lines.join("\n");
  expect(message).toMatch(/Customers' wallets \(NGN\) +₦0.00 +₦10,588.00 +₦1,176.00 +₦9,412.00/);
  expect(message).toMatch(/Cash with the provider \(USD\) +\$0.00 +\$20.00 +\$0.00 +\$20.00/);
  const file = (name: string, ending: string) => join(folder, `${name}-${today.slice(0, 7)}-01-to-${today}.${ending}`);
  const pdf = await readFile(file("books", "pdf"));
  const { spokenText: heard } = parsePdf(pdf);
  for (const words of [
    "Top-ups Cash with the provider Customers' wallets 1 ₦10,000.00",
    "Lookups charged Customers' wallets Revenue 2 ₦1,000.00",
    "Tax and charges refunded Tax and charges Customers' wallets 1 ₦88.00",
    "Quarantined: received, but not as requested (1) ₦4,000.00",
    "The accounts balance:",
  ])
    expect(heard).toContain(words);
  expect(heard).not.toContain("do not balance");
  const details = await readFile(file("every-account", "csv"), "utf8");
  expect(details).toContain('"Customers\' wallets","NGN",0,10588,1176,9412');
  const movements = await readFile(file("movements", "csv"), "utf8");
  const accounts = await readFile(file("accounts", "csv"), "utf8");
  expect(accounts).toContain('"NGN","Cash with the provider",0,10000,0,10000');
  for (const text of [details, movements, accounts]) expect(text).not.toMatch(/"'?-?\d+(?:\.\d+)?"/);
  for (const text of [heard, details, movements])
    for (const personal of [rich.email, rich.id, "Ada", "Obi"]) expect(text).not.toContain(personal);
});

test("reports an imbalance and fails the command [R-05]", async () => {
  await app.user({ NGN: 100_00n });
  await app.owner.query(
    "update ledger_accounts set balance_minor = balance_minor + 1 where kind = 'wallet' and balance_minor > 0",
  );
  const { lines, isWell } = await runAccountingReport("--from", "2026-01-01", "--to", "2026-12-31", "--out", folder);
  await app.owner.query(
    "update ledger_accounts set balance_minor = balance_minor - 1 where kind = 'wallet' and balance_minor > 0",
  );
  expect(isWell).toBe(false);
  expect(lines.join("\n")).toContain("Does not balance: NGN wallet: the stored balances differ from the transfers");
});

test.each([
  { args: [], says: "--from must be the first day" },
  { args: ["--from", "2026-11-31"], says: "--from must be the first day" },
  { args: ["--from", "2026-01-01"], says: "--to must be the last day" },
  { args: ["--from", "2026-01-02", "--to", "2026-01-01", "--out", "x"], says: "before the first" },
  { args: ["--from", "2026-01-01", "--to", "2026-01-02"], says: "--out must be the folder" },
  {
    args: ["--from", "2026-01-01", "--to", "2026-01-02", "--out", `${import.meta.filename}/x`],
    says: "--out cannot be written to",
  },
])("rejects invalid options: $says", async ({ args, says }) => {
  const { lines, isWell } = await runAccountingReport(...args);
  expect([isWell, lines[0]]).toEqual([false, expect.stringContaining(says)]);
});
