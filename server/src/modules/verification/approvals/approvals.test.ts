import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { searchTypes } from "@idanimo/contract/catalogue";
import { purposeCodes } from "@idanimo/contract/consent";
import { needsApproval } from "@idanimo/contract/organisations/approvals";
import { randomIds } from "../../../kernel/ids.ts";
import { createTestApp, type TestApp, type TestPurchase } from "../../../testing/app.ts";
import { insertMember, createBusiness, type TestMember } from "../../../testing/organisation-steps.ts";

let app: TestApp;
beforeAll(async () => void (app = await createTestApp()));
afterEach(async () => {
  await app.setClockOffset(0);
  await app.checkInvariants();
});
afterAll(() => app.close());

const ninMinor = 588_00n;
const codeOf = (response: { body: string }) => {
  const body = JSON.parse(response.body) as { code?: string; state?: string; status?: unknown };
  return body.code ?? body.state ?? body.status;
};
const pay = (member: TestMember, { sessionCode, transactionID, amount }: TestPurchase, headers = {}) =>
  member.post("/transaction/wallet-payment", { sessionCode, transactionID, amount }, headers);

test("a rule may name every kind and purpose [TM-07]", async () => {
  const owner = await createBusiness(app);
  const everything = { searchTypes: [...searchTypes], purposes: [...purposeCodes], above: null, enabled: true };
  expect((await owner.post("/organisation/approval-rules", everything)).statusCode).toBe(200);
});

/** An organisation in which every NIN check needs an approval, and a check that waits for it. */
async function requestCheck(balance = 10_000_00n) {
  const owner = await createBusiness(app, { NGN: balance });
  const member = await insertMember(app, owner.organisationId, ["requester"]);
  const rule = await owner.post("/organisation/approval-rules", {
    searchTypes: ["nin"],
    purposes: [],
    above: null,
    enabled: true,
  });
  expect(rule.statusCode).toBe(200);
  const bought = await app.purchase(member);
  const asked = await pay(member, bought);
  expect(asked.statusCode).toBe(202);
  const { approvalId } = asked.json<{ approvalId: string }>();
  return {
    owner,
    member,
    bought,
    approvalId,
    decide: (by: TestMember, input: object) => by.post(`/organisation/approvals/${approvalId}/decide`, input),
    approve: (by: TestMember, confirmedTotal = "588") =>
      by.post(`/organisation/approvals/${approvalId}/decide`, { decision: "approve", confirmedTotal }),
    state: async () =>
      (await app.owner.query<{ state: string }>("select state from purchases where id = $1", [bought.id])).rows[0]
        ?.state,
  };
}

describe("needsApproval", () => {
  const nin = { searchTypes: ["nin" as const], purpose: "employment" as const, nairaMinor: 588_00n };
  const all = { searchTypes: [], purposes: [], above: null };
  test.each([
    { rules: [], needed: false, title: "no rule" },
    { rules: [all], needed: true, title: "a rule for everything" },
    { rules: [{ ...all, searchTypes: ["bvn" as const] }], needed: false, title: "another kind" },
    { rules: [{ ...all, above: 588_00n }], needed: false, title: "exactly the amount" },
    { rules: [{ ...all, above: 587_99n }], needed: true, title: "a kobo above the amount" },
    { rules: [{ ...all, purposes: ["sale" as const] }], needed: false, title: "another purpose" },
    { rules: [{ ...all, purposes: ["employment" as const], above: 1n }], needed: true, title: "purpose and amount" },
  ])("is $needed for $title [TM-07]", ({ rules, needed }) => {
    expect(needsApproval(rules, nin)).toBe(needed);
  });
});

describe("a purchase that needs an approval", () => {
  test("moves no money and contacts no one before it is approved [TM-07]", async () => {
    const { owner, member, bought, approvalId, state, approve } = await requestCheck();
    await app.drainQueue();
    expect(await app.wallets(owner)).toMatchObject({ NGN: 10_000_00n });
    expect(app.providers.personRecords.asked.some(({ nin }) => nin === bought.nin)).toBe(false);
    expect((await pay(member, bought)).json()).toEqual({ state: "awaiting_approval", approvalId });
    expect((await member.get(`/verification/session/${bought.sessionCode}`)).json()).toMatchObject({
      state: "awaiting_approval",
      needsApproval: true,
      approval: { id: approvalId, state: "pending" },
    });
    expect(codeOf(await approve(owner))).toBe("approved");
    expect(await app.transfers(owner)).toEqual(["VERIFICATION wallet>revenue 50000", "VERIFICATION wallet>tax 8800"]);
    expect(await state()).toBe("paid");
    await app.drainQueue();
    expect(app.providers.personRecords.asked.some(({ nin }) => nin === bought.nin)).toBe(true);
    expect(codeOf(await approve(owner))).toBe("already_decided");
  });

  test("waits for its quote's minutes and longer, and keeps what was entered [TM-07]", async () => {
    const { owner, approve } = await requestCheck();
    await app.setClockOffset(6 * 86_400_000);
    await app.runSchedule("expire_approvals");
    await app.runSchedule("purge_due");
    await app.drainQueue();
    expect(codeOf(await approve(owner))).toBe("approved");
  });

  test("returns the first response for a repeated key, and requests once [TM-07]", async () => {
    const { member } = await requestCheck();
    const bought = await app.purchase(member);
    const key = { "idempotency-key": randomIds.publicId() };
    const [first, second] = [await pay(member, bought, key), await pay(member, bought, key)];
    expect([first.statusCode, second.json()]).toEqual([202, first.json()]);
  });

  test("is not offered card payment [TM-07]", async () => {
    const { member } = await requestCheck();
    const bought = await app.purchase(member);
    const body = { type: "VERIFICATION", amount: bought.amount, currency: "NGN", sessionCode: bought.sessionCode };
    expect(codeOf(await member.post("/payment/flexi-initiate", body))).toBe("approval_needed");
  });

  test("ends after seven days, and its requester gets a notice [TM-07]", async () => {
    const { owner, member, approve, state } = await requestCheck();
    await app.setClockOffset(7 * 86_400_000 + 1000);
    await app.runSchedule("expire_approvals");
    expect(await state()).toBe("abandoned");
    expect(codeOf(await approve(owner))).toBe("approval_ended");
    expect(await noticesOf(member)).toEqual(["approval_decided"]);
  });

  test("ends when the attempt to approve comes too late [TM-07]", async () => {
    const { owner, approve, state } = await requestCheck();
    await app.setClockOffset(7 * 86_400_000 + 1000);
    expect(codeOf(await approve(owner))).toBe("approval_ended");
    expect(await state()).toBe("abandoned");
  });

  test("is cancelled by its requester only [TM-07]", async () => {
    const { owner, member, bought, approve, state } = await requestCheck();
    const cancel = (by: TestMember) => by.post(`/verification/session/${bought.sessionCode}/cancel`, {});
    expect(codeOf(await cancel(owner))).toBe("not_found");
    expect((await cancel(member)).json()).toEqual({ result: "success" });
    expect(await state()).toBe("abandoned");
    expect(codeOf(await approve(owner))).toBe("already_decided");
  });
});

describe("removing a member", () => {
  test("cancels what they had sent for approval, and nothing of others [TM-07 TM-09]", async () => {
    const { owner, member, bought, approve, state } = await requestCheck();
    const other = await insertMember(app, owner.organisationId, ["requester"]);
    const theirs = await app.purchase(other);
    const { approvalId } = (await pay(other, theirs)).json<{ approvalId: string }>();
    expect((await owner.remove(`/organisation/members/${member.id}`)).statusCode).toBe(200);
    expect(await state()).toBe("abandoned");
    expect(codeOf(await approve(owner))).toBe("already_decided");
    await app.runSchedule("purge_due");
    const { rows } = await app.owner.query<{ purged: boolean }>(
      "select purged_at is not null as purged from verification_requests where id = $1",
      [bought.itemId],
    );
    expect(rows).toEqual([{ purged: true }]);
    const decision = { decision: "approve", confirmedTotal: "588" };
    expect(codeOf(await owner.post(`/organisation/approvals/${approvalId}/decide`, decision))).toBe("approved");
  });

  test("also cancels them for an admin, and when the member leaves [TM-07 TM-09]", async () => {
    const removed = await requestCheck();
    const admin = await insertMember(app, removed.owner.organisationId, ["admin"]);
    expect((await admin.remove(`/organisation/members/${removed.member.id}`)).statusCode).toBe(200);
    expect(await removed.state()).toBe("abandoned");
    const left = await requestCheck();
    expect((await left.member.remove(`/organisation/members/${left.member.id}`)).statusCode).toBe(200);
    expect(await left.state()).toBe("abandoned");
  });
});

const noticesOf = async ({ id }: TestMember) =>
  (
    await app.owner.query<{ kind: string }>("select kind from notices where owner_id = $1 order by created_at", [id])
  ).rows.map(({ kind }) => kind);

describe("deciding", () => {
  test("is up to another member with the right [TM-07]", async () => {
    const { owner, member, approvalId, approve, decide } = await requestCheck();
    expect(codeOf(await approve(member))).toBe("right_missing");
    await app.owner.query("update members set roles = '{admin}' where user_id = $1", [member.id]);
    expect(codeOf(await approve(member))).toBe("own_request");
    const stranger = await createBusiness(app);
    expect(
      codeOf(await stranger.post(`/organisation/approvals/${approvalId}/decide`, { decision: "reject", reason: "x" })),
    ).toBe("not_found");
    expect(codeOf(await decide(owner, { decision: "reject" }))).toBe("bad_input");
    expect(codeOf(await decide(owner, { decision: "reject", reason: "Ask HR first" }))).toBe("rejected");
    expect(await noticesOf(member)).toEqual(["approval_decided"]);
  });

  test("confirms a changed price [TM-07]", async () => {
    const { owner, bought, approve, state } = await requestCheck();
    await app.owner.query(
      `insert into price_items select item, product_now(), price_ngn + 10000, vat_ngn, service_ngn, price_usd, vat_usd, service_usd, processing_ngn, 'test'
       from price_items where item = 'nin' order by valid_from desc limit 1`,
    );
    try {
      const waiting = (await owner.get("/organisation/approvals?state=waiting")).json<{ approvals: unknown[] }>();
      expect(waiting.approvals).toMatchObject([
        { total: 588, totalNow: 688, own: false, searchTypes: ["nin"], checks: 1 },
      ]);
      const rejected = await approve(owner);
      expect(rejected.json()).toMatchObject({ status: 409, code: "price_changed", details: { total: "688" } });
      expect(await state()).toBe("awaiting_approval");
      expect(codeOf(await approve(owner, "688"))).toBe("approved");
      expect(await app.wallets(owner)).toMatchObject({ NGN: 10_000_00n - 688_00n });
      const { rows } = await app.owner.query("select total_minor from purchases where id = $1", [bought.id]);
      expect(rows).toEqual([{ total_minor: 688_00n }]);
    } finally {
      await app.owner.query(
        `insert into price_items select item, product_now(), price_ngn - 10000, vat_ngn, service_ngn, price_usd, vat_usd, service_usd, processing_ngn, 'test'
         from price_items where item = 'nin' order by valid_from desc limit 1`,
      );
    }
  });

  test("stays open while the balance is too low, or a cap is reached [TM-07]", async () => {
    const { owner, member, approve, state } = await requestCheck(ninMinor - 1n);
    expect(codeOf(await approve(owner))).toBe("wallet_balance_low");
    const cap = { appliesTo: "member", subjectId: member.id, period: "day", searchType: null, amount: null, count: 0 };
    await owner.post("/organisation/caps", cap);
    await app.owner.query(
      `insert into ledger_transfers (id, key, leg, from_account, to_account, currency, amount_minor, reason)
       select gen_random_uuid(), 'adjustment:' || gen_random_uuid(), 1, h.id, w.id, 'NGN', 100, 'ADJUSTMENT'
       from ledger_accounts h join ledger_accounts w on w.currency = h.currency
       where h.kind = 'adjustments' and h.currency = 'NGN' and w.owner_id = $1`,
      [owner.organisationId],
    );
    expect(codeOf(await approve(owner))).toBe("cap_reached");
    expect(await state()).toBe("awaiting_approval");
  });

  test("pays once when two members approve at the same time [TM-07]", async () => {
    const { owner, approve } = await requestCheck();
    const admin = await insertMember(app, owner.organisationId, ["admin"]);
    const both = await Promise.all([approve(owner), approve(admin)]);
    expect(both.map(codeOf).toSorted()).toEqual(["already_decided", "approved"]);
    expect(await app.wallets(owner)).toMatchObject({ NGN: 10_000_00n - ninMinor });
  });
});

test("the wizard learns caps and rules before anything is typed [TM-06 TM-07]", async () => {
  const { owner, member } = await requestCheck();
  const cap = { appliesTo: "member", subjectId: member.id, period: "day", searchType: null, amount: "1000", count: 1 };
  await owner.post("/organisation/caps", cap);
  const limits = async (by: { post: TestMember["post"] }, type: string, records = 1) =>
    (
      await by.post("/verification/limits", { searches: [{ type, options: [], records }], currency: "NGN" })
    ).json<unknown>();
  expect(await limits(member, "nin")).toMatchObject({
    needsApproval: true,
    caps: [{ period: "day", left: 1000, leftCount: 1, exceeded: false }],
  });
  expect(await limits(member, "bulk_nin", 2)).toMatchObject({ needsApproval: false, caps: [{ exceeded: true }] });
  expect(await limits(member.own, "nin")).toEqual({ caps: [], needsApproval: false, missingFacts: [] });
});

describe("what waits", () => {
  test("is counted for those who may decide, and listed for its requester [TM-08]", async () => {
    const { owner, member, bought, approvalId, approve } = await requestCheck();
    const own = async (by: TestMember) =>
      (await by.get("/verification/approvals")).json<{ approvals: unknown[] }>().approvals;
    const count = async (by: TestMember) => (await by.get("/organisation/approvals/count")).json<unknown>();
    expect(await count(owner)).toEqual({ waiting: 1 });
    expect(codeOf(await member.get("/organisation/approvals/count"))).toBe("right_missing");
    expect(await own(member)).toMatchObject([
      { id: approvalId, sessionCode: bought.sessionCode, searchTypes: ["nin"], total: 588 },
    ]);
    expect(JSON.stringify(await own(member))).not.toContain(bought.nin);
    expect([await own(owner), (await member.own.get("/verification/approvals")).json<unknown>()]).toEqual([
      [],
      { approvals: [] },
    ]);
    await app.owner.query("update members set roles = '{admin}' where user_id = $1", [member.id]);
    expect(await count(member)).toEqual({ waiting: 0 }); // their own they may not decide
    await approve(owner);
    expect([await count(owner), await own(member)]).toEqual([{ waiting: 0 }, []]);
  });
});

describe("approvers", () => {
  test("and requesters get links that name the organisation [TM-08]", async () => {
    const { owner, member, bought, approve } = await requestCheck();
    await approve(owner);
    const { rows } = await app.owner.query<{ link: string }>(
      "select link from notices where owner_id in ($1, $2) and kind like 'approval%' order by created_at",
      [owner.id, member.id],
    );
    expect(rows.map(({ link }) => link)).toEqual([
      `/organisation/approvals?organisation=${owner.organisationId}`,
      `/approval/${bought.sessionCode}?organisation=${owner.organisationId}`,
    ]);
  });

  test("get a notice and an email; the requester gets the decision [TM-08]", async () => {
    const { owner, member, approve } = await requestCheck();
    await app.drainQueue();
    expect(await noticesOf(owner)).toEqual(["approval_requested"]);
    const { rows } = await app.owner.query("select kind, channel from outbox_messages where key_id = $1", [owner.id]);
    expect(rows).toEqual([{ kind: "approval_requested", channel: "mail" }]);
    await approve(owner);
    expect(await noticesOf(member)).toEqual(["approval_decided"]);
  });
});
