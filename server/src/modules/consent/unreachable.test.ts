import { phoneOf } from "../../testing/phones.ts";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, randomNin, type TestApp, type TestPurchase, type TestUser } from "../../testing/app.ts";
import { makeJobsDue } from "../../testing/queue.ts";
import { adultPerson } from "../../testing/fakes.ts";
import {
  requestConsent,
  reportLastSms,
  completeLookup,
  submitDecision,
  readRequestState,
} from "../../testing/lookup-steps.ts";

let app: TestApp;
let keyBase: pg.Pool;
beforeAll(async () => {
  app = await createTestApp();
  keyBase = new pg.Pool({ connectionString: app.keysUrl, max: 1 });
});
afterEach(async () => {
  app.providers.sms.respondWith("sent");
  app.providers.mail.respondWith("sent");
  await app.drainQueue();
  await app.checkInvariants();
  expect(app.jobFailures()).toEqual([]);
});
afterAll(async () => {
  await keyBase.end();
  await app.close();
});

const price = 588_00n;
const rejection = { kind: "refused", why: "no such number" } as const;
const pending = { item: "awaiting_consent", outcome: null, consent: "pending" };
const unreached = { item: "closed", outcome: "NO_CONTACT", consent: "terminated" };
const payer = () => app.user({ NGN: price });
const keys = async () => (await keyBase.query<{ id: string }>("select id from record_keys order by id")).rows;
const purges = async ({ itemId }: TestPurchase) =>
  (await app.owner.query("select from graphile_worker.jobs where key = $1", [`purge:${itemId}`])).rowCount;

/** A lookup of a subject with a phone, and optionally an email address. */
function asked(user: TestUser, mail: string | null = null): Promise<TestPurchase> {
  const nin = randomNin();
  const record = adultPerson(nin, { contact: { phone: phoneOf(nin), mail } });
  return completeLookup(app, user, { kind: "found", record });
}

describe("a request whose messages all failed [R-03]", () => {
  async function expectGivenBack(user: TestUser, bought: TestPurchase) {
    await app.runSchedule("expire_consents");
    expect(await readRequestState(app, bought.itemId)).toEqual(unreached);
    expect((await app.wallets(user)).NGN).toBe(price);
    expect(await purges(bought)).toBe(1);
    await app.runSchedule("expire_consents");
    await app.drainQueue();
    expect((await app.wallets(user)).NGN).toBe(price);
    expect(await app.keys.find(bought.itemId)).toBeUndefined();
    expect((await app.owner.query("select from results where request_id = $1", [bought.itemId])).rowCount).toBe(0);
  }

  test("is refunded and deleted if the gateway rejects the only message", async () => {
    const user = await payer();
    app.providers.sms.respondWith(rejection);
    const bought = await asked(user);
    expect(await readRequestState(app, bought.itemId)).toEqual(pending);
    await expectGivenBack(user, bought);
  });

  test("is refunded and deleted if SMS and email both fail", async () => {
    const user = await payer();
    app.providers.sms.respondWith(rejection);
    app.providers.mail.respondWith(rejection);
    const bought = await asked(user, "subject@example.test");
    app.providers.mail.respondWith("sent");
    await expectGivenBack(user, bought);
  });

  test("is refunded and deleted after a late failure report", async () => {
    const user = await payer();
    const bought = await asked(user);
    for (let step = 0; step < 2; step += 1) {
      await app.runSchedule("expire_consents");
      expect(await readRequestState(app, bought.itemId)).toEqual(pending);
      await reportLastSms(app, "Message Failed");
      await app.drainQueue();
    }
    await expectGivenBack(user, bought);
  });

  test.each([
    ["the email was sent", rejection, "subject@example.test"],
    ["the message waits for a retry", { kind: "later", why: "busy" } as const, null],
  ])("stays pending if %s", async (_what, answer, mail) => {
    const user = await payer();
    app.providers.sms.respondWith(answer);
    const bought = await asked(user, mail);
    app.jobFailures(); // the queue records "later" as a failure
    await app.runSchedule("expire_consents");
    expect(await readRequestState(app, bought.itemId)).toEqual(pending);
    expect([(await app.wallets(user)).NGN, await purges(bought)]).toEqual([0n, 0]);
  });
});

describe("a request that our own provider did not send", () => {
  const rejectsUs = { kind: "later", why: "greeting_554" } as const;
  const notSent = { item: "closed", outcome: "PROVIDER_FAILED", consent: "terminated" };
  const pass = async ({ itemId }: TestPurchase) => {
    await app.owner.query("update consents set deadline = product_now() where request_id = $1", [itemId]);
    await app.runSchedule("expire_consents");
  };

  /** Runs all waiting messages now, and ignores earlier failures. */
  const retryAll = async () => {
    await makeJobsDue(app.owner);
    await app.drainQueue();
    app.jobFailures();
  };

  test.each([
    { what: "the SMS fails and our mail server rejects us", sms: rejection, address: "subject@example.test" },
    { what: "the SMS gateway rejects our account", sms: rejectsUs, address: null },
    { what: "both reject us", sms: rejectsUs, address: "other@example.test" },
  ])("stays open until its deadline, then refunds: $what [R-03]", async ({ sms, address }) => {
    const user = await payer();
    app.providers.sms.respondWith(sms);
    app.providers.mail.respondWith(rejectsUs);
    const bought = await asked(user, address);
    await app.runSchedule("expire_consents");
    expect(await readRequestState(app, bought.itemId)).toEqual(pending);
    await pass(bought);
    expect(await readRequestState(app, bought.itemId)).toEqual(notSent);
    expect((await app.wallets(user)).NGN).toBe(price);
    expect(await purges(bought)).toBe(1);
    await retryAll();
  });

  test("goes out when the mail server works again [CONSENT-01]", async () => {
    const user = await payer();
    app.providers.sms.respondWith(rejection);
    app.providers.mail.respondWith(rejectsUs);
    const bought = await asked(user, "later@example.test");
    app.providers.mail.respondWith("sent");
    await retryAll();
    expect(app.providers.mail.sent.map(({ to }) => to)).toContain("later@example.test");
    await pass(bought);
    expect(await readRequestState(app, bought.itemId)).toEqual({ ...notSent, outcome: "UNANSWERED" });
  });
});

describe("the key of a receipt", () => {
  test("is not created for a denial on a decided link", async () => {
    const question = await requestConsent(app, await payer());
    await submitDecision(app, question.token, "deny");
    await app.drainQueue();
    const before = await keys();
    for (const action of ["deny", "grant", "deny", "withdraw"] as const)
      expect((await submitDecision(app, question.token, action)).statusCode).toBe(409);
    await app.drainQueue();
    expect(await keys()).toEqual(before);
  });

  test("is destroyed once the receipt was sent", async () => {
    const question = await requestConsent(app, await payer());
    const before = await keys();
    // a denial deletes the keys of the request and of its record's pieces
    const pieces = await app.owner.query<{ id: string }>(
      "select key_id as id from result_parts where request_id = $1",
      [question.itemId],
    );
    const deleted = new Set([question.itemId, ...pieces.rows.map(({ id }) => id)]);
    await submitDecision(app, question.token, "deny");
    await app.drainQueue();
    expect(await keys()).toEqual(before.filter(({ id }) => !deleted.has(id)));
  });
});
