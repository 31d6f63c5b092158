import { refundedOutcomes, type Outcome } from "@idanimo/contract/verification-states";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, randomNin, type TestApp, type TestPurchase, type TestUser } from "../../testing/app.ts";
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
  app.providers.personRecords.asked.filter((asked) => asked.nin === bought.nin).length;
const attempts = async (bought: TestPurchase) =>
  (
    await app.owner.query<{ result: string }>(
      "select result from lookup_attempts where request_id = $1 order by started_at",
      [bought.itemId],
    )
  ).rows.map((row) => row.result);

/** Where the item ended, and whether money and mail agree with it. */
async function end(user: TestUser, bought: TestPurchase) {
  await app.drainQueue();
  const { outcome = null, consent = null } = (await readRequestState(app, bought.itemId)) ?? {};
  const refunded = (await app.wallets(user)).NGN === price;
  const mails = app.providers.mail.sent.filter((mail) => mail.to === user.email);
  return { outcome, consent, refunded, mails: mails.length };
}
const kept = { refunded: false, mails: 0 };
const back = { refunded: true, mails: 1 };

test.each(["40001", "40P01", "55P03", "57014", "53100"])(
  "R-03 R-12 R-26 an answer in hand is written down though the database was too busy at first (%s): nobody is asked twice",
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
    expect(await end(user, bought)).toMatchObject({ consent: "pending", ...kept });
    expect([askedTimes(bought), await attempts(bought), app.jobFailures()]).toEqual([1, ["found"], []]);
  },
);

describe("R-03 each answer of the source is one outcome, and the money follows it", () => {
  const found = (but: Parameters<typeof adultPerson>[1]) =>
    ({ kind: "found", record: adultPerson(randomNin(), but) }) as const;
  test.each([
    ["no such record", { kind: "not_found" } as const, { outcome: "NO_DATA", consent: "no_data_found", ...kept }],
    [
      "a failure that may have been billed",
      { kind: "failed", why: "http_500" } as const,
      { outcome: "PROVIDER_FAILED", consent: "terminated", ...back },
    ],
    [
      "a person without phone and mail",
      found({ contact: { phone: null, mail: null } }),
      { outcome: "NO_CONTACT", consent: "terminated", ...back },
    ],
    ["a minor (T-49)", found({ birthDate: "2015-06-01" }), { outcome: "MINOR", consent: "terminated", ...back }],
    [
      "a record without a birth date",
      found({ birthDate: null }),
      { outcome: "PROVIDER_FAILED", consent: "terminated", ...back },
    ],
  ])("%s", async (_what, answer, expected) => {
    const user = await payer();
    const bought = await completeLookup(app, user, answer);
    expect(await end(user, bought)).toEqual(expected);
    expect(askedTimes(bought)).toBe(1);
    const records = await app.owner.query("select from results where request_id = $1", [bought.itemId]);
    expect(records.rowCount).toBe(0); // nothing is kept of what is not shown
    const purchase = await app.owner.query("select state from purchases where id = $1", [bought.id]);
    expect(purchase.rows).toEqual([{ state: "completed" }]);
  });

  test("T-62 the record of somebody else is a failure, and nobody is asked for it", async () => {
    const user = await payer();
    const bought = await app.purchase(user);
    app.providers.personRecords.respondTo(bought.nin, { kind: "found", record: adultPerson("10000000009") });
    const before = app.providers.sms.sent.length;
    await payPurchase(user, bought);
    expect(await end(user, bought)).toMatchObject({ outcome: "PROVIDER_FAILED", ...back });
    expect(app.providers.sms.sent).toHaveLength(before);
  });

  test("a grown-up's record waits for its subject, and the charge stays", async () => {
    const user = await payer();
    const bought = await completeLookup(app, user);
    expect(await end(user, bought)).toEqual({ outcome: null, consent: "pending", ...kept });
    expect(await attempts(bought)).toEqual(["found"]);
    await app.owner.query("update consents set deadline = product_now() where request_id = $1", [bought.itemId]);
    await app.runSchedule("expire_consents");
    expect(await end(user, bought)).toEqual({ outcome: "UNANSWERED", consent: "terminated", ...kept });
  });

  test("the refund's mail says how much went back, of which purchase, and no number that was asked", async () => {
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

  test("the words for refunded outcomes and their postings are the same four", () => {
    expect([...refundedOutcomes].toSorted()).toEqual([
      "BLOCKED",
      "MINOR",
      "NO_CONTACT",
      "PROVIDER_FAILED",
    ] satisfies Outcome[]);
  });
});

describe("a source that proves that it did not take the question is asked again", () => {
  test("it is asked until it answers", async () => {
    const user = await payer();
    const bought = await app.purchase(user);
    app.providers.personRecords.respondTo(
      bought.nin,
      { kind: "not_taken", why: "busy" },
      { kind: "not_taken", why: "busy" },
      { kind: "not_found" },
    );
    await payPurchase(user, bought);
    await expect(run(bought)).rejects.toThrow("was not taken");
    await expect(run(bought)).rejects.toThrow("was not taken");
    await run(bought);
    expect(await attempts(bought)).toEqual(["not_taken", "not_taken", "not_found"]);
    expect(await end(user, bought)).toMatchObject({ outcome: "NO_DATA", ...kept });
    expect(
      new Set(
        app.providers.personRecords.asked.filter((asked) => asked.nin === bought.nin).map((asked) => asked.attemptId),
      ).size,
    ).toBe(3);
  });

  test.each([
    { seconds: 590, ended: false },
    { seconds: 601, ended: true },
  ])("after $seconds s of it the money goes back: $ended", async ({ seconds, ended }) => {
    const user = await payer();
    const bought = await app.purchase(user);
    app.providers.personRecords.respondTo(
      bought.nin,
      { kind: "not_taken", why: "busy" },
      { kind: "not_taken", why: "busy" },
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
    expect(await end(user, bought)).toMatchObject(ended ? back : kept);
  });
});

describe("R-12 the paid source hears of a charge at most once", () => {
  test("two jobs for one item at once ask once", async () => {
    const user = await payer();
    const bought = await app.purchase(user);
    await payPurchase(user, bought);
    const done = await Promise.allSettled(Array.from({ length: 6 }, () => run(bought)));
    expect(done.filter((one) => one.status === "fulfilled").length).toBeGreaterThanOrEqual(1);
    expect(askedTimes(bought)).toBe(1);
    await run(bought); // and again, after its end
    expect(askedTimes(bought)).toBe(1);
    await app.drainQueue();
    expect((await readRequestState(app, bought.itemId))?.item).toBe("awaiting_consent");
  });

  test("an attempt that a killed process left open is never repeated: it is refunded once it is dead", async () => {
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

  test("T-33 an answer that comes after the refund is dropped unseen", async () => {
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

  test("R-21 work whose wake-up was lost is woken by the tables, and a wake-up for what has ended is harmless", async () => {
    const user = await payer();
    const bought = await app.purchase(user);
    app.providers.personRecords.respondTo(bought.nin, { kind: "not_found" });
    await payPurchase(user, bought);
    await app.owner.query("delete from graphile_worker._private_jobs");
    await app.drainQueue();
    expect(askedTimes(bought)).toBe(0);
    await app.setClockOffset(61_000);
    await app.runSchedule("reconcile_look_ups");
    await app.runSchedule("reconcile_look_ups");
    await app.drainQueue();
    await app.setClockOffset(0);
    expect(askedTimes(bought)).toBe(1);
    expect(await end(user, bought)).toMatchObject({ outcome: "NO_DATA", ...kept });
  });

  test("without a key there is nothing to ask with: the money goes back and the source hears nothing", async () => {
    const user = await payer();
    const bought = await app.purchase(user);
    await payPurchase(user, bought);
    await app.keys.destroy([bought.itemId]);
    await run(bought);
    expect(askedTimes(bought)).toBe(0);
    expect(await end(user, bought)).toMatchObject({ outcome: "PROVIDER_FAILED", ...back });
  });
});

test("R-22 an answer whose writing-down breaks half-way leaves nothing half-done, and ends as a refund", async () => {
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
