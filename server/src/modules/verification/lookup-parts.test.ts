import { randomLocalPhone } from "../../testing/phones.ts";
import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { BureauFound, PersonFound } from "../../providers/source.ts";
import { createTestApp, randomNin, type TestApp, type TestUser } from "../../testing/app.ts";
import { adultPerson, FakePersons, FakeSource } from "../../testing/fakes.ts";
import { buySearch, payPurchase, readRequestState } from "../../testing/lookup-steps.ts";

/** Lookups of several parts, with fake sources controlled by the tests. */

const figures = {
  highestLoanAmount: "180000",
  totalNoOfInstitutions: "1",
  totalOverdue: "0",
  totalBorrowed: "310000",
  totalOutstanding: "52000.50",
  totalNoOfLoans: "2",
  totalNoOfActiveLoans: "1",
  totalNoOfDelinquentFacilities: "0",
  maxNoOfDays: null,
  totalNoOfClosedLoans: "1",
};
const bureau = (name: string, ficoScore: string | null) =>
  new FakeSource<string, BureauFound>(`fake_${name}`, (bvn) => ({
    kind: "found",
    record: { bvn, bureau: { summary: figures, tables: {} }, ficoScore, basic: { name: "N M", bvn } },
  }));
/** A phone record: its holder and the number. */
const holder = (phone: string, but: Parameters<typeof adultPerson>[1] = {}): PersonFound => ({
  ...adultPerson(phone, but),
  reference: `ref-${phone}`,
});

const crc = bureau("crc", "702");
const firstCentral = bureau("first_central", null);
const bvn = new FakePersons("fake_banks");
const phone = new FakePersons("fake_phones");
const secondPhone = new FakePersons("fake_phones_too");
const bvnByPhone = new FakePersons("fake_banks_by_phone");
const all = [crc, firstCentral, bvn, phone, secondPhone, bvnByPhone];

let app: TestApp;
beforeAll(async () => {
  const chosen = {
    bvn: [bvn],
    bureau: { crc: [crc], firstCentral: [firstCentral], creditRegistry: [bureau("cr", null)] },
  };
  const sources = { ...chosen, phone: [phone, secondPhone], bvnByPhone: [bvnByPhone] };
  app = await createTestApp({}, { sources: () => sources });
});
afterEach(async () => {
  for (const source of all) {
    source.state = "up";
    source.onAsk = undefined;
  }
  await app.setClockOffset(0);
  await app.drainQueue();
  await app.checkInvariants();
  const stored = await app.owner.query(
    "select from lookup_attempts a join purchase_items i on i.id = a.request_id where a.response_sealed is not null and i.state <> 'looking_up'",
  );
  expect(stored.rowCount).toBe(0); // part results are deleted when the item ends
});
afterAll(() => app.close());

const creditPrice = 3_226_00n; // two bureaus
const phonePrice = 1_125_00n;
const run = (itemId: string) => app.product.jobs["look_up"]?.({ itemId } as never);
const heard = (source: FakeSource<string, unknown>, asked: string) =>
  source.queries.filter((one) => one.asked === asked).length;
const attempts = async (itemId: string) =>
  (
    await app.owner.query<{ line: string }>(
      "select part || ' ' || provider || ' ' || result as line from lookup_attempts where request_id = $1 order by part, started_at",
      [itemId],
    )
  ).rows.map(({ line }) => line);

async function buyCredit(user: TestUser, number = randomNin()) {
  const bought = await buySearch(app, user, { bvn: number, crc: true, firstCentral: true });
  await payPurchase(user, bought);
  return { ...bought, number };
}
async function buyPhone(user: TestUser, number = randomLocalPhone()) {
  const bought = await buySearch(app, user, { phone: number });
  await payPurchase(user, bought);
  return { ...bought, number };
}
const outcomeOf = async (itemId: string) => (await readRequestState(app, itemId))?.outcome;
const left = async (user: TestUser) => (await app.wallets(user)).NGN;

describe("a credit lookup [R-12]", () => {
  test("asks for the person first, then all ticked bureaus in parallel", async () => {
    const user = await app.user({ NGN: creditPrice });
    let open = 0;
    let mostOpen = 0;
    for (const source of [crc, firstCentral])
      source.onAsk = async () => {
        open += 1;
        mostOpen = Math.max(mostOpen, open);
        await new Promise(setImmediate);
        open -= 1;
      };
    const { itemId } = await buyCredit(user);
    await run(itemId);
    expect(mostOpen).toBe(2);
    expect(await attempts(itemId)).toEqual([
      "bvn fake_banks found",
      "crc fake_crc found",
      "firstCentral fake_first_central found",
    ]);
    expect(await readRequestState(app, itemId)).toMatchObject({ item: "awaiting_consent", consent: "pending" });
    expect(await left(user)).toBe(0n);
  });

  test("resumes in another process without repeating finished parts", async () => {
    const user = await app.user({ NGN: creditPrice });
    const { itemId, number } = await buyCredit(user);
    crc.respondTo(number, { kind: "not_accepted", why: "busy" }, { kind: "not_found" });
    await expect(run(itemId)).rejects.toThrow("was not taken");
    expect(await attempts(itemId)).toEqual([
      "bvn fake_banks found",
      "crc fake_crc not_accepted",
      "firstCentral fake_first_central found",
    ]);
    const other = await app.startProcess();
    await other.product.jobs["look_up"]?.({ itemId } as never);
    expect([heard(bvn, number), heard(firstCentral, number), heard(crc, number)]).toEqual([1, 1, 2]);
    expect((await readRequestState(app, itemId))?.item).toBe("awaiting_consent");
  });

  test.each(["crc", "bvn"])("refunds all, without repeating %s, when the process is killed during it", async (part) => {
    const user = await app.user({ NGN: creditPrice });
    const { itemId, number } = await buyCredit(user);
    const killed = part === "crc" ? crc : bvn;
    killed.onAsk = () => Promise.reject(new Error("the process dies here"));
    await expect(run(itemId)).rejects.toThrow("dies here");
    killed.onAsk = undefined;
    await expect(run(itemId)).rejects.toThrow("is being looked up");
    await app.setClockOffset(76_000);
    await run(itemId);
    expect(heard(killed, number)).toBe(1);
    expect(await outcomeOf(itemId)).toBe("PROVIDER_FAILED");
    expect(await left(user)).toBe(creditPrice);
  });

  test("refunds all and stores nothing if one part fails after it may have been billed", async () => {
    const user = await app.user({ NGN: creditPrice });
    const { itemId, number } = await buyCredit(user);
    firstCentral.respondTo(number, { kind: "failed", why: "http_500" });
    await run(itemId);
    expect(await outcomeOf(itemId)).toBe("PROVIDER_FAILED");
    expect(await left(user)).toBe(creditPrice);
    expect((await app.owner.query("select from results where request_id = $1", [itemId])).rowCount).toBe(0);
  });

  test("purges part results of an item that was closed otherwise [T-51]", async () => {
    const user = await app.user({ NGN: creditPrice });
    const { itemId, number } = await buyCredit(user);
    crc.respondTo(number, { kind: "not_accepted", why: "busy" });
    await expect(run(itemId)).rejects.toThrow("was not taken");
    const ids = [1, 2, 3].map(() => randomUUID());
    await app.owner.query("select close_item($1, 'BLOCKED', $2, $3, $4)", [itemId, ...ids]);
    await app.owner.query(
      `with over as (update consents set state = 'terminated', decided_at = product_now() where request_id = $1)
       update verification_requests set purge_due_at = product_now() where id = $1`,
      [itemId],
    );
    await app.runSchedule("purge_due");
    const stored = "select from lookup_attempts where request_id = $1 and response_sealed is not null";
    expect((await app.owner.query(stored, [itemId])).rowCount).toBe(0);
  });

  test("asks no further source when a response arrives after the refund", async () => {
    const user = await app.user({ NGN: creditPrice });
    const { itemId, number } = await buyCredit(user);
    bvn.onAsk = async () => {
      bvn.onAsk = undefined;
      await app.setClockOffset(76_000);
      await run(itemId); // another process finds the attempt dead
    };
    await run(itemId);
    expect([heard(bvn, number), heard(crc, number)]).toEqual([1, 0]);
    expect(await outcomeOf(itemId)).toBe("PROVIDER_FAILED");
    expect(await left(user)).toBe(creditPrice);
  });
});

describe("a credit lookup without a usable subject [R-03 T-49]", () => {
  test.each([
    ["the number is unknown", { kind: "not_found" }, "NO_DATA", 0n],
    ["the person is a minor", { but: { birthDate: "2015-06-01" } }, "MINOR", creditPrice],
    ["the person has no contact", { but: { contact: { phone: null, mail: null } } }, "NO_CONTACT", creditPrice],
    ["the record has no birth date", { but: { birthDate: null } }, "PROVIDER_FAILED", creditPrice],
  ] as const)("asks no bureau when %s", async (_what, answer, outcome, back) => {
    const user = await app.user({ NGN: creditPrice });
    const { itemId, number } = await buyCredit(user);
    bvn.respondTo(number, "but" in answer ? { kind: "found", record: adultPerson(number, answer.but) } : answer);
    await run(itemId);
    expect([heard(crc, number), heard(firstCentral, number)]).toEqual([0, 0]);
    expect(await outcomeOf(itemId)).toBe(outcome);
    expect(await left(user)).toBe(back);
  });

  test("returns null for one bureau without a record, and no data if none has any", async () => {
    const user = await app.user({ NGN: creditPrice * 2n });
    const one = await buyCredit(user);
    firstCentral.respondTo(one.number, { kind: "not_found" });
    await run(one.itemId);
    expect((await readRequestState(app, one.itemId))?.item).toBe("awaiting_consent");
    const none = await buyCredit(user);
    for (const source of [crc, firstCentral]) source.respondTo(none.number, { kind: "not_found" });
    await run(none.itemId);
    expect(await outcomeOf(none.itemId)).toBe("NO_DATA");
    expect(await left(user)).toBe(0n); // no refund for missing data: the bureaus were asked
  });
});

describe("a phone lookup", () => {
  test.each(["+234 {number}", "00234{number}", "0{number}", "234-{number}"])(
    "looks up the 11 digits of a number written as %s [WIZARD-23]",
    async (spelling) => {
      const user = await app.user({ NGN: 2n * phonePrice });
      const number = randomLocalPhone();
      const bought = await buySearch(app, user, { phone: spelling.replace("{number}", number.slice(1)) });
      await payPurchase(user, bought);
      await run(bought.itemId);
      expect([heard(phone, number), heard(bvnByPhone, number)]).toEqual([1, 1]);
      const seen = await user.get(`/verification/check-consent/${bought.itemId}`);
      expect(seen.json()).toMatchObject({ searchValue: number });
      const again = { phone: number, currency: "NGN", purpose: { code: "employment" } };
      expect((await user.post("/verification/session", again)).json()).toMatchObject({ code: "asked_recently" });
    },
  );
});

describe("a phone lookup with two sources [R-12]", () => {
  test("skips a source that is down", async () => {
    const user = await app.user({ NGN: phonePrice });
    phone.state = "down";
    const { itemId, number } = await buyPhone(user);
    await run(itemId);
    expect([heard(phone, number), heard(secondPhone, number)]).toEqual([0, 1]);
    expect(await attempts(itemId)).toEqual(["bvn fake_banks_by_phone found", "phone fake_phones_too found"]);
  });

  test("asks the second source after the first proves that it did not accept", async () => {
    const user = await app.user({ NGN: phonePrice });
    const { itemId, number } = await buyPhone(user);
    phone.respondTo(number, { kind: "not_accepted", why: "busy" });
    await expect(run(itemId)).rejects.toThrow("was not taken");
    await run(itemId);
    expect([heard(phone, number), heard(secondPhone, number), heard(bvnByPhone, number)]).toEqual([1, 1, 1]);
  });

  test("refunds, without asking the second, if the first may have accepted", async () => {
    const user = await app.user({ NGN: phonePrice });
    const { itemId, number } = await buyPhone(user);
    phone.respondTo(number, { kind: "failed", why: "timeout" });
    await run(itemId);
    await run(itemId);
    expect([heard(phone, number), heard(secondPhone, number)]).toEqual([1, 0]);
    expect(await left(user)).toBe(phonePrice);
  });

  test("pays no part while another has no source, and refunds after ten minutes", async () => {
    const user = await app.user({ NGN: phonePrice });
    const { itemId, number } = await buyPhone(user);
    bvnByPhone.state = "down";
    await expect(run(itemId)).rejects.toThrow("waits for its sources");
    expect(await attempts(itemId)).toEqual([]);
    await app.setClockOffset(601_000);
    await run(itemId);
    expect(heard(phone, number)).toBe(0);
    expect(await outcomeOf(itemId)).toBe("PROVIDER_FAILED");
    expect(await left(user)).toBe(phonePrice);
  });
});

describe("the search extension [RESULT-EXT-01]", () => {
  test.each([
    ["accepts another notation of the number", (asked: string) => holder(`+234${asked.slice(1)}`), null],
    ["treats another number as a failure [T-62]", () => holder("08099999999"), "PROVIDER_FAILED"],
  ] as const)("%s", async (_what, record, outcome) => {
    const user = await app.user({ NGN: phonePrice });
    const { itemId, number } = await buyPhone(user);
    phone.respondTo(number, { kind: "found", record: record(number) });
    await run(itemId);
    expect(await outcomeOf(itemId)).toBe(outcome);
  });

  test.each([
    ["asks the phone's holder, not the bank's customer", {}, {}, "+2348011111111"],
    [
      "asks the bank's customer if the phone record has no contact",
      { contact: { phone: null, mail: null } },
      {},
      "+2348022222222",
    ],
    ["treats a minor in either record as a minor [T-49]", {}, { birthDate: "2015-06-01" }, "MINOR"],
  ] as const)("%s", async (_what, person, customer, expected) => {
    const user = await app.user({ NGN: phonePrice });
    const { itemId, number } = await buyPhone(user);
    const contact = (mobile: string) => ({ contact: { phone: mobile, mail: null } });
    phone.respondTo(number, { kind: "found", record: holder(number, { ...contact("+2348011111111"), ...person }) });
    bvnByPhone.respondTo(number, {
      kind: "found",
      record: holder(number, { ...contact("+2348022222222"), ...customer }),
    });
    const before = app.providers.sms.sent.length;
    await run(itemId);
    await app.drainQueue();
    const requests = app.providers.sms.sent.slice(before).map(({ to }) => to);
    expect((await outcomeOf(itemId)) ?? requests[0]).toBe(expected);
  });

  test("reveals only whether each half has a record before consent [PAY-18]", async () => {
    const user = await app.user({ NGN: phonePrice * 2n });
    const half = await buyPhone(user);
    bvnByPhone.respondTo(half.number, { kind: "not_found" });
    await run(half.itemId);
    const submit = (sessionCode: string) =>
      user.post("/verification/submit", { sessionCode, sessionStatus: "COMPLETED" });
    expect((await submit(half.sessionCode)).json()).toEqual({
      status: "done",
      "search-extension": {
        requestId: half.itemId,
        phoneVerification: { status: "awaiting_consent", detail: "Awaiting Consent" },
        bvnVerification: { status: "NO_DATA", detail: "No record found" },
      },
    });
    const none = await buyPhone(user);
    for (const source of [phone, bvnByPhone]) source.respondTo(none.number, { kind: "not_found" });
    await run(none.itemId);
    expect(await outcomeOf(none.itemId)).toBe("NO_DATA");
  });
});
