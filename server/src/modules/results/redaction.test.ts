import { type RecordPart, recordPartIds } from "@idanimo/contract/record-parts";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { parsePdf } from "../../documents/testing/parse-pdf.ts";
import { createTestApp, randomNin, type TestApp, type TestUser } from "../../testing/app.ts";
import { adultPerson, FakePersons, FakeSource } from "../../testing/fakes.ts";
import { requestConsent, buySearch, ownOrigin, payPurchase, submitDecision } from "../../testing/lookup-steps.ts";
import { unseal } from "../../kernel/vault.ts";
import { openRecord } from "./record.ts";

/** Withheld parts of a record are not stored, and no path shows them. */

const phones = new FakePersons("fake_phones");
const banksByPhone = new FakePersons("fake_banks_by_phone");
const banks = new FakePersons("fake_banks");
const bureau = new FakeSource<string, never>("fake_crc", () => ({ kind: "not_taken", why: "busy" }));
let app: TestApp;
beforeAll(async () => {
  const crc = { crc: [bureau], firstCentral: [bureau], creditRegistry: [bureau] };
  app = await createTestApp(
    {},
    { sources: () => ({ phone: [phones], bvnByPhone: [banksByPhone], bvn: [banks], bureau: crc }) },
  );
});
afterEach(async () => {
  await app.drainQueue();
  await app.checkInvariants();
  expect(app.jobFailures()).toEqual([]);
});
afterAll(() => app.close());

const unsealAnswer = (key: Buffer, id: string, sealed: Buffer) =>
  unseal(key, sealed, { table: "lookup_attempts", id, field: "answer_sealed" }).toString();
const own = { origin: ownOrigin, "sec-fetch-site": "same-origin" };
const fields = {
  firstName: "KEPT-first-name",
  photo: "/9j/LEFTphoto",
  phone: "LEFT-phone",
  residenceAddress: "LEFT-address",
  religion: "LEFT-religion",
  nokSurname: "LEFT-kin",
  watchListed: "LEFT-not-requested",
};
const kept: readonly RecordPart[] = recordPartIds.filter(
  (part) => !["picture", "reach", "life", "family"].includes(part),
);

/** The stored record, opened with its key. */
async function storedOf(requestId: string): Promise<string> {
  const key = await app.keys.find(requestId);
  const { rows } = await app.owner.query<{ sealed: Buffer }>("select sealed from results where request_id = $1", [
    requestId,
  ]);
  if (!key || !rows[0]) throw new Error("nothing is stored");
  return JSON.stringify(openRecord(key, requestId, rows[0].sealed));
}
/** Everything that the requester can see of a record. */
async function seenOf(user: TestUser, requestId: string) {
  const seen = await user.get(`/verification/check-consent/${requestId}`);
  const report = await user.get(`/results/${requestId}/report.pdf`);
  return { page: seen.json<{ withheld: string[] }>(), text: seen.body, pdf: parsePdf(report.rawPayload).spokenText };
}

describe("withheld parts [T-46 O-14 CONSENT-02]", () => {
  test("are absent from storage, page and report, which say what was withheld", async () => {
    const user = await app.user({ NGN: 10_000_00n });
    const asked = await requestConsent(app, user, { fields });
    expect(await storedOf(asked.itemId), "before the decision: the requested parts only").toContain("LEFT-kin");
    expect(await storedOf(asked.itemId)).not.toContain("LEFT-not-requested");
    const before = await app.owner.query("select sealed from results where request_id = $1", [asked.itemId]);
    await submitDecision(app, asked.token, "grant", own, kept);
    const stored = await storedOf(asked.itemId);
    expect(stored).toBe('{"firstName":"KEPT-first-name"}');
    const after = await app.owner.query("select sealed from results where request_id = $1", [asked.itemId]);
    expect(after.rows).not.toEqual(before.rows);
    const { page, text, pdf } = await seenOf(user, asked.itemId);
    expect(page.withheld).toEqual(["picture", "reach", "life", "family"]);
    expect(text + pdf).toContain("KEPT-first-name");
    expect(text + pdf).not.toContain("LEFT");
    expect(pdf).toContain("Left out by the person");
  });

  test("cannot include the part that the search is for, whatever the form says", async () => {
    const user = await app.user({ NGN: 10_000_00n });
    const asked = await requestConsent(app, user, { fields });
    await submitDecision(app, asked.token, "grant", own, []);
    expect(await storedOf(asked.itemId)).toBe('{"firstName":"KEPT-first-name"}');
  });

  test("are empty if the subject ticks everything", async () => {
    const user = await app.user({ NGN: 10_000_00n });
    const asked = await requestConsent(app, user, { fields });
    await submitDecision(app, asked.token, "grant");
    const { page, text } = await seenOf(user, asked.itemId);
    expect(page.withheld).toEqual([]);
    for (const name of ["LEFT-phone", "LEFT-address", "LEFT-religion", "LEFT-kin"]) expect(text).toContain(name);
    expect(text).not.toContain("LEFT-not-requested");
  });

  test("hide the bank's result of a phone search, including whether there was one", async () => {
    const user = await app.user({ NGN: 10_000_00n });
    const phone = `080${randomNin().slice(-8)}`;
    const contact = { phone: `+234${phone.slice(1)}`, mail: null };
    const holder = adultPerson(phone, { contact, fields: { firstname: "KEPT-first-name", telephoneno: phone } });
    phones.respondTo(phone, { kind: "found", record: holder });
    const customer = { contact, fields: { bvn: "LEFT-bvn", nameOnCard: "LEFT-card", phoneNumber1: phone } };
    banksByPhone.respondTo(phone, {
      kind: "found",
      record: { ...adultPerson(phone, customer), reference: "LEFT-reference" },
    });
    const { itemId } = await buySearch(app, user, { phone }).then(
      async (bought) => (await payPurchase(user, bought), bought),
    );
    await app.drainQueue();
    const sms = app.providers.sms.sent.findLast(({ to }) => to === contact.phone)?.text ?? "";
    const token = /consent\/([\w-]{43})/.exec(sms)?.[1] ?? "";
    await submitDecision(
      app,
      token,
      "grant",
      own,
      recordPartIds.filter((part) => part !== "bank"),
    );
    const { text, pdf } = await seenOf(user, itemId);
    expect((await storedOf(itemId)) + text + pdf).not.toContain("LEFT");
    expect(text).toContain("KEPT-first-name");
    expect(pdf).toContain("BVN verification Left out by the person");
  });
});

test("stores only requested parts while another source is pending [T-46]", async () => {
  const user = await app.user({ NGN: 10_000_00n });
  const bvn = randomNin();
  banks.respondTo(bvn, {
    kind: "found",
    record: adultPerson(bvn, {
      fields: { firstName: "KEPT-first-name", photo: "LEFT-photo", nationality: "LEFT-nation" },
    }),
  });
  const bought = await buySearch(app, user, { bvn, crc: true });
  await payPurchase(user, bought);
  await expect(app.product.jobs["look_up"]?.({ itemId: bought.itemId } as never)).rejects.toThrow("not taken");
  const key = await app.keys.find(bought.itemId);
  const { rows } = await app.owner.query<{ id: string; answer_sealed: Buffer }>(
    "select id, answer_sealed from lookup_attempts where request_id = $1 and answer_sealed is not null",
    [bought.itemId],
  );
  expect(rows).toHaveLength(1);
  const [first] = rows;
  const opened = key && first ? unsealAnswer(key, first.id, first.answer_sealed) : "";
  expect(opened).toContain("KEPT-first-name");
  expect(opened).not.toContain("LEFT");
  await app.setClockOffset(601_000);
  await app.product.jobs["look_up"]?.({ itemId: bought.itemId } as never); // failed, and refunded
  await app.setClockOffset(0);
});
