import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../testing/app.ts";
import { createTestConsole } from "../testing/console.ts";
import { createTestTerminal } from "../testing/terminal.ts";
import { requestConsent, completeLookup, payPurchase, submitDecision } from "../testing/lookup-steps.ts";

/**
 * Performs every action of money, subjects, readers and operators at least once, and compares the rows with the
 * audit log.
 */

let app: TestApp;
let user: TestUser;
/** Responses that contained a record, a report or a file. */
const looked = { records: 0, reports: 0, histories: 0, transactions: 0 };

const rows = async <Row extends object>(sql: string) => (await app.owner.query<Row>(sql)).rows;
/** Counts the rows of a query, given as `from … where …`. */
const count = async (from: string) => Number((await rows<{ n: bigint }>(`select count(*) as n ${from}`))[0]?.n);
const audited = (action: string) => count(`from audit_log where action = '${action}'`);

beforeAll(async () => {
  app = await createTestApp();
  user = await app.user({ userType: "business", NGN: 50_000_00n });
  // paid from the wallet: refunded, without a record; then unpaid
  for (const kind of ["failed", "failed", "not_found"] as const)
    await completeLookup(app, user, kind === "failed" ? { kind, why: "http_500" } : { kind });
  await app.purchase(user);
  // paid at the provider, and a top-up; each notice arrives twice
  const instant = await app.purchase(user);
  for (const what of [instant, { currency: "NGN", minor: 5_000_00n }] as const) {
    const reference = await app.startPayment(user, what);
    app.providers.cardPayments.reportPaid(reference);
    for (let time = 0; time < 2; time += 1) await user.get(`/payment/check?transactionRef=${reference}`);
  }
  await app.drainQueue();
  // decisions of subjects: granted and viewed, granted and withdrawn, denied, no decision, granted twice
  for (const says of [["grant"], ["grant", "withdraw"], ["deny"], [], ["grant", "grant"]] as const) {
    const pending = await requestConsent(app, user);
    for (const word of says) await submitDecision(app, pending.token, word);
    await app.drainQueue();
    if (says.at(-1) !== "grant") continue;
    for (let time = 0; time < 2; time += 1) {
      expect((await user.get(`/verification/check-consent/${pending.itemId}`)).json()).toMatchObject({
        consent: "granted",
      });
      looked.records += 1;
    }
    expect((await user.get(`/results/${pending.itemId}/report.pdf`)).statusCode).toBe(200);
    looked.reports += 1;
  }
  const stranger = await app.user();
  const [one] = await rows<{ id: string }>("select request_id as id from consents where state = 'granted' limit 1");
  await stranger.get(`/verification/check-consent/${one?.id}`); // sees nothing, so it is not a view
  expect((await user.get("/user/history.csv")).statusCode).toBe(200);
  expect((await user.get("/user/transactions.csv")).statusCode).toBe(200);
  looked.histories = looked.transactions = 1;
  // a rejected payment leaves no audit row
  const again = await app.purchase(stranger);
  await expect(payPurchase(stranger, again)).rejects.toThrow("wallet_balance_low");
  // actions of operators
  await app.owner.query(
    "insert into cases (id, kind, object_id, detail) values (gen_random_uuid(), 'test', gen_random_uuid(), 'x')",
  );
  const [open] = await rows<{ id: string }>("select id from cases where kind = 'test'");
  const operatorConsole = await createTestConsole(app);
  const terminal = createTestTerminal(app, operatorConsole);
  const asAda = await terminal.as(await operatorConsole.operator("owner"));
  const asBisi = await terminal.as(await operatorConsole.operator("owner"));
  for (const [name, ...words] of [["set-price", "nin", "--price", "510"] as const, ["set-rate", "1510"] as const]) {
    const { lines } = await asAda(name, ...words, "--reason", "the register asks more");
    expect(await asBisi("approve", /approve (\S+)$/.exec(lines.at(-1) ?? "")?.[1] ?? "")).toMatchObject({
      isWell: true,
    });
  }
  expect(await asAda("close-case", open?.id ?? "", "looked into it")).toMatchObject({ isWell: true });
  expect(await asBisi("close-case", open?.id ?? "", "twice")).toMatchObject({ isWell: false });
  // the purge
  await app.setClockOffset(3 * 86_400_000);
  await app.runSchedule("expire_consents");
  await app.runSchedule("purge_due");
  await app.drainQueue();
  await app.setClockOffset(0);
});
afterAll(async () => {
  await app.checkInvariants();
  await app.close();
});

describe("the audit log", () => {
  test.each([
    [
      "wallet payment",
      "from purchases where state in ('paid', 'completed') and payment_type = 'WALLET'",
      "paid_from_wallet",
    ],
    [
      "provider payment",
      "from purchases where state in ('paid', 'completed') and payment_type = 'INSTANT'",
      "paid_instantly",
    ],
    ["top-up", "from (select distinct key from ledger_transfers where reason = 'TOPUP') t", "topped_up"],
    ["refund", "from (select distinct key from ledger_transfers where reason = 'REFUND') t", "refunded"],
    [
      "item closed without a refund",
      "from purchase_items where outcome in ('DELIVERED', 'NO_DATA', 'DENIED', 'UNANSWERED')",
      "closed",
    ],
    ["consent granted", "from consent_evidence where event = 'granted'", "consent_granted"],
    ["consent denied", "from consent_evidence where event = 'denied'", "consent_denied"],
    ["consent withdrawn", "from consent_evidence where event = 'withdrawn'", "consent_withdrawn"],
    ["consent expired", "from purchase_items where outcome = 'UNANSWERED'", "consent_expired"],
    ["purge", "from verification_requests where purged_at is not null", "purged"],
    ["price change", "from price_items where changed_by <> 'opening prices'", "price_changed"],
    ["rate change", "from exchange_rates where changed_by <> 'opening prices'", "rate_changed"],
    ["closed case", "from cases where closed_at is not null", "case_closed"],
  ])("has one row for each %s [R-10]", async (_what, from, action) => {
    const there = await count(from);
    expect(there).toBeGreaterThan(0);
    expect(await audited(action)).toBe(there);
  });

  test("has one row for each returned record, report and file [R-10]", async () => {
    expect({
      records: await audited("viewed_record"),
      reports: await audited("downloaded_report"),
      histories: await audited("downloaded_history"),
      transactions: await audited("downloaded_transactions"),
    }).toEqual(looked);
  });

  test("names who acted, when, and an operator's reason, in a complete chain [R-10]", async () => {
    expect(await count("from audit_log where actor_kind = 'user' and (actor_id is null or object_id is null)")).toBe(0);
    expect(await count("from audit_log where actor_kind = 'operator' and length(reason) < 3")).toBe(0);
    expect(await count("from audit_log where at is null")).toBe(0);
    expect(await count("from audit_log where actor_kind = 'subject' and object_id is null")).toBe(0);
    for (let round = 0; round < 3; round += 1) await app.runSchedule("seal_audit");
    expect(await rows("select * from verify_audit()")).toEqual([]);
  });
});
