import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../testing/app.ts";
import { codeOf, createTestConsole, json, rows, type TestConsole, type TestOperator } from "../testing/console.ts";

/** What support does for an account holder: sends the confirmation again, and removes a lost phone number. [OC-08] */

let product: TestApp;
let operatorConsole: TestConsole;
let support: TestOperator;
let second: TestOperator;
let finance: TestOperator;
beforeAll(async () => {
  product = await createTestApp();
  operatorConsole = await createTestConsole(product);
  support = await operatorConsole.operator("support");
  finance = await operatorConsole.operator("finance");
});
afterEach(async () => {
  await product.setClockOffset(0);
  await product.drainQueue();
  await product.checkInvariants();
  expect(product.jobFailures()).toEqual([]);
});
afterAll(() => product.close());

const reason = "ticket 4711";
const open = (operator: TestOperator, id: string) => operator.post(`/accounts/${id}/open`, { reason: "asked_us" });
const noticesOf = async (id: string) =>
  (
    await rows<{ kind: string }>(product, "select kind from notices where owner_id = $1 order by created_at, id", [id])
  ).map(({ kind }) => kind);
const auditOf = (id: string, action: string) =>
  rows<{ actor_id: string; reason: string }>(
    product,
    "select actor_id, reason from audit_log where object_id = $1 and action = $2 order by at",
    [id, action],
  );
type Message = { id: string; kind: string; state: string; canResend: boolean };
const messagesOf = async (operator: TestOperator, id: string) =>
  json<{ messages: Message[] }>(await operator.get(`/accounts/${id}`)).messages;
const mailsTo = (email: string) => product.providers.mail.sent.filter(({ to }) => to === email);
const linkIn = (text: string) => /\/email-confirm#([A-Za-z0-9_-]{43})/.exec(text)?.[1] ?? "";

/** An account that has not confirmed its address, with the email that asks for it. */
async function createUnconfirmed(): Promise<{ user: TestUser; message: Message }> {
  const user = await product.user();
  await product.owner.query("update users set email_verified_at = null where id = $1", [user.id]);
  expect((await user.post("/user/email-confirm", {})).statusCode).toBe(200);
  await product.drainQueue();
  await open(support, user.id);
  const message = (await messagesOf(support, user.id)).find(({ kind }) => kind === "email_confirm");
  if (!message) throw new Error("no confirmation was sent");
  return { user, message };
}
const resend = (id: string, messageId: string, operator = support) =>
  operator.post(`/accounts/${id}/resend`, { messageId, reason });

describe("removing a lost phone number", () => {
  const change = (operator: TestOperator, id: string) => operator.post(`/accounts/${id}/change-phone`, { reason });
  const decide = (operator: TestOperator, id: string, decision: string) =>
    operator.post(`/approvals/${id}/decide`, { decision });
  const stored = async (id: string) =>
    (await rows<{ phone: string | null }>(product, "select phone from users where id = $1", [id]))[0]?.phone;
  const request = async (id: string) => json<{ approvalId: string }>(await change(support, id)).approvalId;

  test("needs a second operator, who must exist [OC-11]", async () => {
    const user = await withPhone();
    expect(codeOf(await change(support, user.id))).toBe("second_operator_needed");
    second = await operatorConsole.operator("support");
    expect((await change(support, user.id)).statusCode).toBe(202);
    expect(codeOf(await change(support, user.id))).toBe("approval_pending");
    expect(await stored(user.id)).toMatch(/^\+234\d{10}$/);
  });

  async function withPhone(): Promise<TestUser> {
    const user = await product.user();
    await product.owner.query("update users set phone_verified_at = product_now() where id = $1", [user.id]);
    await open(support, user.id);
    return user;
  }

  test("is done once by the second operator; the owner is notified, signs in again and adds a number", async () => {
    const user = await withPhone();
    const digits = (await stored(user.id))?.slice(4) ?? "none";
    const approvalId = await request(user.id);
    expect(codeOf(await decide(support, approvalId, "approve"))).toBe("own_request");
    const listed = await second.get("/approvals");
    expect(listed.body).not.toContain(digits);
    expect(listed.body).toContain("change_phone");
    expect((await user.get("/user/profile")).statusCode).toBe(200);
    const both = await Promise.all([1, 2].map(() => decide(second, approvalId, "approve")));
    expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    expect(await stored(user.id)).toBeNull();
    expect((await user.get("/user/profile")).statusCode).toBe(401);
    await product.drainQueue();
    expect(await noticesOf(user.id)).toEqual(["support_viewed", "support_phone_requested", "support_phone_removed"]);
    const texts = mailsTo(user.email)
      .map(({ text }) => text)
      .join("\n");
    expect(texts).toContain("is asked to remove your phone number");
    expect(texts).toContain("removed your phone number");
    expect(await auditOf(user.id, "account_phone_removed")).toEqual([{ actor_id: support.id, reason }]);
    const facts = await rows<{ line: string }>(product, "select a::text as line from approvals a where id = $1", [
      approvalId,
    ]);
    expect(facts[0]?.line).not.toContain(digits);
    // the number that the owner enters counts for nothing before it is confirmed by a code
    await product.owner.query("update users set phone = '+2348039998877' where id = $1", [user.id]);
    expect(
      await rows(product, "select from users where id = $1 and phone_verified_at is null", [user.id]),
    ).toHaveLength(1);
    expect(codeOf(await change(support, (await product.user()).id))).toBe("reason_needed");
  });

  test("ends if the number changed meanwhile, or there is none", async () => {
    const user = await withPhone();
    const approvalId = await request(user.id);
    await product.owner.query("update users set phone = null where id = $1", [user.id]);
    expect(codeOf(await decide(second, approvalId, "approve"))).toBe("facts_changed");
    expect(codeOf(await change(support, user.id))).toBe("no_phone");
    expect(await auditOf(user.id, "account_phone_removed")).toEqual([]);
  });
});

describe("sending the confirmation again", () => {
  test("sends a fresh link, ends the old one, and tells the owner", async () => {
    const { user, message } = await createUnconfirmed();
    expect(message).toMatchObject({ state: "sent", canResend: true });
    const old = linkIn(mailsTo(user.email).at(-1)?.text ?? "");
    expect(codeOf(await resend(user.id, message.id))).toBe("resend_too_soon");
    await product.setClockOffset(61_000);
    expect((await resend(user.id, message.id)).statusCode).toBe(200);
    expect(codeOf(await resend(user.id, message.id))).toBe("resend_too_soon"); // before the job has run
    await product.drainQueue();
    const texts = mailsTo(user.email).map(({ text }) => text);
    const fresh = texts.map(linkIn).filter((link) => link !== "");
    expect(fresh).toHaveLength(2);
    expect(texts.join("\n")).toContain("sent the email that confirms your address again: ticket 4711");
    expect((await user.post("/auth/email-confirm", { token: old })).statusCode).toBe(400);
    expect((await user.post("/auth/email-confirm", { token: fresh.at(-1) ?? "" })).statusCode).toBe(200);
    expect(await noticesOf(user.id)).toEqual(["support_viewed", "support_resent"]);
    expect(await auditOf(user.id, "account_message_resent")).toEqual([{ actor_id: support.id, reason }]);
  });

  test("is not possible for other messages, and for used or expired ones", async () => {
    const { user, message } = await createUnconfirmed();
    await product.setClockOffset(61_000);
    expect(codeOf(await resend(user.id, crypto.randomUUID()))).toBe("not_resendable");
    const other = (await messagesOf(support, user.id)).find(({ kind }) => kind !== "email_confirm");
    if (other) expect(codeOf(await resend(user.id, other.id))).toBe("not_resendable");
    expect(codeOf(await resend(user.id, message.id, finance))).toBe("operator_right_missing");
    await product.setClockOffset(24 * 3_600_000 + 60_000);
    const later = await operatorConsole.operator("support"); // the other sign-in has ended
    await open(later, user.id);
    expect((await messagesOf(later, user.id)).some(({ canResend }) => canResend)).toBe(false);
    expect(codeOf(await resend(user.id, message.id, later))).toBe("not_resendable");
    await product.setClockOffset(0);
    await product.owner.query("update users set email_verified_at = product_now() where id = $1", [user.id]);
    expect(codeOf(await resend(user.id, message.id))).toBe("not_resendable");
    expect(await auditOf(user.id, "account_message_resent")).toEqual([]);
  });

  test("counts with the owner's own: ten a day to one address", async () => {
    const { user, message } = await createUnconfirmed();
    let newest = message.id;
    const codes: (string | undefined)[] = [];
    for (let time = 1; time <= 10; time += 1) {
      await product.setClockOffset(time * 61_000);
      codes.push(codeOf(await resend(user.id, newest)));
      await product.drainQueue();
      newest = (await messagesOf(support, user.id)).find(({ canResend }) => canResend)?.id ?? "";
    }
    expect(codes).toEqual([...Array.from({ length: 9 }, () => undefined), "too_many_requests"]);
  });
});
