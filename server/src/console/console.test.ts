import { randomUUID } from "node:crypto";
import { viewReasonHours } from "@idanimo/contract/console/rights";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../testing/app.ts";
import { codeOf, createTestConsole, json, rows, type TestConsole, type TestOperator } from "../testing/console.ts";

let product: TestApp;
let operatorConsole: TestConsole;
let user: TestUser;
let support: TestOperator;
let finance: TestOperator;
let second: TestOperator;
beforeAll(async () => {
  product = await createTestApp();
  operatorConsole = await createTestConsole(product);
  user = await product.user({ NGN: 100_000_00n });
  support = await operatorConsole.operator("support");
  finance = await operatorConsole.operator("finance");
  second = await operatorConsole.operator("finance");
});
afterEach(() => product.checkInvariants());
afterAll(() => product.close());

const find = (operator: TestOperator, value: string, reason = "asked_us", note?: string) =>
  operator.post("/find", { value, reason, ...(note !== undefined && { note }) });
const open = (operator: TestOperator, id: string) => operator.post(`/accounts/${id}/open`, { reason: "payment" });

/** A check that ended without a record, so that its charge was kept. */
async function paidRequest(payer = user) {
  const purchase = await product.purchase(payer);
  product.providers.personRecords.respondTo(purchase.nin, { kind: "not_found" });
  const paid = await payer.post("/transaction/wallet-payment", {
    sessionCode: purchase.sessionCode,
    transactionID: purchase.transactionID,
    amount: purchase.amount,
  });
  expect(paid.statusCode).toBe(200);
  await product.drainQueue();
  const [item] = await rows<{ outcome: string }>(product, "select outcome from purchase_items where id = $1", [
    purchase.itemId,
  ]);
  expect(item?.outcome).toBe("NO_DATA");
  return purchase;
}

describe("find [OC-05]", () => {
  test("finds exact values only, and records who searched, why, and a keyed hash", async () => {
    const { itemId, transactionID, sessionCode } = await paidRequest();
    const account = { kind: "account", id: user.id, accountId: user.id };
    const request = { kind: "request", id: itemId, accountId: user.id };
    for (const [value, found] of [
      [user.email, account],
      [` ${user.email.toUpperCase()} `, account],
      [user.id, account],
      [itemId, request],
      [transactionID, request],
      [sessionCode, request],
    ] as const)
      expect([value, json(await find(support, value))]).toEqual([value, found]);
    for (const value of [user.email.slice(0, -1), transactionID.slice(0, -1), `${user.email}x`, "Ada"])
      expect([value, codeOf(await find(support, value))]).toEqual([value, "no_exact_match"]);
    const [row] = await rows<{ reason: string; stored: string }>(
      product,
      `select a.reason, (select string_agg(f::text, ' ') from finds f) as stored from audit_log a
       where a.actor_id = $1 and a.action = 'operator_searched' order by a.at limit 1`,
      [support.id],
    );
    expect(row?.reason).toMatch(/^email [\w-]{43}, asked_us$/);
    expect(row?.stored).not.toContain(user.email);
  });

  test("finds the phone and the company name of one account", async () => {
    const business = await product.user({ userType: "business" });
    await product.owner.query("update users set business_name = 'Bright Homes Ltd' where id = $1", [business.id]);
    expect(json<{ id: string }>(await find(support, "bright homes ltd")).id).toBe(business.id);
    // the accounts of this test share a phone number: a value of several is no exact match
    expect(codeOf(await find(support, "0803 000 0001"))).toBe("no_exact_match");
    const { rows: made } = await product.owner.query<{ id: string }>(
      `insert into users (id, email, user_type, first_name, last_name, phone, accepted_terms)
       values (gen_random_uuid(), 'phone@example.test', 'individual', 'Efe', 'Obi', '+2348035551199', 'test') returning id`,
    );
    for (const value of ["0803 555 1199", "+2348035551199"])
      expect(json<{ id: string }>(await find(support, value)).id).toBe(made[0]?.id);
  });

  test("needs a reason, and rejects a note with a number or an email", async () => {
    expect((await support.post("/find", { value: user.email })).statusCode).toBe(400);
    for (const note of ["called from 0803 555 1122 today", "12345678901", "wrote from ada@example.test"])
      expect([note, (await find(support, user.email, "asked_us", note)).statusCode]).toEqual([note, 400]);
    expect((await find(support, user.email, "asked_us", "ticket 4711")).statusCode).toBe(200);
  });

  test("allows 60 searches a day, also at once", async () => {
    const busy = await operatorConsole.operator("support");
    await rows(
      product,
      `insert into finds (id, operator_id, kind, value_hash, reason_code, found)
       select gen_random_uuid(), $1, 'id', decode(repeat('00', 32), 'hex'), 'asked_us', false from generate_series(1, 58)`,
      [busy.id],
    );
    const found = await Promise.all([1, 2, 3, 4].map(() => find(busy, user.email)));
    expect(found.map((response) => codeOf(response) ?? "found").toSorted()).toEqual([
      "find_limit",
      "find_limit",
      "found",
      "found",
    ]);
  });
});

describe("an account", () => {
  test("opens with a reason only, and tells its owner once in 24 hours [OC-06]", async () => {
    const owner = await product.user();
    expect(codeOf(await support.get(`/accounts/${owner.id}`))).toBe("reason_needed");
    expect((await open(support, owner.id)).statusCode).toBe(200);
    expect((await open(finance, owner.id)).statusCode).toBe(200);
    expect((await support.get(`/accounts/${owner.id}`)).statusCode).toBe(200);
    const noticesNow = async () =>
      json<{ notices: { title: string; text: string }[] }>(await owner.get("/user/notices")).notices.map(
        ({ text }) => text,
      );
    expect(await noticesNow()).toEqual(["Our support looked at your account: a payment had to be checked."]);
    await product.setClockOffset((viewReasonHours * 3600 + 1) * 1000);
    try {
      await rows(
        product,
        "update operator_sign_ins set seen_at = product_now(), ends_at = product_now() + interval '1 hour'",
      );
      expect(codeOf(await support.get(`/accounts/${owner.id}`))).toBe("reason_needed");
      await open(support, owner.id);
      expect(await noticesNow()).toHaveLength(2);
    } finally {
      await product.setClockOffset(0);
    }
    const audits = await rows(product, "select from audit_log where action = 'account_opened' and object_id = $1", [
      owner.id,
    ]);
    expect(audits).toHaveLength(3);
  });

  test("shows masked contacts, wallets, sign-ins and requests page by page", async () => {
    const { itemId } = await paidRequest();
    await open(support, user.id);
    const account = json<{ maskedEmail: string; maskedPhone: string; wallets: unknown[]; signIns: unknown[] }>(
      await support.get(`/accounts/${user.id}`),
    );
    expect(account.maskedEmail).toMatch(/^.\*\*\*@example\.test$/);
    expect(account.maskedPhone).toMatch(/^\*+01$/);
    expect(account.wallets).toHaveLength(2);
    expect(account.signIns).toHaveLength(1);
    const list = json<{ rows: { id: string }[]; next: null }>(await support.get(`/accounts/${user.id}/requests`));
    expect(list.rows.map(({ id }) => id)).toContain(itemId);
    const request = await support.get(`/requests/${itemId}`);
    expect(json<{ steps: { what: string }[] }>(request).steps.map(({ what }) => what)).toContain("Ended");
  });

  test("is signed out everywhere and unlocked by support, and its owner gets notices [OC-08]", async () => {
    const owner = await product.user();
    const reason = "asked on the phone";
    expect(codeOf(await support.post(`/accounts/${owner.id}/end-sign-ins`, { reason }))).toBe("reason_needed");
    await open(support, owner.id);
    const [mailbox] = await rows<{ key: string }>(
      product,
      "select key from rate_limits where key like 'login_account:%' limit 1",
    );
    expect(mailbox).toBeUndefined();
    const limits = operatorConsole.deps.limits;
    const lockedKey = product.vault.indexHash("limit", owner.email).toString("base64url");
    while ((await limits.consume("login_account", lockedKey)).ok);
    expect((await support.post(`/accounts/${owner.id}/clear-lockout`, { reason })).statusCode).toBe(200);
    expect((await limits.consume("login_account", lockedKey)).ok).toBe(true);
    expect(json(await support.post(`/accounts/${owner.id}/end-sign-ins`, { reason }))).toEqual({ ended: 1 });
    expect((await owner.get("/user/notices")).statusCode).toBe(401);
    const noticed = await rows<{ kind: string }>(
      product,
      "select kind from notices where owner_id = $1 order by created_at, id",
      [owner.id],
    );
    expect(noticed.map(({ kind }) => kind)).toEqual(["support_viewed", "support_unlocked", "support_signed_out"]);
  });
});

describe("a refund", () => {
  const request = (operator: TestOperator, requestId: string, more: object = {}) =>
    operator.post("/refunds", { requestId, reason: "source was wrong", ...more });
  const decide = (operator: TestOperator, id: string, decision = "approve") =>
    operator.post(`/approvals/${id}/decide`, { decision });
  const idOf = (response: { readonly body: string }) => json<{ approvalId: string }>(response).approvalId;

  test("moves money once, when another operator approves [OC-10]", async () => {
    const payer = await product.user({ NGN: 10_000_00n });
    const { itemId, total } = await paidRequest(payer);
    const before = await product.wallets(payer);
    const requested = await request(finance, itemId);
    expect(requested.statusCode).toBe(202);
    expect(await product.wallets(payer)).toEqual(before);
    expect(codeOf(await request(second, itemId))).toBe("approval_pending");
    const id = idOf(requested);
    expect(codeOf(await decide(finance, id))).toBe("own_request");
    expect(codeOf(await decide(support, id))).toBe("operator_right_missing");
    const both = await Promise.all([decide(second, id), decide(second, id)]);
    expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    expect((await product.wallets(payer)).NGN).toBe(before.NGN + total.minor);
    expect(codeOf(await request(finance, itemId))).toBe("already_refunded");
    const notices = await rows(product, "select from notices where owner_id = $1 and kind = 'refund_initiated'", [
      payer.id,
    ]);
    expect(notices).toHaveLength(1);
  });

  test("repeats the first response for the same Idempotency-Key [OC-18]", async () => {
    const { itemId } = await paidRequest();
    const key = { "idempotency-key": randomUUID() };
    const body = { requestId: itemId, reason: "a test" };
    const [first, again] = [await finance.post("/refunds", body, key), await finance.post("/refunds", body, key)];
    expect([again.statusCode, again.body]).toEqual([202, first.body]);
    await decide(finance, idOf(first), "cancel");
  });

  test("is shown on the page of its request while it waits [OC-10]", async () => {
    const { itemId } = await paidRequest();
    await open(finance, user.id);
    const shown = async () =>
      json<{ refund: object | null; isRefundable: boolean }>(await finance.get(`/requests/${itemId}`));
    expect(await shown()).toMatchObject({ refund: null, isRefundable: true });
    const id = idOf(await request(finance, itemId, { amount: "100" }));
    const waiting = { amount: { currency: "NGN", minor: 100 }, state: "requested", reason: "source was wrong" };
    expect(await shown()).toMatchObject({ refund: waiting, isRefundable: false });
    await decide(second, id, "reject");
    expect(await shown()).toMatchObject({ refund: null, isRefundable: true });
    await decide(second, idOf(await request(finance, itemId)));
    expect(await shown()).toMatchObject({ refund: { state: "paid" }, isRefundable: false });
  });

  test("may be requested again after a rejection [OC-10]", async () => {
    const { itemId } = await paidRequest();
    const id = idOf(await request(finance, itemId, { amount: "100" }));
    expect((await decide(second, id, "reject")).statusCode).toBe(200);
    const again = await request(finance, itemId, { amount: "100" });
    expect(again.statusCode).toBe(202);
    expect((await decide(second, idOf(again))).statusCode).toBe(200);
    const [refund] = await rows<{ amount_minor: bigint }>(
      product,
      "select amount_minor from operator_refunds where item_id = $1",
      [itemId],
    );
    expect(String(refund?.amount_minor)).toBe("10000");
  });

  test("is rejected when the account was closed in between [OC-10]", async () => {
    const payer = await product.user({ NGN: 588_00n });
    const { itemId } = await paidRequest(payer);
    const id = idOf(await request(finance, itemId));
    const closed = await payer.post("/user/close", { confirm: "close" });
    if (closed.statusCode !== 200)
      await rows(
        product,
        `update users set email = 'closed-' || id || '@invalid', first_name = 'Closed', last_name = 'account', phone = null,
         email_verified_at = null, closed_at = now() where id = $1`,
        [payer.id],
      );
    expect(codeOf(await decide(second, id))).toBe("facts_changed");
    expect(await rows(product, "select from operator_refunds where item_id = $1", [itemId])).toHaveLength(0);
  });

  test("needs a second active operator [OC-11]", async () => {
    const { itemId } = await paidRequest();
    await rows(product, "update operators set state = 'disabled', disabled_at = now() where id = $1", [second.id]);
    try {
      expect(codeOf(await request(finance, itemId))).toBe("second_operator_needed");
    } finally {
      await rows(product, "update operators set state = 'active', disabled_at = null where id = $1", [second.id]);
    }
  });

  test("of a charge that was not kept, or of more than was paid, is rejected", async () => {
    const unpaid = await product.purchase(user);
    expect(codeOf(await request(finance, unpaid.itemId))).toBe("not_refundable");
    const { itemId } = await paidRequest();
    expect(codeOf(await request(finance, itemId, { amount: "100000" }))).toBe("not_refundable");
    expect(codeOf(await request(finance, randomUUID()))).toBe("not_found");
  });

  test("does nothing when its audit row cannot be written [OC-18]", async () => {
    const payer = await product.user({ NGN: 10_000_00n });
    const { itemId } = await paidRequest(payer);
    const id = idOf(await request(finance, itemId));
    const before = await product.wallets(payer);
    await rows(
      product,
      "alter table audit_log add constraint no_approval check (action <> 'approval_approved') not valid",
    );
    try {
      expect((await decide(second, id)).statusCode).toBe(500);
      expect(await product.wallets(payer)).toEqual(before);
      expect(await rows(product, "select from operator_refunds where item_id = $1", [itemId])).toHaveLength(0);
    } finally {
      await rows(product, "alter table audit_log drop constraint no_approval");
    }
    expect((await decide(second, id)).statusCode).toBe(200);
  });
});

describe("the audit log", () => {
  test("is searched by operator, action and object, page by page [OC-17]", async () => {
    const auditor = await operatorConsole.operator("auditor");
    await open(support, user.id);
    const search = async (query: string) =>
      json<{ rows: { actor: string; action: string; objectId: string }[]; next: string | null }>(
        await auditor.get(`/audit?${query}`),
      );
    const found = await search(`actorId=${support.id}&action=account_opened&objectId=${user.id}`);
    expect(found.rows.length).toBeGreaterThan(0);
    expect(new Set(found.rows.map(({ action }) => action))).toEqual(new Set(["account_opened"]));
    const first = await search("");
    expect(first.rows).toHaveLength(50);
    const next = await search(`after=${first.next}`);
    expect(next.rows[0]).not.toEqual(first.rows[0]);
    expect((await search("from=2020-01-01&to=2020-01-02")).rows).toEqual([]);
    expect(codeOf(await auditor.post(`/accounts/${user.id}/end-sign-ins`, { reason: "x" }))).toBe(
      "operator_right_missing",
    );
  });
});
