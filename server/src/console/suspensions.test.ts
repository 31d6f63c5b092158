import { suspensionReasons } from "@idanimo/contract/suspensions";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, randomNin, type TestApp, type TestUser } from "../testing/app.ts";
import { codeOf, createTestConsole, json, rows, type TestConsole, type TestOperator } from "../testing/console.ts";
import { requestConsent, submitDecision } from "../testing/lookup-steps.ts";
import { addMember, createOrganisation } from "../testing/organisation-steps.ts";

/** Suspensions of accounts and organisations by operators. [OC-08 OC-09] */

let product: TestApp;
let operatorConsole: TestConsole;
let support: TestOperator;
let second: TestOperator;
let owner: TestOperator;
beforeAll(async () => {
  product = await createTestApp();
  operatorConsole = await createTestConsole(product);
  support = await operatorConsole.operator("support");
  second = await operatorConsole.operator("support");
  owner = await operatorConsole.operator("owner");
});
afterEach(() => product.checkInvariants());
afterAll(() => product.close());

const open = (operator: TestOperator, id: string) => operator.post(`/accounts/${id}/open`, { reason: "security" });
async function suspend(operator: TestOperator, id: string, reasonCode = "misuse") {
  await open(operator, id);
  return operator.post(`/accounts/${id}/suspend`, { reasonCode, reason: "ticket 4711" });
}
const end = (operator: TestOperator, id: string) =>
  operator.post(`/accounts/${id}/end-suspension`, { reason: "checked" });
const buy = (user: Pick<TestUser, "post">) =>
  user.post("/verification/session", { nin: randomNin(), currency: "NGN", purpose: { code: "employment" } });
const mailsTo = async (id: string) =>
  (await rows(product, "select from outbox_messages where key_id = $1 and kind = 'support_notice'", [id])).length;
const noticesOf = async (id: string) =>
  (
    await rows<{ kind: string }>(
      product,
      "select kind from notices where owner_id = $1 and kind like 'support%' order by created_at, id",
      [id],
    )
  ).map(({ kind }) => kind);
const openReviews = (id: string) =>
  rows<{ detail: string; due: string }>(
    product,
    "select detail, to_char(due_at at time zone 'UTC', 'YYYY-MM-DD') as due from cases where kind = 'suspension_review' and object_id = $1 and closed_at is null",
    [id],
  );

describe("a suspension", () => {
  test("by support takes effect at once, tells the owner by email, and is reviewed", async () => {
    const user = await product.user({ NGN: 10_000_00n });
    expect((await buy(user)).statusCode).toBe(200);
    const response = await suspend(support, user.id);
    expect(response.statusCode).toBe(200);
    const { reviewBy } = json<{ reviewBy: string }>(response);
    const days = (Date.parse(reviewBy) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(2.9);
    expect(days).toBeLessThan(5.1);
    const refused = await buy(user);
    expect([refused.statusCode, codeOf(refused)]).toEqual([403, "account_suspended"]);
    expect(refused.body).toMatch(/export your data.*help@/);
    const profile = json<{ suspension: object }>(await user.get("/user/profile"));
    expect(profile.suspension).toMatchObject({ reason: suspensionReasons.misuse, ofOrganisation: false });
    await product.drainQueue();
    expect(await noticesOf(user.id)).toEqual(["support_viewed", "support_suspended"]);
    expect(await mailsTo(user.id)).toBe(1);
    expect(await openReviews(user.id)).toEqual([{ detail: "misuse", due: reviewBy.slice(0, 10) }]);
    expect(codeOf(await suspend(support, user.id))).toBe("already_suspended");

    expect(json(await end(support, user.id))).toEqual({ result: "success" });
    expect((await buy(user)).statusCode).toBe(200);
    expect(codeOf(await end(support, user.id))).toBe("not_suspended");
    expect(await openReviews(user.id)).toEqual([]);
    const audited = await rows<{ action: string }>(
      product,
      "select action from audit_log where object_id = $1 and actor_kind = 'operator' order by at, id",
      [user.id],
    );
    expect(audited.map(({ action }) => action)).toEqual([
      "account_opened",
      "account_suspended",
      "account_opened",
      "account_suspension_ended",
    ]);
  });

  test("by an owner of the installation opens no case", async () => {
    const user = await product.user();
    expect(json(await suspend(owner, user.id))).toEqual({ result: "success", reviewBy: null });
    expect(await openReviews(user.id)).toEqual([]);
  });

  test("needs a reason for the account, a code of the list, and a note without a number", async () => {
    const user = await product.user();
    const body = { reasonCode: "misuse", reason: "ticket 4711" };
    const send = (changes: object) => support.post(`/accounts/${user.id}/suspend`, { ...body, ...changes });
    expect(codeOf(await send({}))).toBe("reason_needed");
    await open(support, user.id);
    for (const changes of [{ reasonCode: "because" }, { reason: "" }, { reason: "called from 0803 555 1122" }])
      expect([changes, (await send(changes)).statusCode]).toEqual([changes, 400]);
    expect((await support.get(`/accounts/${user.id}`)).body).toContain('"suspensions":[]');
  });

  test("that followed a report ends only when a second operator approves", async () => {
    const user = await product.user({ NGN: 10_000_00n });
    expect((await suspend(support, user.id, "report")).statusCode).toBe(200);
    const requested = await end(support, user.id);
    expect(requested.statusCode).toBe(202);
    expect(codeOf(await buy(user))).toBe("account_suspended");
    const { approvalId } = json<{ approvalId: string }>(requested);
    const decide = (operator: TestOperator) =>
      operator.post(`/approvals/${approvalId}/decide`, { decision: "approve" });
    expect(codeOf(await decide(support))).toBe("own_request");
    expect((await decide(second)).statusCode).toBe(200);
    expect((await buy(user)).statusCode).toBe(200);
    const details = json<{ suspensions: { endedBy: string }[] }>(await support.get(`/accounts/${user.id}`));
    expect(details.suspensions).toHaveLength(1);
    expect(details.suspensions[0]?.endedBy).not.toBeNull();
  });

  test("lets running requests finish, and their results be read", async () => {
    const user = await product.user({ NGN: 10_000_00n });
    const pending = await requestConsent(product, user);
    await suspend(support, user.id);
    await submitDecision(product, pending.token, "grant");
    await product.drainQueue();
    const [item] = await rows<{ outcome: string }>(product, "select outcome from purchase_items where id = $1", [
      pending.itemId,
    ]);
    expect(item?.outcome).toBe("DELIVERED");
    expect((await user.get(`/verification/session/${pending.sessionCode}`)).statusCode).toBe(200);
  });
});

describe("a suspended organisation", () => {
  test("stops all its members for it, and none of them for themselves [OC-09]", async () => {
    const founder = await createOrganisation(product, { NGN: 10_000_00n });
    const id = founder.organisationId;
    const member = await addMember(product, founder, ["requester"]);
    expect((await buy(member)).statusCode).toBe(200);
    await suspend(support, id);
    expect(codeOf(await buy(member))).toBe("account_suspended");
    expect((await buy(member.own)).statusCode).toBe(200);
    const profile = json<{ suspension: { ofOrganisation: boolean } }>(await member.get("/user/profile"));
    expect(profile.suspension.ofOrganisation).toBe(true);
    expect(json<{ suspension: null }>(await member.own.get("/user/profile")).suspension).toBeNull();
    await product.drainQueue();
    expect(await noticesOf(founder.id)).toEqual(["support_viewed", "support_suspended"]);
    expect(await mailsTo(founder.id)).toBe(1);
    expect(await noticesOf(member.id)).toEqual([]);
  });

  test("has a page with members, roles and owners, who get a notice of the view [OC-06]", async () => {
    const founder = await createOrganisation(product, { name: "Ibadan Movers" });
    const id = founder.organisationId;
    const member = await addMember(product, founder, ["requester"]);
    const found = await support.post("/find", { value: "ibadan movers", reason: "asked_us" });
    expect(json(found)).toEqual({ kind: "account", id, accountId: id });
    expect(codeOf(await support.get(`/accounts/${id}`))).toBe("reason_needed");
    await open(support, id);
    const page = json<{ maskedEmail: null; organisation: object }>(await support.get(`/accounts/${id}`));
    expect(page.maskedEmail).toBeNull();
    expect(page.organisation).toMatchObject({
      name: "Ibadan Movers",
      members: 2,
      suspendedMembers: 0,
      roles: [
        { role: "owner", members: 1 },
        { role: "requester", members: 1 },
      ],
      owners: [{ id: founder.id }],
    });
    expect(await noticesOf(founder.id)).toEqual(["support_viewed"]);
    expect(await noticesOf(member.id)).toEqual([]);
    expect(codeOf(await support.post(`/accounts/${id}/end-sign-ins`, { reason: "a test" }))).toBe("not_found");
  });

  test("is refused also to a member whose own account is suspended", async () => {
    const founder = await createOrganisation(product, { NGN: 10_000_00n });
    await suspend(support, founder.id);
    expect(codeOf(await buy(founder))).toBe("account_suspended");
  });
});

test("an account's limits are shown while they are reached", async () => {
  const user = await product.user();
  await open(support, user.id);
  const limits = async () => json<{ limits: { label: string }[] }>(await support.get(`/accounts/${user.id}`)).limits;
  expect(await limits()).toEqual([]);
  while ((await operatorConsole.deps.limits.consume("bulk_account", user.id)).ok);
  expect((await limits()).map(({ label }) => label)).toEqual(["Bulk files in a day"]);
});
