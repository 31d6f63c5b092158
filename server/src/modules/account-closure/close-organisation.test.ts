import { formatMinor } from "@idanimo/contract/money";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, creditWallet, type TestApp } from "../../testing/app.ts";
import {
  completeLookup,
  payPurchase,
  readRequestState,
  requestConsent,
  submitDecision,
} from "../../testing/lookup-steps.ts";
import {
  addMember,
  createBusiness,
  createOrganisation,
  insertMember,
  outcome,
  type TestMember,
} from "../../testing/organisation-steps.ts";

let app: TestApp;
beforeAll(async () => void (app = await createTestApp()));
afterEach(async () => {
  await app.drainQueue();
  await app.checkInvariants();
  expect(app.jobFailures()).toEqual([]);
  await app.setClockOffset(0);
});
afterAll(() => app.close());

const bank = { way: "bank", bankName: "First Bank", accountNumber: "0123456789", accountName: "Kano Traders" } as const;
type Choice = { readonly way: "none" | "give_up" } | (Omit<typeof bank, "accountNumber"> & { accountNumber: string });

const balanceOf = async ({ organisationId }: TestMember) =>
  (
    await app.owner.query<{ minor: bigint }>(
      "select balance_minor as minor from ledger_accounts where owner_id = $1 and kind = 'wallet' and currency = 'NGN'",
      [organisationId],
    )
  ).rows[0]?.minor ?? 0n;

/** Sends the call with what the wallet contains now. */
async function close(by: TestMember, choice: Choice = { way: "none" }) {
  const minor = await balanceOf(by);
  const shown = minor > 0n ? [{ currency: "NGN", amount: formatMinor(minor) }] : [];
  return by.post("/organisation/close", {
    confirm: "CLOSE",
    balance: choice.way === "none" ? choice : { ...choice, shown },
  });
}
const stateOf = (response: { json(): unknown }) => {
  const body = response.json() as { state?: string; code?: string };
  return body.state ?? body.code;
};
const pendingOf = async (by: TestMember) =>
  (await by.get("/organisation/close")).json<{ needsSecondOwner: boolean; pending: { own: boolean } | null }>();
const noticesOf = async (member: TestMember) =>
  (await member.own.get("/user/notices")).json<{ notices: { text: string }[] }>().notices.map(({ text }) => text);
const mailsTo = async ({ email }: { readonly email: string }) => {
  await app.drainQueue();
  return app.providers.mail.sent.filter(({ to }) => to === email).map(({ subject }) => subject);
};

describe("an organisation with one owner", () => {
  test("closes at once: its balance is paid out, and no one can act for it [TM-16 R-11]", async () => {
    const owner = await createOrganisation(app, { NGN: 7_000_00n });
    const clerk = await addMember(app, owner, ["requester"]);
    expect(outcome(await clerk.post("/organisation/close", { confirm: "CLOSE", balance: { way: "none" } }))).toBe(
      "403 right_missing",
    );
    expect(stateOf(await close(owner))).toBe("balance_left");
    expect(await pendingOf(owner)).toEqual({ needsSecondOwner: false, pending: null });
    expect(stateOf(await close(owner, bank))).toBe("closed");
    expect(await balanceOf(owner)).toBe(0n);
    const cases = await app.owner.query("select kind, detail from cases where object_id = $1", [owner.organisationId]);
    expect(cases.rows).toEqual([{ kind: "pay_out", detail: "700000 NGN" }]);
    for (const member of [owner, clerk]) {
      expect(outcome(await member.get("/organisation"))).toBe("404 not_found");
      expect(outcome(await member.get("/user/matching-requests"))).toBe("404 not_found");
      expect((await member.own.get("/organisations")).json()).toEqual({ organisations: [] });
      expect(outcome(await member.own.get("/user/profile"))).toBe("done");
      expect(await noticesOf(member)).toContainEqual(expect.stringMatching(/^Kano Traders was closed by its owners/));
    }
    expect(await mailsTo(owner)).toContain("Your organisation was closed");
    const audited = await app.owner.query(
      "select actor_id, reason from audit_log where action = 'organisation_closed' and organisation_id = $1",
      [owner.organisationId],
    );
    expect(audited.rows).toEqual([{ actor_id: owner.id, reason: "bank" }]);
    await app.drainQueue();
    expect(await app.keys.find(owner.organisationId)).toBeUndefined();
    expect(await app.keys.find(owner.id)).toBeDefined();
  });

  test("ends its invitations, rules, caps, domains and waiting approvals [TM-16]", async () => {
    const owner = await createBusiness(app, { NGN: 10_000_00n });
    const clerk = await insertMember(app, owner.organisationId, ["requester"]);
    await owner.post("/organisation/invitations", { email: `late-${owner.id}@example.test`, roles: ["reader"] });
    const rule = { searchTypes: ["nin"], purposes: [], above: null, enabled: true };
    await owner.post("/organisation/approval-rules", rule);
    const cap = {
      appliesTo: "role",
      subjectId: "requester",
      period: "day",
      searchType: null,
      amount: "9000",
      count: null,
    };
    expect(outcome(await owner.post("/organisation/caps", cap))).toBe("done");
    expect(outcome(await owner.post("/organisation/domains", { domain: "closing-traders.example" }))).toBe("done");
    const { sessionCode, transactionID, amount, id } = await app.purchase(clerk);
    const asked = await clerk.post("/transaction/wallet-payment", { sessionCode, transactionID, amount });
    expect(asked.statusCode).toBe(202);
    expect(stateOf(await close(owner, { way: "give_up" }))).toBe("closed");
    const left = await app.owner.query(
      `select (select count(*)::int from invitations where organisation_id = $1 and used_at is null and revoked_at is null) as invitations,
         (select count(*)::int from spending_caps where organisation_id = $1) as caps,
         (select count(*)::int from approval_rules where organisation_id = $1) as rules,
         (select count(*)::int from domains where organisation_id = $1) as domains,
         (select count(*)::int from approvals where organisation_id = $1 and state = 'pending') as approvals,
         (select state from purchases where id = $2) as purchase`,
      [owner.organisationId, id],
    );
    expect(left.rows).toEqual([{ invitations: 0, caps: 0, rules: 0, domains: 0, approvals: 0, purchase: "abandoned" }]);
  });

  test("waits for checks in progress, and ends requests to people [TM-16]", async () => {
    const owner = await createBusiness(app, { NGN: 50_000_00n });
    const [granted, open] = [await requestConsent(app, owner), await requestConsent(app, owner)];
    await submitDecision(app, granted.token, "grant");
    const bought = await app.purchase(owner);
    await payPurchase(owner, bought);
    expect(stateOf(await close(owner, { way: "give_up" }))).toBe("work_under_way");
    await app.drainQueue();
    expect(stateOf(await close(owner, { way: "give_up" }))).toBe("closed");
    await app.drainQueue();
    await app.runSchedule("purge_due");
    for (const { itemId } of [granted, open]) expect((await readRequestState(app, itemId))?.consent).toBe("terminated");
    expect((await app.keys.findAll([granted.itemId, open.itemId])).size).toBe(0);
    expect((await app.owner.query("select from results where owner_id = $1", [owner.id])).rowCount).toBe(0);
  });

  test("is not closed by its members' requests at the same time [TM-16]", async () => {
    const owner = await createOrganisation(app, { NGN: 900_00n });
    const states = await Promise.all([close(owner, bank), close(owner, bank)]);
    expect(states.map(stateOf).toSorted()).toEqual(["closed", "not_found"]);
    expect((await app.owner.query("select from pay_outs where owner_id = $1", [owner.organisationId])).rowCount).toBe(
      1,
    );
  });
});

describe("an organisation with two owners", () => {
  test("closes when the second owner confirms the same choice [TM-16]", async () => {
    const owner = await createOrganisation(app, { NGN: 5_000_00n });
    const second = await addMember(app, owner, ["owner"], "Chidi");
    const admin = await addMember(app, owner, ["admin"]);
    expect(stateOf(await close(owner, bank))).toBe("awaiting_owner");
    expect(await balanceOf(owner)).toBe(5_000_00n);
    expect(await noticesOf(second)).toContainEqual(expect.stringMatching(/^Amina Okoye asks to close Kano Traders/));
    expect(await mailsTo(second)).toContain("Confirm that your organisation closes");
    expect(await pendingOf(second)).toMatchObject({
      needsSecondOwner: true,
      pending: { requestedBy: "Amina Okoye", own: false, way: "bank", accountEnding: "6789" },
    });
    const stored = await app.owner.query<{ row: string }>(
      "select a::text as row from approvals a where organisation_id = $1",
      [owner.organisationId],
    );
    expect(stored.rows[0]?.row).not.toMatch(/0123456789|First Bank/);
    // only owners decide, and not as about a purchase
    const approvals = (await admin.get("/organisation/approvals?state=waiting")).json<{ approvals: object[] }>();
    expect(approvals.approvals).toEqual([]);
    const waiting = await app.owner.query<{ id: string }>("select id from approvals where organisation_id = $1", [
      owner.organisationId,
    ]);
    for (const by of [admin, second])
      expect(
        outcome(
          await by.post(`/organisation/approvals/${waiting.rows[0]?.id}/decide`, { decision: "reject", reason: "No" }),
        ),
      ).toBe("404 not_found");
    expect(stateOf(await close(owner, bank))).toBe("awaiting_owner"); // again by the same owner
    expect(stateOf(await close(second, { ...bank, accountNumber: "9876543210" }))).toBe("closing_differs");
    expect(stateOf(await close(second, { way: "give_up" }))).toBe("closing_differs");
    expect(stateOf(await close(second, bank))).toBe("closed");
    expect(await balanceOf(owner)).toBe(0n);
    for (const one of [owner, second]) expect(await mailsTo(one)).toContain("Your organisation was closed");
    const states = await app.owner.query<{ state: string }>(
      "select state from approvals where organisation_id = $1 order by requested_at",
      [owner.organisationId],
    );
    expect(states.rows.map(({ state }) => state)).toEqual(["cancelled", "approved"]);
  });

  test("stays open when one rejects or withdraws, or after 7 days [TM-16]", async () => {
    const owner = await createOrganisation(app);
    const second = await addMember(app, owner, ["owner"], "Chidi");
    expect(stateOf(await close(owner))).toBe("awaiting_owner");
    expect(outcome(await second.remove("/organisation/close"))).toBe("done");
    expect(await noticesOf(owner)).toContain("Kano Traders was not closed: Chidi Okoye rejected the request.");
    expect(await pendingOf(owner)).toEqual({ needsSecondOwner: true, pending: null });

    expect(stateOf(await close(second))).toBe("awaiting_owner");
    expect(outcome(await second.remove("/organisation/close"))).toBe("done");
    expect(await noticesOf(owner)).toContain("Kano Traders was not closed: Chidi Okoye withdrew the request.");

    expect(stateOf(await close(owner))).toBe("awaiting_owner");
    await app.setClockOffset(7 * 86_400_000 + 60_000);
    await app.owner.query("update sign_ins set ends_at = product_now() + interval '1 day', seen_at = product_now()");
    await app.runSchedule("expire_approvals");
    const notice = "Kano Traders was not closed: no other owner confirmed within 7 days.";
    for (const one of [owner, second]) expect(await noticesOf(one)).toContain(notice);
    expect(await pendingOf(second)).toEqual({ needsSecondOwner: true, pending: null });
  });

  test("asks again if the one who asked is no owner any more [TM-16]", async () => {
    const owner = await createOrganisation(app);
    const second = await addMember(app, owner, ["owner"], "Chidi");
    const third = await addMember(app, owner, ["owner"], "Dayo");
    expect(stateOf(await close(owner))).toBe("awaiting_owner");
    await second.post(`/organisation/members/${owner.id}`, { roles: ["reader"] });
    expect(await pendingOf(second)).toEqual({ needsSecondOwner: true, pending: null });
    expect(stateOf(await close(second))).toBe("awaiting_owner");
    expect(stateOf(await close(third))).toBe("closed");
  });

  test("with one owner left closes alone", async () => {
    const owner = await createOrganisation(app);
    const second = await addMember(app, owner, ["owner"], "Chidi");
    expect(stateOf(await close(owner))).toBe("awaiting_owner");
    expect(outcome(await second.remove(`/organisation/members/${second.id}`))).toBe("done");
    expect(stateOf(await close(owner))).toBe("closed");
  });
});

describe("the account of the same id as its closed organisation", () => {
  test("signs in, has no rights there, and can close too [TM-16 TM-15]", async () => {
    const owner = await createBusiness(app, { NGN: 10_000_00n });
    await completeLookup(app, owner);
    expect(stateOf(await close(owner, { way: "give_up" }))).toBe("closed");
    const profile = (await owner.own.get("/user/profile")).json<object>();
    expect(profile).toMatchObject({
      email: owner.email,
      businessName: null,
      organisation: { id: owner.id, name: "Closed organisation", rights: [] },
    });
    expect(outcome(await owner.own.get("/user/matching-requests"))).toBe("403 right_missing");
    const quote = await owner.own.post("/verification/quote", { searches: [{ type: "nin", records: 1 }] });
    expect(outcome(quote)).toBe("403 right_missing");
    expect(outcome(await owner.own.post("/user/update", { firstName: "Ada" }))).toBe("done");
    const made = await owner.own.post("/organisations", { name: "Ada's Second" });
    expect(outcome(made)).toBe("done");
    await app.drainQueue();
    expect(await app.keys.find(owner.id)).toBeDefined(); // the account's own
    await creditWallet(app, owner.id, "NGN", 100n); // late money: an operator decides
    expect(
      (await app.owner.query("select from cases where kind = 'money_after_closure' and object_id = $1", [owner.id]))
        .rowCount,
    ).toBe(1);
    const other = made.json<{ organisation: { organisationId: string } }>().organisation.organisationId;
    expect(
      outcome(
        await owner.send("POST", "/organisation/close", { confirm: "CLOSE", balance: { way: "none" } }, app.app, {
          "idanimo-organisation": other,
        }),
      ),
    ).toBe("done");
    expect(outcome(await owner.own.post("/user/close", { confirm: "CLOSE", balance: { way: "none" } }))).toBe("done");
    await app.drainQueue();
    expect(await app.keys.find(owner.id)).toBeUndefined();
  });
});
