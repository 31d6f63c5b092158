import { dollars, type Money, naira } from "@idanimo/contract/money";
import { Registry } from "prom-client";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import {
  type ListedPage,
  type ListedRefund,
  type ListedTransaction,
  ListUnreadableError,
} from "../../../providers/card-payments/port.ts";
import type { Database, Tx } from "../../../database/database.ts";
import { Events } from "../../../kernel/events.ts";
import { randomIds } from "../../../kernel/ids.ts";
import { runCommand } from "../../operators/index.ts";
import { addReconciliationMetrics } from "./jobs.ts";
import { createTestApp, type TestApp, type TestUser } from "../../../testing/app.ts";

/** Compares the provider's list with the ledger: finds each kind of difference once, and nothing else. */

const hour = 3_600_000;
const day = 24 * hour;
/** Noon in Lagos on the real day: far from midnight whenever the test runs. */
const noon = Math.floor((Date.now() + hour) / day) * day + 11 * hour;
const lagosDay = (at: number) => new Date(at + hour).toISOString().slice(0, 10);
const today = lagosDay(noon);

let app: TestApp;
let user: TestUser;
let list: ListedTransaction[];
let refunds: ListedRefund[];
/** Sets the product's clock to an hour of the tested day, or of a later one. */
const at = (days: number, hours = 12) => app.setClockOffset(noon + days * day + (hours - 12) * hour - Date.now());

beforeAll(async () => {
  app = await createTestApp();
  app.providers.cardPayments.lists = function* (asked): Iterable<ListedPage> {
    const transactions = list.filter(({ madeAt }) => lagosDay(madeAt.getTime()) === asked);
    for (const one of transactions) yield { transactions: [one], refunds: [] };
    yield { transactions: [], refunds: refunds.filter(({ madeAt }) => lagosDay(madeAt.getTime()) === asked) };
  };
});
beforeEach(async () => {
  list = [];
  refunds = [];
  await app.owner.query(
    "delete from reconciliation_differences; delete from cases where kind like 'reconciliation%'; delete from reconciliation_runs",
  );
  await app.owner.query(
    "delete from provider_transactions; delete from provider_refunds; delete from reconciliation_days",
  );
  await app.owner.query(
    "update payments set settled_at = settled_at - interval '90 days' where settled_at is not null",
  );
  await at(0);
  user = await app.user({ NGN: 100_000_00n });
});
afterEach(async () => {
  await app.setClockOffset(0);
  expect(app.jobFailures()).toEqual([]);
  await app.checkInvariants();
});
afterAll(() => app.close());

/** Creates a payment that is paid at the provider, listed, and in the ledger. */
async function payOnline(amount: Money = naira(2_000_00n), isChecked = true): Promise<ListedTransaction> {
  const reference = await app.startPayment(user, amount);
  app.providers.cardPayments.reportPaid(reference);
  const made = { providerId: `id-${reference}`, reference, state: "successful" } as const;
  const row = { ...made, currency: amount.currency, minor: amount.minor, madeAt: new Date(noon) };
  list.push(row);
  if (isChecked) await user.get(`/payment/check?transactionRef=${reference}`);
  return row;
}
const changeListed = (row: ListedTransaction, to: Partial<ListedTransaction>) => {
  list = list.map((one) => (one === row ? { ...one, ...to } : one));
};
const runNights = async (nights = 1) => {
  await at(nights, 3);
  await app.runSchedule("reconcile_days");
};
const reconciliationCases = async () =>
  (
    await app.owner.query<{ kind: string; detail: string }>(
      `select d.kind, c.detail from cases c join reconciliation_differences d on d.id = c.object_id
       where c.kind = 'reconciliation' order by d.kind, d.identity`,
    )
  ).rows;
const caseKinds = async () => (await reconciliationCases()).map(({ kind }) => kind);
const dayTotals = async (currency = "NGN") =>
  (
    await app.owner.query(
      `select theirs_count::int, theirs_minor::int, ours_count::int, ours_minor::int, differences::int
       from reconciliation_days where day = $1 and currency = $2`,
      [today, currency],
    )
  ).rows[0];

test("finds no difference if both sides agree, in both currencies [R-05]", async () => {
  await payOnline();
  await payOnline(dollars(14_00n));
  const bought = await app.purchase(user);
  for (const again of [1, 2]) {
    // the second payment of one purchase goes to the wallet
    const reference = await app.startPayment(user, bought).catch(() => undefined);
    if (reference === undefined) continue;
    app.providers.cardPayments.reportPaid(reference);
    const row = { providerId: `id-${reference}`, reference, currency: "NGN", minor: bought.total.minor } as const;
    list.push({ ...row, state: "successful", madeAt: new Date(noon + again) });
  }
  for (const { reference } of list) await user.get(`/payment/check?transactionRef=${reference}`);
  list.push({
    providerId: "x",
    reference: list[0]?.reference ?? "",
    currency: "NGN",
    minor: 1n,
    state: "failed",
    madeAt: new Date(noon),
  });
  await app.drainQueue();
  await runNights();
  expect(await reconciliationCases()).toEqual([]);
  const ngn = list.filter((one) => one.currency === "NGN" && one.state === "successful");
  const sum = Number(ngn.reduce((total, one) => total + one.minor, 0n));
  expect(await dayTotals()).toEqual({
    theirs_count: ngn.length,
    theirs_minor: sum,
    ours_count: ngn.length,
    ours_minor: sum,
    differences: 0,
  });
  expect(await dayTotals("USD")).toMatchObject({ theirs_minor: 14_00, ours_minor: 14_00 });
  expect(await dayTotals("GHS")).toBeUndefined();
});

test("opens one case for each kind of difference, without personal data [R-05]", async () => {
  const rows = [];
  for (let count = 0; count < 6; count += 1) rows.push(await payOnline());
  await payOnline(); // and one without a difference
  const [missing, less, other, failed, twice, back] = rows;
  if (!missing || !less || !other || !failed || !twice || !back) throw new Error("expected six payments");
  list = list.filter((one) => one !== missing);
  app.providers.cardPayments.respondToQuery(missing.reference, { kind: "unknown_there" });
  changeListed(less, { minor: less.minor - 100_00n });
  changeListed(other, { currency: "GHS" });
  changeListed(failed, { state: "failed" });
  app.providers.cardPayments.respondToQuery(failed.reference, { kind: "pending" });
  list.push({ ...twice, providerId: "once-more" });
  list.push({ ...twice, providerId: "unknown", reference: "Ada Obi, 08030000000" });
  refunds.push({ providerId: "r1", of: back.providerId, minor: 5_00n, madeAt: new Date(noon) });
  await runNights();
  expect(await reconciliationCases()).toEqual([
    {
      kind: "missing_there",
      detail: `in our ledger, not on the provider's list: ${missing.reference}, our amount 200000 NGN`,
    },
    {
      kind: "other_amount",
      detail: `different amount: ${less.reference}, provider id ${less.providerId}, provider amount 190000 NGN, our amount 200000 NGN`,
    },
    {
      kind: "other_currency",
      detail: `different currency: ${other.reference}, provider id ${other.providerId}, provider amount 200000 GHS, our amount 200000 NGN`,
    },
    {
      kind: "other_state",
      detail: `in our ledger, not paid at the provider: ${failed.reference}, provider id ${failed.providerId}, provider amount 200000 NGN, our amount 200000 NGN`,
    },
    {
      kind: "refunded_there",
      detail: `refunded to the payer by the provider: ${back.reference}, provider id r1, provider amount 500 NGN`,
    },
    {
      kind: "twice",
      detail: `paid a second time at the provider: ${twice.reference}, provider id once-more, provider amount 200000 NGN`,
    },
    {
      kind: "unknown_here",
      detail: "paid at the provider with a reference that is not ours: provider id unknown, provider amount 200000 NGN",
    },
  ]);
  const { rows: stored } = await app.owner.query("select from provider_transactions t where t::text like '%Ada%'");
  expect(stored).toEqual([]);

  await app.owner.query("update cases set closed_at = now(), closed_by = 'ada' where kind = 'reconciliation'");
  await runNights(2);
  await runNights(3);
  expect(await reconciliationCases()).toHaveLength(7);
});

test("settles a success we had no webhook for, without a case [R-05 T-24]", async () => {
  const row = await payOnline(naira(3_000_00n), false);
  const before = (await app.wallets(user)).NGN;
  await app.owner.query("update payments set state = 'failed', checked_at = now() where reference = $1", [
    row.reference,
  ]);
  await runNights();
  await runNights(2);
  expect((await app.wallets(user)).NGN - before).toBe(3_000_00n);
  expect(await reconciliationCases()).toEqual([]);
  const { rows } = await app.owner.query(
    "select kind, resolved_at is not null as resolved from reconciliation_differences",
  );
  expect(rows).toEqual([{ kind: "not_counted", resolved: true }]);
  expect(await dayTotals()).toMatchObject({ theirs_minor: 3_000_00, ours_minor: 3_000_00, differences: 0 });
});

test("counts a quarantined amount as equal [R-05]", async () => {
  const reference = await app.startPayment(user, naira(2_000_00n));
  app.providers.cardPayments.reportPaid(reference, naira(1_500_00n));
  await user.get(`/payment/check?transactionRef=${reference}`);
  const row = { providerId: `id-${reference}`, reference, currency: "NGN", minor: 1_500_00n } as const;
  list.push({ ...row, state: "successful", madeAt: new Date(noon) });
  await runNights();
  expect(await reconciliationCases()).toEqual([]);
  expect(await dayTotals()).toMatchObject({ theirs_minor: 1_500_00, ours_minor: 1_500_00 });
});

test("notes on the case when a difference disappears or returns [R-05]", async () => {
  const row = await payOnline();
  list = [];
  app.providers.cardPayments.respondToQuery(row.reference, { kind: "unknown_there" });
  const notes = async () =>
    (
      await app.owner.query<{ action: string }>(
        "select l.action from audit_log l join cases c on c.id = l.object_id order by l.at, l.id",
      )
    ).rows.map(({ action }) => action);
  await runNights();
  expect(await caseKinds()).toEqual(["missing_there"]);
  list = [row];
  await runNights(2);
  expect(await notes()).toEqual(["difference_gone"]);
  list = [];
  await runNights(3);
  expect(await notes()).toEqual(["difference_gone", "difference_found_again"]);
  expect(await caseKinds()).toEqual(["missing_there"]);
});

test("finds no difference if both sides book a payment on different days [R-05]", async () => {
  const row = await payOnline();
  changeListed(row, { madeAt: new Date(noon - 12 * hour - 1) }); // listed a millisecond before midnight
  app.providers.cardPayments.respondToQuery(row.reference, { kind: "unknown_there" }); // so that only the list can resolve it
  await runNights();
  await runNights(2);
  expect(await reconciliationCases()).toEqual([]);
});

test("finds no difference if the list lags but the provider confirms the payment [R-05]", async () => {
  const row = await payOnline();
  const late = await payOnline();
  list = list.filter((one) => one !== row);
  changeListed(late, { state: "pending" });
  await runNights();
  expect(await reconciliationCases()).toEqual([]);
});

test("retries an unreadable list, stores no partial result and alerts after a day [R-27]", async () => {
  await payOnline();
  const completeList = app.providers.cardPayments.lists;
  app.providers.cardPayments.lists = async function* (asked) {
    yield* completeList(asked);
    throw new ListUnreadableError("the second page is missing");
  };
  const alarms = async () =>
    (await app.owner.query("select from cases where kind = 'reconciliation_stalled'")).rowCount;
  await expect(runNights()).rejects.toThrow("is missing");
  await expect(runNights()).rejects.toThrow("is missing");
  expect([await reconciliationCases(), await alarms(), await dayTotals()]).toEqual([[], 0, undefined]);
  await at(2, 6);
  await expect(app.runSchedule("reconcile_days")).rejects.toThrow("is missing");
  expect(await alarms()).toBe(1);
  app.providers.cardPayments.lists = completeList;
  await app.runSchedule("reconcile_days");
  expect(await dayTotals()).toMatchObject({ theirs_count: 1, ours_count: 1 });
});

test("compares newer days while an older one cannot be read [R-05 R-27]", async () => {
  await payOnline();
  const completeList = app.providers.cardPayments.lists;
  const older = lagosDay(noon - day);
  app.providers.cardPayments.lists = (asked) => {
    if (asked === older) throw new ListUnreadableError("that day is malformed");
    return completeList(asked);
  };
  await expect(runNights()).rejects.toThrow("malformed");
  expect(await dayTotals()).toMatchObject({ theirs_count: 1, ours_count: 1 });
  await at(2, 3);
  const { owner, db, keys, providers: fakes } = app;
  const payments = {
    cardPayments: fakes.cardPayments,
    db,
    ids: randomIds,
    events: new Events<Tx>(),
    meters: { paid: () => undefined, ignoredNotice: () => undefined },
  };
  const reported = await runCommand({ owner, db, keys, ids: randomIds, sources: [], payments }, "reconcile", []);
  expect(reported.isWell).toBe(false);
  expect(reported.lines.join("\n")).toMatch(
    new RegExp(`^${older}: not compared; that day is malformed.*\n${today}: 1 transaction`, "m"),
  );
  app.providers.cardPayments.lists = completeList;
});

test("opens one case for an unreadable row and compares the others [R-05]", async () => {
  await payOnline();
  const completeList = app.providers.cardPayments.lists;
  const row = { providerId: "7", reference: "Ada Obi", madeAt: new Date(noon) } as const;
  app.providers.cardPayments.lists = function* (asked): Iterable<ListedPage> {
    if (asked === today) {
      const unreadable = [{ ...row, what: "transaction" } as const, { ...row, what: "refund" } as const];
      yield { transactions: [], refunds: [], unreadable };
      yield { transactions: [], refunds: [], unreadable };
    }
    yield { transactions: asked === today ? list : [], refunds: [] };
  };
  await runNights();
  await runNights(2);
  expect(await reconciliationCases()).toEqual([
    { kind: "unreadable", detail: "unreadable row on the provider's list: provider id 7" },
    { kind: "unreadable", detail: "unreadable row on the provider's list: provider id refund 7" },
  ]);
  expect(await dayTotals()).toMatchObject({ theirs_count: 1, ours_count: 1 });
  app.providers.cardPayments.lists = completeList;
  await runNights(3);
  const { rows } = await app.owner.query("select from reconciliation_differences where cleared_at is null");
  expect(rows).toEqual([]);
});

test("reports open differences as a gauge, NaN if the database fails [R-05]", async () => {
  const row = await payOnline();
  changeListed(row, { minor: 1n });
  await runNights();
  const gaugesOf = async (db: Pick<Database, "transaction">) => {
    const registry = new Registry();
    addReconciliationMetrics(db, registry);
    return await registry.metrics();
  };
  const reported = await gaugesOf(app.db);
  expect(reported).toMatch(/^idanimo_reconciliation_open 1$/m);
  expect(reported).toMatch(/^idanimo_reconciliation_age_seconds \d/m);
  const untold = await gaugesOf({ transaction: () => Promise.reject(new Error("unreachable")) });
  expect(untold).toMatch(/^idanimo_reconciliation_open Nan$/m);
  expect(untold).toMatch(/^idanimo_reconciliation_age_seconds Nan$/m);
});

test("counts the list's age from the first attempt while none succeeded [R-27]", async () => {
  const completeList = app.providers.cardPayments.lists;
  app.providers.cardPayments.lists = () => {
    throw new ListUnreadableError("the provider is down");
  };
  await expect(runNights()).rejects.toThrow("is down");
  await at(3, 3);
  app.providers.cardPayments.lists = completeList;
  const registry = new Registry();
  addReconciliationMetrics(app.db, registry);
  const age = Number(/^idanimo_reconciliation_age_seconds (\S+)$/m.exec(await registry.metrics())?.[1]);
  expect(age).toBeGreaterThan(36 * 3600);
});

test("compares a day in one process, and takes over from a dead one [R-26]", async () => {
  await payOnline();
  let requestCount = 0;
  const completeList = app.providers.cardPayments.lists;
  app.providers.cardPayments.lists = (of) => {
    requestCount += 1;
    return completeList(of);
  };
  const other = await app.startProcess();
  const entry = other.product.schedule.find(({ name }) => name === "reconcile_days");
  await at(1, 3);
  await Promise.all([app.runSchedule("reconcile_days"), entry?.run()]);
  expect(requestCount).toBe(3); // the day and the two before it
  await app.runSchedule("reconcile_days");
  expect(requestCount).toBe(3);

  await at(2, 3);
  await app.owner.query("update reconciliation_runs set claimed_until = product_now() + interval '3 minutes'");
  await app.runSchedule("reconcile_days");
  expect(requestCount).toBe(4); // only the newest day is not claimed
  await app.setClockOffset(noon + 2 * day - 9 * hour + 240_000 - Date.now());
  await app.runSchedule("reconcile_days");
  expect(requestCount).toBe(6);
  app.providers.cardPayments.lists = completeList;
});
