import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, randomNin, type TestApp, type TestPurchase, type TestUser } from "../../testing/app.ts";
import { adultPerson } from "../../testing/fakes.ts";
import { requestConsent, payPurchase, readRequestState } from "../../testing/lookup-steps.ts";

let app: TestApp;
let keyBase: pg.Pool;
beforeAll(async () => {
  app = await createTestApp();
  keyBase = new pg.Pool({ connectionString: app.keysUrl, max: 1 });
});
afterEach(async () => {
  await app.setClockOffset(0);
  await app.checkInvariants();
  expect(app.jobFailures()).toEqual([]);
});
afterAll(async () => {
  await keyBase.end();
  await app.close();
});

const price = 588_00n;
const purchaseCount = 4;
const payer = () => app.user({ NGN: price * BigInt(purchaseCount) });
const askedTimes = (nin: string) => app.providers.personRecords.asked.filter((query) => query.nin === nin).length;
const questions = (nin: string) =>
  app.providers.sms.sent.filter((sms) => sms.to === adultPerson(nin).subject.contact.phone && sms.text.includes("YES "))
    .length;

/** Several purchases of one NIN, created before any of them is paid. Oldest first. */
async function severalOf(user: TestUser, nin: string): Promise<readonly TestPurchase[]> {
  const bought: TestPurchase[] = [];
  for (let at = 0; at < purchaseCount; at += 1) bought.push(await app.purchase(user, { nin }));
  return bought;
}
const ends = async (bought: readonly TestPurchase[]) =>
  (await Promise.all(bought.map((one) => readRequestState(app, one.itemId)))).toSorted((one, other) =>
    String(one?.item).localeCompare(String(other?.item)),
  );
const waits = { item: "awaiting_consent", outcome: null, consent: "pending" };
const blocked = { item: "closed", outcome: "BLOCKED", consent: "terminated" };
const oneQuestion = [waits, ...Array.from({ length: purchaseCount - 1 }, () => blocked)];

describe("several purchases of one person by one account [T-45 R-12]", () => {
  test("are looked up and asked once when two processes run them at the same time", async () => {
    const other = await app.startProcess();
    const user = await payer();
    const nin = randomNin();
    const bought = await severalOf(user, nin);
    for (const one of bought.toReversed()) await payPurchase(user, one);
    const look = (process: Pick<TestApp, "product">, { itemId }: TestPurchase) =>
      process.product.jobs["look_up"]?.({ itemId } as never);
    await Promise.all(bought.map((one, at) => look(at % 2 ? other : app, one)));
    await app.drainQueue();
    expect([askedTimes(nin), questions(nin)]).toEqual([1, 1]);
    expect(await ends(bought)).toEqual(oneQuestion);
    expect((await app.wallets(user)).NGN).toBe(price * BigInt(purchaseCount - 1));
  });

  test("are looked up and asked once when paid one after the other, newest first", async () => {
    const user = await payer();
    const nin = randomNin();
    const bought = await severalOf(user, nin);
    for (const one of bought.toReversed()) {
      await payPurchase(user, one);
      await app.drainQueue();
    }
    expect([askedTimes(nin), questions(nin)]).toEqual([1, 1]);
    expect(await ends(bought)).toEqual(oneQuestion);
    expect((await app.wallets(user)).NGN).toBe(price * BigInt(purchaseCount - 1));
  });

  test("look up the next one after the first is refunded", async () => {
    const user = await payer();
    const nin = randomNin();
    const bought = await severalOf(user, nin);
    app.providers.personRecords.respondTo(
      nin,
      { kind: "failed", why: "x" },
      { kind: "found", record: adultPerson(nin) },
    );
    for (const one of bought.toReversed()) {
      await payPurchase(user, one);
      await app.drainQueue();
    }
    expect([askedTimes(nin), questions(nin)]).toEqual([2, 1]);
    expect((await app.wallets(user)).NGN).toBe(price * BigInt(purchaseCount - 1));
  });
});

test("a rejected purchase leaves no key", async () => {
  const user = await payer();
  const pending = await requestConsent(app, user);
  const keys = async () => (await keyBase.query("select id from record_keys order by id")).rows;
  const before = await keys();
  const rejected = await user.post("/verification/session", {
    nin: pending.nin,
    currency: "NGN",
    purpose: { code: "employment" },
  });
  expect(rejected.json()).toMatchObject({ status: 429, code: "asked_recently" });
  expect(await keys()).toEqual(before);
});
