import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../testing/app.ts";
import {
  openSubjectPage,
  type PendingConsent,
  readRequestState,
  replyBySms,
  reportLastSms,
  requestConsent,
  submitDecision,
} from "../../testing/lookup-steps.ts";

/** What the requester does with a request that awaits consent: cancel it, or remind the subject once. */

let app: TestApp;
beforeAll(async () => void (app = await createTestApp({ SUBJECT_REQUESTS_A_DAY: "100" })));
afterEach(async () => {
  await app.setClockOffset(0);
  await app.drainQueue();
  await app.checkInvariants();
  expect(app.jobFailures()).toEqual([]);
});
afterAll(() => app.close());

const price = 588_00n;
const [minuteMs, hourMs, dayMs] = [60_000, 3_600_000, 86_400_000];
const payer = () => app.user({ NGN: price * 2n });
let phones = 0;
const ask = (user: TestUser) => {
  const phone = `+23480777${String((phones += 1)).padStart(5, "0")}`;
  return requestConsent(app, user, { contact: { phone, mail: null } });
};
const cancel = (user: TestUser, { itemId }: PendingConsent) => user.post(`/verification/requests/${itemId}/cancel`, {});
const remind = (user: TestUser, { itemId }: PendingConsent) => user.post(`/verification/requests/${itemId}/remind`, {});
const codeOf = (response: { json: () => { code?: string } }) => response.json().code;
const read = async (user: TestUser, { itemId }: PendingConsent) =>
  (await user.get(`/verification/check-consent/${itemId}?only=state`)).json<{
    consent: string;
    outcome: string | null;
    reminder: { sentAt: string | null; possibleAt: string | null } | null;
  }>();
const smsTo = (phone: string) => app.providers.sms.sent.flatMap(({ to, text }) => (to === phone ? [text] : []));
/** Moves the clock to noon in Lagos of the next day, and some minutes. */
const toNoonAnd = (minutes: number) =>
  app.setClockOffset(Math.ceil(Date.now() / dayMs) * dayMs + 11 * hourMs - Date.now() + minutes * minuteMs);
const toNoon = () => toNoonAnd(0);

describe("cancelRequest", () => {
  test("ends a pending request, keeps the charge and tells the subject's link [T-45]", async () => {
    const user = await payer();
    const pending = await ask(user);
    const response = await cancel(user, pending);
    expect([response.statusCode, response.json()]).toEqual([200, { outcome: "CANCELLED" }]);
    expect(await readRequestState(app, pending.itemId)).toEqual({
      item: "closed",
      outcome: "CANCELLED",
      consent: "terminated",
    });
    expect(await app.wallets(user)).toMatchObject({ NGN: price });
    expect(await read(user, pending)).toMatchObject({ consent: "terminated", outcome: "CANCELLED", reminder: null });
    const page = await openSubjectPage(app, pending.token);
    expect(page.body).toContain("This request was withdrawn");
    expect(page.body).not.toContain("/grant");
  });

  test("has no effect twice, and sends the subject no message", async () => {
    const user = await payer();
    const pending = await ask(user);
    const sent = smsTo(pending.phone).length;
    await cancel(user, pending);
    expect((await cancel(user, pending)).statusCode).toBe(200);
    await app.drainQueue();
    expect(smsTo(pending.phone)).toHaveLength(sent);
  });

  test("does not free the daily limit about the same person [T-45]", async () => {
    const user = await payer();
    const pending = await ask(user);
    await cancel(user, pending);
    await app.drainQueue(); // the purge stores what counts
    const { rows: stored } = await app.owner.query("select 1 from recent_lookup_values where owner_id = $1", [user.id]);
    expect(stored).toHaveLength(1);
  });

  test("rejects a reply that comes after it; the reply opens nothing [R-09]", async () => {
    const user = await payer();
    const pending = await ask(user);
    await cancel(user, pending);
    await replyBySms(app, pending.phone, `YES ${pending.code}`);
    await submitDecision(app, pending.token, "grant");
    await app.drainQueue();
    expect(await readRequestState(app, pending.itemId)).toMatchObject({ outcome: "CANCELLED", consent: "terminated" });
  });

  test("is rejected after the person said yes, which stays [R-09]", async () => {
    const user = await payer();
    const pending = await ask(user);
    await submitDecision(app, pending.token, "grant");
    const response = await cancel(user, pending);
    expect([response.statusCode, codeOf(response)]).toEqual([409, "request_over"]);
    expect(await readRequestState(app, pending.itemId)).toMatchObject({ outcome: "DELIVERED", consent: "granted" });
  });

  test("and a YES at the same moment are decided once [R-09]", async () => {
    for (let round = 0; round < 6; round += 1) {
      const user = await payer();
      const pending = await ask(user);
      const grant = () => submitDecision(app, pending.token, "grant");
      const calls = round % 2 === 0 ? [() => cancel(user, pending), grant] : [grant, () => cancel(user, pending)];
      const responses = await Promise.all(calls.map((call) => call()));
      const cancelled = responses[round % 2]?.statusCode === 200;
      expect(await readRequestState(app, pending.itemId)).toMatchObject(
        cancelled ? { outcome: "CANCELLED", consent: "terminated" } : { outcome: "DELIVERED", consent: "granted" },
      );
    }
  });

  test("is rejected after the deadline, and for another account", async () => {
    const user = await payer();
    const pending = await ask(user);
    expect((await cancel(await payer(), pending)).statusCode).toBe(404);
    await app.owner.query("update consents set deadline = product_now() where request_id = $1", [pending.itemId]);
    expect(codeOf(await cancel(user, pending))).toBe("request_over");
  });
});

describe("remindSubject", () => {
  test("sends one SMS with the code of the first, and never a second [T-45]", async () => {
    await toNoon();
    const user = await payer();
    const pending = await ask(user);
    await reportLastSms(app, "Delivered");
    expect(codeOf(await remind(user, pending)), "too early").toBe("reminder_not_possible");
    const { possibleAt } = (await read(user, pending)).reminder ?? {};
    await toNoonAnd(61);
    expect(new Date(possibleAt ?? 0).getTime()).toBeGreaterThan(0);
    const before = smsTo(pending.phone).length;
    const [first, second] = await Promise.all([remind(user, pending), remind(user, pending)]);
    expect([first.statusCode, second.statusCode]).toEqual([200, 200]);
    await app.drainQueue();
    const reminders = smsTo(pending.phone).slice(before);
    expect(reminders).toHaveLength(1);
    expect(reminders[0]).toMatch(/^Idanimo: reminder\. /);
    expect(reminders[0]).toContain(`YES ${pending.code}`);
    expect((await read(user, pending)).reminder).toEqual({ sentAt: expect.any(String), possibleAt: null });
    await replyBySms(app, pending.phone, `YES ${pending.code}`);
    expect(await readRequestState(app, pending.itemId)).toMatchObject({ consent: "granted" });
  });

  test("is not counted as a delivery attempt of the request", async () => {
    await toNoon();
    const user = await payer();
    const pending = await ask(user);
    await reportLastSms(app, "Delivered");
    await toNoonAnd(61);
    await remind(user, pending);
    await app.drainQueue();
    await reportLastSms(app, "Message Failed");
    await app.drainQueue();
    await app.product.jobs["expire_consents"]?.({} as never);
    expect(await readRequestState(app, pending.itemId)).toMatchObject({ consent: "pending" });
  });

  test("does not reach a subject who blocks the requester [T-45]", async () => {
    await toNoon();
    const user = await payer();
    const pending = await ask(user);
    await reportLastSms(app, "Delivered");
    await app.owner.query(
      "insert into subject_blocks (id, contact_hash, owner_id) values (gen_random_uuid(), $1, $2)",
      [app.vault.indexHash("phone", pending.phone), user.id],
    );
    await toNoonAnd(61);
    expect(codeOf(await remind(user, pending))).toBe("reminder_not_possible");
    await app.drainQueue();
    expect(smsTo(pending.phone)).toHaveLength(1);
  });

  test("is rejected once the request is over, and for another account", async () => {
    await toNoon();
    const user = await payer();
    const pending = await ask(user);
    expect((await remind(await payer(), pending)).statusCode).toBe(404);
    await submitDecision(app, pending.token, "deny");
    expect(codeOf(await remind(user, pending))).toBe("request_over");
  });
});
