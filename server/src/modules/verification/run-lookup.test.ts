import { refundedOutcomes, type Outcome } from "@idanimo/contract/verification-states";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, randomNin, type TestApp, type TestPurchase, type TestUser } from "../../testing/app.ts";
import { deleteJobs } from "../../testing/queue.ts";
import { adultPerson } from "../../testing/fakes.ts";
import { completeLookup, payPurchase, readRequestState } from "../../testing/lookup-steps.ts";

let app: TestApp;
beforeAll(async () => void (app = await createTestApp()));
afterEach(async () => {
  await app.setClockOffset(0);
  app.providers.personRecords.onAsk = undefined;
  await app.checkInvariants();
});
afterAll(() => app.close());

const price = 588_00n;
const payer = () => app.user({ NGN: price });
const run = (bought: TestPurchase) => app.product.jobs["look_up"]?.({ itemId: bought.itemId } as never);
const askedTimes = (bought: TestPurchase) =>
  app.providers.personRecords.asked.filter((query) => query.nin === bought.nin).length;
const attempts = async (bought: TestPurchase) =>
  (
    await app.owner.query<{ result: string }>(
      "select result from lookup_attempts where request_id = $1 order by started_at",
      [bought.itemId],
    )
  ).rows.map((row) => row.result);

/** Outcome of the item, and whether it was refunded and emailed. */
async function end(user: TestUser, bought: TestPurchase) {
  await app.drainQueue();
  const { outcome = null, consent = null } = (await readRequestState(app, bought.itemId)) ?? {};
  const refunded = (await app.wallets(user)).NGN === price;
  const mails = app.providers.mail.sent.filter((mail) => mail.to === user.email);
  return { outcome, consent, refunded, mails: mails.length };
}
const stored = { refunded: false, mails: 0 };
const back = { refunded: true, mails: 1 };

test.each(["40001", "40P01", "55P03", "57014", "53100"])(
  "stores a response after database error %s without a second request [R-03 R-12 R-26]",
  async (code) => {
    const user = await payer();
    const bought = await app.purchase(user);
    await payPurchase(user, bought);
    await app.owner.query(`create sequence busy; grant usage on sequence busy to public;
      create function be_busy() returns trigger language plpgsql as $$ begin
        if nextval('busy') < 3 then raise exception using errcode = '${code}'; end if;
        return new; end $$;
      create trigger be_busy before update on lookup_attempts for each row execute function be_busy()`);
    try {
      await app.drainQueue();
    } finally {
      await app.owner.query("drop trigger be_busy on lookup_attempts; drop function be_busy; drop sequence busy");
    }
    expect(await end(user, bought)).toMatchObject({ consent: "pending", ...stored });
    expect([askedTimes(bought), await attempts(bought), app.jobFailures()]).toEqual([1, ["found"], []]);
  },
);

describe("outcomes and refunds [R-03]", () => {
  const found = (but: Parameters<typeof adultPerson>[1]) =>
    ({ kind: "found", record: adultPerson(randomNin(), but) }) as const;
  test.each([
    ["a missing record", { kind: "not_found" } as const, { outcome: "NO_DATA", consent: "no_data_found", ...stored }],
    [
      "a failure that may have been billed",
      { kind: "failed", why: "http_500" } as const,
      { outcome: "PROVIDER_FAILED", consent: "terminated", ...back },
    ],
    [
      "a person without phone and email",
      found({ contact: { phone: null, mail: null } }),
      { outcome: "NO_CONTACT", consent: "terminated", ...back },
    ],
    ["a minor [T-49]", found({ birthDate: "2015-06-01" }), { outcome: "MINOR", consent: "terminated", ...back }],
    [
      "a record without a birth date",
      found({ birthDate: null }),
      { outcome: "PROVIDER_FAILED", consent: "terminated", ...back },
    ],
  ])("settles %s", async (_what, answer, expected) => {
    const user = await payer();
    const bought = await completeLookup(app, user, answer);
    expect(await end(user, bought)).toEqual(expected);
    expect(askedTimes(bought)).toBe(1);
    const records = await app.owner.query("select from results where request_id = $1", [bought.itemId]);
    expect(records.rowCount).toBe(0); // nothing is stored that is not shown
    const purchase = await app.owner.query("select state from purchases where id = $1", [bought.id]);
    expect(purchase.rows).toEqual([{ state: "completed" }]);
  });

  test("fails on a record of another person and sends no consent request [T-62]", async () => {
    const user = await payer();
    const bought = await app.purchase(user);
    app.providers.personRecords.respondTo(bought.nin, { kind: "found", record: adultPerson("10000000009") });
    const before = app.providers.sms.sent.length;
    await payPurchase(user, bought);
    expect(await end(user, bought)).toMatchObject({ outcome: "PROVIDER_FAILED", ...back });
    expect(app.providers.sms.sent).toHaveLength(before);
  });

  test("waits for consent to an adult's record and keeps the charge", async () => {
    const user = await payer();
    const bought = await completeLookup(app, user);
    expect(await end(user, bought)).toEqual({ outcome: null, consent: "pending", ...stored });
    expect(await attempts(bought)).toEqual(["found"]);
    await app.owner.query("update consents set deadline = product_now() where request_id = $1", [bought.itemId]);
    await app.runSchedule("expire_consents");
    expect(await end(user, bought)).toEqual({ outcome: "UNANSWERED", consent: "terminated", ...stored });
  });

  test("emails amount and purchase of a refund, without the requested number", async () => {
    const user = await payer();
    const bought = await completeLookup(app, user, { kind: "failed", why: "http_500" });
    await app.drainQueue();
    const mail = app.providers.mail.sent.findLast((one) => one.to === user.email);
    expect(mail?.subject).toBe("A refund has been initiated");
    expect(mail?.text).toContain("588");
    expect(mail?.text).toContain(bought.transactionID);
    expect(mail?.text).not.toContain(bought.nin);
    expect(await app.transfers(user)).toEqual([
      "VERIFICATION wallet>revenue 50000",
      "VERIFICATION wallet>tax 8800",
      "REFUND revenue>wallet 50000",
      "REFUND tax>wallet 8800",
    ]);
    const seen = await user.get(`/verification/check-consent/${bought.itemId}`);
    expect(seen.json()).toMatchObject({
      outcome: "PROVIDER_FAILED",
      error: expect.stringMatching(/refund/i) as string,
      data: null,
    });
  });

  test("refundedOutcomes has exactly the outcomes with a refund", () => {
    expect([...refundedOutcomes].toSorted()).toEqual([
      "BLOCKED",
      "MINOR",
      "NO_ANSWER",
      "NO_CONTACT",
      "PROVIDER_FAILED",
    ] satisfies Outcome[]);
  });
});

describe("a source that proves that it did not accept the request", () => {
  test("is asked again until it responds", async () => {
    const user = await payer();
    const bought = await app.purchase(user);
    app.providers.personRecords.respondTo(
      bought.nin,
      { kind: "not_accepted", why: "busy" },
      { kind: "not_accepted", why: "busy" },
      { kind: "not_found" },
    );
    await payPurchase(user, bought);
    await expect(run(bought)).rejects.toThrow("was not taken");
    await expect(run(bought)).rejects.toThrow("was not taken");
    await run(bought);
    expect(await attempts(bought)).toEqual(["not_accepted", "not_accepted", "not_found"]);
    expect(await end(user, bought)).toMatchObject({ outcome: "NO_DATA", ...stored });
    expect(
      new Set(
        app.providers.personRecords.asked.filter((query) => query.nin === bought.nin).map((query) => query.attemptId),
      ).size,
    ).toBe(3);
  });

  test.each([
    { seconds: 590, ended: false },
    { seconds: 601, ended: true },
  ])("is given up and refunded after $seconds s: $ended", async ({ seconds, ended }) => {
    const user = await payer();
    const bought = await app.purchase(user);
    app.providers.personRecords.respondTo(
      bought.nin,
      { kind: "not_accepted", why: "busy" },
      { kind: "not_accepted", why: "busy" },
      { kind: "not_found" },
    );
    await payPurchase(user, bought);
    await expect(run(bought)).rejects.toThrow("was not taken");
    await app.setClockOffset(seconds * 1000);
    if (ended) await run(bought);
    else await expect(run(bought)).rejects.toThrow("was not taken");
    expect((await readRequestState(app, bought.itemId))?.outcome).toBe(ended ? "PROVIDER_FAILED" : null);
    await app.setClockOffset(0);
    if (!ended) await run(bought);
    expect(await end(user, bought)).toMatchObject(ended ? back : stored);
  });
});

describe("at most one paid request per charge [R-12]", () => {
  test("sends one request for concurrent jobs of one item", async () => {
    const user = await payer();
    const bought = await app.purchase(user);
    await payPurchase(user, bought);
    const done = await Promise.allSettled(Array.from({ length: 6 }, () => run(bought)));
    expect(done.filter((one) => one.status === "fulfilled").length).toBeGreaterThanOrEqual(1);
    expect(askedTimes(bought)).toBe(1);
    await run(bought); // once more after its end
    expect(askedTimes(bought)).toBe(1);
    await app.drainQueue();
    expect((await readRequestState(app, bought.itemId))?.item).toBe("awaiting_consent");
  });

  test("refunds an attempt that a killed process left open, without repeating it", async () => {
    const user = await payer();
    const bought = await app.purchase(user);
    app.providers.personRecords.onAsk = () => Promise.reject(new Error("the process dies here"));
    await payPurchase(user, bought);
    await expect(run(bought)).rejects.toThrow("dies here");
    app.providers.personRecords.onAsk = undefined;
    expect(await attempts(bought)).toEqual(["sent"]);
    await expect(run(bought)).rejects.toThrow("is being looked up"); // it may still be running elsewhere
    await app.setClockOffset(76_000);
    await run(bought);
    await app.setClockOffset(0);
    expect(askedTimes(bought)).toBe(1);
    expect(await end(user, bought)).toMatchObject({ outcome: "PROVIDER_FAILED", ...back });
  });

  test("discards a response that arrives after the refund [T-33]", async () => {
    const user = await payer();
    const bought = await app.purchase(user);
    let answer = () => {};
    let isAsked = () => {};
    const asking = new Promise<void>((resolve) => (isAsked = resolve));
    app.providers.personRecords.onAsk = () => {
      isAsked();
      return new Promise<void>((resolve) => (answer = resolve));
    };
    await payPurchase(user, bought);
    const slow = run(bought);
    await asking;
    await app.setClockOffset(76_000);
    await run(bought); // another process finds the attempt dead
    const before = app.providers.sms.sent.length;
    answer();
    await slow;
    await app.setClockOffset(0);
    expect(await end(user, bought)).toMatchObject({ outcome: "PROVIDER_FAILED", consent: "terminated", ...back });
    expect(app.providers.sms.sent).toHaveLength(before);
    expect((await app.owner.query("select from results where request_id = $1", [bought.itemId])).rowCount).toBe(0);
  });

  test("repeats a lost wake-up and ignores one for a finished item [R-21]", async () => {
    const user = await payer();
    const bought = await app.purchase(user);
    app.providers.personRecords.respondTo(bought.nin, { kind: "not_found" });
    await payPurchase(user, bought);
    await deleteJobs(app.owner);
    await app.drainQueue();
    expect(askedTimes(bought)).toBe(0);
    await app.setClockOffset(61_000);
    await app.runSchedule("reconcile_lookups");
    await app.runSchedule("reconcile_lookups");
    await app.drainQueue();
    await app.setClockOffset(0);
    expect(askedTimes(bought)).toBe(1);
    expect(await end(user, bought)).toMatchObject({ outcome: "NO_DATA", ...stored });
  });

  test("refunds without a request if the key is destroyed", async () => {
    const user = await payer();
    const bought = await app.purchase(user);
    await payPurchase(user, bought);
    await app.keys.destroy([bought.itemId]);
    await run(bought);
    expect(askedTimes(bought)).toBe(0);
    expect(await end(user, bought)).toMatchObject({ outcome: "PROVIDER_FAILED", ...back });
  });
});

test("rolls back a failed write completely and refunds later [R-22]", async () => {
  const user = await payer();
  const bought = await app.purchase(user);
  await payPurchase(user, bought);
  await app.owner.query(
    `create function break_now() returns trigger language plpgsql as $$ begin raise exception 'broken off'; end $$;
     create trigger break_now before insert on outbox_messages for each row execute function break_now()`,
  );
  await expect(run(bought)).rejects.toThrow("broken off");
  await app.owner.query("drop trigger break_now on outbox_messages; drop function break_now()");
  expect(await readRequestState(app, bought.itemId)).toEqual({
    item: "looking_up",
    outcome: null,
    consent: "initiate",
  });
  expect((await app.owner.query("select from results where request_id = $1", [bought.itemId])).rowCount).toBe(0);
  await app.setClockOffset(76_000);
  await run(bought);
  await app.setClockOffset(0);
  expect(askedTimes(bought)).toBe(1);
  expect(await end(user, bought)).toMatchObject({ outcome: "PROVIDER_FAILED", ...back });
});
