import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestPurchase, type TestUser } from "../testing/app.ts";

/**
 * Each invariant of `check_invariants()` reports a violation: the tests break it with triggers off and roll back.
 */

let app: TestApp;
let delivered: TestPurchase;
let refunded: TestPurchase;
let running: TestPurchase;
let waiting: TestPurchase;
let unpaid: TestPurchase;
let topUp: string;
/** A purchase paid by card, and the reference. */
let carded: TestPurchase;
let card: string;
let stranger: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  const user = await app.user({ NGN: 10_000_00n });
  const buy = async () => {
    const bought = await app.purchase(user);
    const { sessionCode, transactionID, amount } = bought;
    await user.post("/transaction/wallet-payment", { sessionCode, transactionID, amount });
    return bought;
  };
  delivered = await buy();
  waiting = await buy();
  refunded = await buy();
  app.providers.personRecords.respondTo(refunded.nin, { kind: "failed", why: "http_500" });
  await app.drainQueue();
  running = await buy();
  unpaid = await app.purchase(user);
  topUp = await app.startPayment(user, { currency: "NGN", minor: 2_000_00n });
  app.providers.cardPayments.reportPaid(topUp);
  await user.get(`/payment/check?transactionRef=${topUp}`);
  carded = await app.purchase(user);
  card = await app.startPayment(user, carded);
  app.providers.cardPayments.reportPaid(card);
  await user.get(`/payment/check?transactionRef=${card}`);
  stranger = await app.user();
  await app.owner.query(
    `update consents set state = 'granted', decided_at = now(), expires_at = now() + interval '1 day', parts_granted = parts_required
     where request_id = $1`,
    [delivered.itemId],
  );
  for (const event of ["asked", "granted"])
    await app.owner.query(
      "insert into consent_evidence (id, request_id, owner_id, event) values (gen_random_uuid(), $1, $2, $3)",
      [delivered.itemId, user.id, event],
    );
  await app.owner.query("select close_item($1, 'DELIVERED', gen_random_uuid(), gen_random_uuid(), gen_random_uuid())", [
    delivered.itemId,
  ]);
  await app.owner.query(
    "select request_refund(gen_random_uuid(), $1, null, 'Ada', 'a wrong picture', gen_random_uuid())",
    [delivered.itemId],
  );
  await app.owner.query("select confirm_refund($1, 'Bola', gen_random_uuid(), gen_random_uuid())", [delivered.itemId]);
  await app.runSchedule("seal_audit");
});
afterAll(() => app.close());

/** The findings after SQL that runs with triggers off; rolls everything back. */
async function findings(broken: string): Promise<readonly string[]> {
  const client = await app.owner.connect();
  try {
    await client.query("begin; set local session_replication_role = replica");
    await client.query(broken);
    const { rows } = await client.query<{ invariant: string }>("select invariant from check_invariants()");
    return [...new Set(rows.map((row) => row.invariant))];
  } finally {
    await client.query("rollback");
    client.release();
  }
}

test("finds no broken invariant after every path of a purchase [R-15]", () => app.checkInvariants());

/** The transfers that filled these users' wallets. */
const given = "key like 'adjustment:%' and key not like 'adjustment:refund:%'";
const ago = (minutes: number) => `now() - interval '${minutes} minutes'`;
type Case = readonly [invariant: string, what: string, sql: () => string, alsoFires?: readonly string[]];
const cases: readonly Case[] = [
  [
    "R-01",
    "a balance that differs from its transfers",
    () => "update ledger_accounts set balance_minor = balance_minor + 1 where kind = 'wallet'",
  ],
  ["R-01", "a deleted transfer", () => `delete from ledger_transfers where key = 'payment:${topUp}'`, ["R-05", "R-06"]],
  [
    "R-02",
    "a negative wallet",
    () =>
      "alter table ledger_accounts drop constraint wallet_never_negative; update ledger_accounts set balance_minor = -1 where kind = 'wallet'",
    ["R-01"],
  ],
  ["R-03", "a missing refund", () => `delete from ledger_transfers where key = 'refund:${refunded.itemId}'`, ["R-01"]],
  [
    "R-03",
    "a refund of a delivered item",
    () => `update purchase_items set outcome = 'DELIVERED' where id = '${refunded.itemId}'`,
    ["DASH-02"],
  ],
  [
    "R-03",
    "half a refund",
    () => `delete from ledger_transfers where key = 'refund:${refunded.itemId}' and leg = 2`,
    ["R-01"],
  ],
  [
    "R-03",
    "an item that runs too long",
    () => `update purchase_items set state_changed_at = ${ago(16)} where id = '${running.itemId}'`,
  ],
  [
    "R-03",
    "an item that waits too long for consent",
    () => `update purchase_items set state_changed_at = ${ago(24 * 60 + 16)} where id = '${waiting.itemId}'`,
  ],
  [
    "R-03",
    "a paid item that never started",
    () => `update purchase_items set state = 'priced' where id = '${running.itemId}'`,
  ],
  [
    "PRICE-15",
    "a file purchased with another number of lines",
    () =>
      `insert into bulk_uploads (id, owner_id, records, checked_at, purchase_id) select gen_random_uuid(), owner_id, 2, now(), id from purchases where id = '${running.id}'`,
  ],
  [
    "R-04",
    "a purchase paid without a charge",
    () => `delete from ledger_transfers where key = 'purchase:${running.id}'`,
    ["R-01"],
  ],
  [
    "R-04",
    "a partly charged purchase",
    () => `delete from ledger_transfers where key = 'purchase:${running.id}' and leg = 2`,
    ["R-01"],
  ],
  [
    "R-04",
    "a charged purchase that is not paid",
    () => `update purchases set state = 'initiated', paid_at = null, payment_type = null where id = '${running.id}'`,
  ],
  [
    "R-04",
    "a result of an unpaid item",
    () =>
      `insert into results (request_id, owner_id, sealed, source) select i.id, i.owner_id, '\\x00', '' from purchase_items i where id = '${unpaid.itemId}'`,
  ],
  [
    "R-05",
    "a second payment for a purchase that is counted nowhere",
    () =>
      `insert into payments (id, reference, owner_id, purpose, purchase_id, currency, amount_minor, state, provider, ends_at, paid_minor)
       select gen_random_uuid(), 'EA00000000000001', owner_id, purpose, purchase_id, currency, amount_minor, state, provider, ends_at, paid_minor
       from payments where reference = '${card}'`,
  ],
  [
    "R-05",
    "a payment credited with more than was paid",
    () =>
      `update payments set amount_minor = amount_minor - 1, paid_minor = paid_minor - 1 where reference = '${topUp}'`,
  ],
  [
    "R-05",
    "a purchase paid at the provider without a payment",
    () => `update payments set state = 'expired', paid_minor = null where reference = '${card}'`,
  ],
  [
    "R-05",
    "a naira payment credited in dollars",
    () => `update payments set currency = 'USD' where reference = '${topUp}'`,
    ["R-11"],
  ],
  [
    "R-05",
    "quarantined money without a case",
    () => `update payments set quarantined_minor = 1 where reference = '${topUp}'`,
  ],
  [
    "R-06",
    "a succeeded payment that was not credited",
    () => `update ledger_transfers set key = 'adjustment:x' where key = 'payment:${topUp}'`,
    ["R-05"],
  ],
  [
    "R-06",
    "a partly credited payment",
    () =>
      `update payments set amount_minor = amount_minor + 1, paid_minor = paid_minor + 1 where reference = '${topUp}'`,
    ["R-05"],
  ],
  [
    "R-06",
    "a credited payment that did not succeed",
    () => `update payments set state = 'failed', paid_minor = null where reference = '${topUp}'`,
    ["R-05"],
  ],
  [
    "R-08",
    "a record stored after a denial",
    () => `update consents set state = 'denied', decided_at = ${ago(16)} where request_id = '${delivered.itemId}'`,
    ["R-09", "R-10"],
  ],
  [
    "R-08",
    "a piece of a record that was deleted",
    () => `delete from results where request_id = '${delivered.itemId}'`,
  ],
  [
    "CL-14",
    "a piece that was not granted, five minutes after the grant",
    () =>
      `insert into result_parts select gen_random_uuid(), request_id, owner_id, '{photo}', '\\x00' from consents where request_id = '${delivered.itemId}';
       update consents set decided_at = ${ago(5)} - interval '1 second' where request_id = '${delivered.itemId}'`,
  ],
  [
    "R-09",
    "a completed purchase with an open item",
    () => `update purchases set state = 'completed' where id = '${waiting.id}'`,
  ],
  [
    "R-09",
    "a delivery without consent",
    () => `update consents set state = 'pending' where request_id = '${delivered.itemId}'`,
  ],
  [
    "R-09",
    "an item that waits although its subject was not asked",
    () => `update consents set state = 'initiate' where request_id = '${waiting.itemId}'`,
  ],
  [
    "R-10",
    "a charge without an audit row",
    () => `delete from audit_seals; delete from audit_log where object_id = '${running.id}'`,
  ],
  [
    "R-10",
    "an audit row edited after its seal",
    () => "update audit_log set reason = 'x' where id = (select audit_id from audit_seals where position = 1)",
  ],
  [
    "R-10",
    "consent evidence edited after its seal",
    () => `update consent_evidence set event = 'asked' where request_id = '${delivered.itemId}'`,
  ],
  [
    "R-10",
    "a grant without evidence",
    () =>
      `delete from audit_seals; delete from consent_evidence where request_id = '${delivered.itemId}' and event = 'granted'`,
  ],
  [
    "R-10",
    "a withdrawal without evidence",
    () =>
      `update consents set state = 'terminated', decided_by = 'page' where request_id = '${delivered.itemId}';
       delete from result_parts where request_id = '${delivered.itemId}'; delete from results where request_id = '${delivered.itemId}'`,
  ],
  [
    "R-10",
    "an audit row unsealed for five minutes",
    () =>
      `insert into audit_log (id, at, actor_kind, action, reason) values (gen_random_uuid(), ${ago(5)} - interval '1 second', 'system', 'tested', '')`,
  ],
  [
    "R-10",
    "evidence unsealed for five minutes",
    () =>
      `insert into consent_evidence (id, at, request_id, owner_id, event) values (gen_random_uuid(), ${ago(5)} - interval '1 second', '${delivered.itemId}', '${unpaid.id}', 'asked')`,
  ],
  ["R-11", "a transfer without a cause", () => `update ledger_transfers set key = 'gift:1' where ${given}`],
  [
    "R-11",
    "a user's wallet credited by an adjustment without an order",
    () => `update users set email = 'bisi@mail.example' where id = (select a.owner_id from ledger_accounts a
      join ledger_transfers t on t.to_account = a.id where ${given} and a.kind = 'wallet' limit 1)`,
  ],
  [
    "R-11",
    "a refund without an item",
    () => `update ledger_transfers set key = 'refund:${unpaid.id}' where key = 'refund:${refunded.itemId}'`,
    ["R-03"],
  ],
  [
    "R-11",
    "a top-up in another user's wallet",
    () =>
      `update ledger_transfers set to_account = (select id from ledger_accounts where owner_id = '${stranger.id}' and currency = 'NGN')
       where key = 'payment:${topUp}'`,
    ["R-01"],
  ],
  [
    "R-11",
    "a refund in another user's wallet",
    () =>
      `update ledger_transfers set to_account = (select id from ledger_accounts where owner_id = '${stranger.id}' and currency = 'NGN')
       where key = 'refund:${refunded.itemId}'`,
    ["R-01"],
  ],
  [
    "R-11",
    "a purchase paid from another user's wallet",
    () =>
      `update ledger_transfers set from_account = (select id from ledger_accounts where owner_id = '${stranger.id}' and currency = 'NGN')
       where key = 'purchase:${running.id}'`,
    ["R-01"],
  ],
  [
    "R-11",
    "a top-up without an audit row",
    () => "delete from audit_seals; delete from audit_log where action = 'topped_up'",
  ],
  [
    "R-11",
    "a refund without an audit row",
    () => "delete from audit_seals; delete from audit_log where action = 'refunded'",
  ],
  [
    "R-11",
    "a closing transfer of an open account",
    () => `update ledger_transfers set key = 'adjustment:closed:${stranger.id}:NGN' where ${given}`,
  ],
  [
    "R-11",
    "an operator refund without a record",
    () => `update ledger_transfers set key = 'adjustment:refund:${waiting.itemId}' where ${given}`,
  ],
  [
    "R-11",
    "an operator refund requested and confirmed by one operator",
    () => `alter table operator_refunds drop constraint operator_refunds_need_two_operators; update operator_refunds set confirmed_by = 'ADA ';
      delete from audit_seals; update audit_log set reason = 'ADA , asked by Ada' where action = 'refund_confirmed'`,
  ],
  [
    "R-11",
    "an operator refund by one operator above the limit",
    () => `alter table operator_refunds drop constraint operator_refunds_single_up_to_limit;
      update operator_refunds set confirmed_by = 'Ada', single_naira_minor = amount_minor, single_limit_minor = amount_minor - 1;
      delete from audit_seals; update audit_log set reason = 'Ada, asked by Ada' where action = 'refund_confirmed'`,
  ],
  [
    "R-11",
    "an operator refund by one operator that counts too little",
    () => `update operator_refunds set confirmed_by = 'Ada', single_naira_minor = amount_minor - 1, single_limit_minor = amount_minor;
      delete from audit_seals; update audit_log set reason = 'Ada, asked by Ada' where action = 'refund_confirmed'`,
  ],
  [
    "R-11",
    "refunds by one operator above the limit of a day",
    () => `insert into operator_refunds (id, item_id, owner_id, currency, amount_minor, reason, asked_by, single_naira_minor, single_limit_minor)
      select gen_random_uuid(), '${waiting.itemId}', owner_id, 'NGN', 2000001, 'a test', 'Ada', 2000001, 2000001 from operator_refunds limit 1`,
  ],
  [
    "R-11",
    "an unconfirmed operator refund",
    () => "update operator_refunds set confirmed_by = null, confirmed_at = null",
  ],
  [
    "R-11",
    "an operator refund above the confirmed amount",
    () => "update operator_refunds set amount_minor = amount_minor - 1",
  ],
  [
    "R-11",
    "an operator refund without the audit row of its request",
    () => "delete from audit_seals; delete from audit_log where action = 'refund_requested'",
  ],
  [
    "R-11",
    "an operator refund confirmed by another operator than audited",
    () => "update operator_refunds set confirmed_by = 'Chidi'",
  ],
  [
    "R-11",
    "an operator refund in another user's wallet",
    () =>
      `update ledger_transfers set to_account = (select id from ledger_accounts where owner_id = '${stranger.id}' and currency = 'NGN')
       where key like 'adjustment:refund:%'`,
    ["R-01"],
  ],
  [
    "R-12",
    "two calls to a source for one charge",
    () =>
      "drop index lookup_attempts_once; insert into lookup_attempts (id, request_id, provider) select gen_random_uuid(), request_id, provider from lookup_attempts",
  ],
  [
    "R-14",
    "items whose prices differ from their purchase",
    () =>
      `update purchase_items set price_minor = price_minor - 1, tax_minor = tax_minor + 1 where id = '${running.itemId}'`,
  ],
  ["DASH-02", "counters that differ from the rows", () => "update request_totals set successful = successful + 1"],
  ["DASH-02", "missing counters", () => "delete from request_totals"],
];
test.each(cases.map(([invariant, what, sql, alsoFires = []]) => ({ invariant, what, sql, alsoFires })))(
  "$invariant reports $what",
  async ({ invariant, sql, alsoFires }) => {
    expect(new Set(await findings(sql()))).toEqual(new Set([invariant, ...alsoFires]));
  },
);

test("the cases break every invariant that the functions check", async () => {
  const { rows } = await app.owner.query<{ text: string }>(
    "select string_agg(prosrc, '') as text from pg_proc where proname like 'check\\_%'",
  );
  const known = new Set(
    [...(rows[0]?.text ?? "").matchAll(/select '((?:R|DASH|PRICE|CL)-\d+)'/g)].map((match) => match[1]),
  );
  expect(new Set(cases.map(([invariant]) => invariant))).toEqual(known);
});
