import { randomLocalPhone } from "../../testing/phones.ts";
import { disclosureFor } from "@idanimo/contract/record-parts";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { parsePdf } from "../../documents/testing/parse-pdf.ts";
import { createTestApp, randomNin, type TestApp, type TestUser } from "../../testing/app.ts";
import { adultPerson, FakePersons, FakeSource } from "../../testing/fakes.ts";
import {
  buySearch,
  grantAllParts,
  payPurchase,
  replyBySms,
  requestConsent,
  submitDecision,
} from "../../testing/lookup-steps.ts";
import { unseal } from "../../kernel/vault.ts";

/** Parts of a record that were not granted are deleted, and no path shows them. */

const phones = new FakePersons("fake_phones");
const banksByPhone = new FakePersons("fake_banks_by_phone");
const banks = new FakePersons("fake_banks");
const bureau = new FakeSource<string, never>("fake_crc", () => ({ kind: "not_accepted", why: "busy" }));
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
  unseal(key, sealed, { table: "lookup_attempts", id, field: "response_sealed" }).toString();
const fields = {
  firstName: "KEPT-first-name",
  photo: "/9j/LEFTphoto",
  phone: "LEFT-phone",
  residenceAddress: "LEFT-address",
  profession: "LEFT-work",
  height: "LEFT-height",
  religion: "NEVER-religion",
  signature: "NEVER-signature",
  nokSurname: "LEFT-kin",
  watchListed: "NEVER-requested",
};
const offered = disclosureFor("nin", "employment")?.optional ?? [];

/** The keys of the stored pieces by their parts, and everything in them that these keys open. */
async function storedPieces(requestId: string) {
  const { rows } = await app.owner.query<{ key_id: string; parts: string[]; sealed: Buffer }>(
    "select key_id, parts, sealed from result_parts where request_id = $1 order by parts",
    [requestId],
  );
  const keys = await app.keys.findAll(rows.map(({ key_id: id }) => id));
  const opened = rows.flatMap(({ key_id: id, sealed }) => {
    const key = keys.get(id);
    return key ? [unseal(key, sealed, { table: "result_parts", id, field: "sealed" }).toString()] : [];
  });
  return {
    keyIds: new Map(rows.map(({ key_id: id, parts }) => [parts.join(" "), id])),
    openKeys: keys.size,
    text: opened.join("\n"),
  };
}
/** Everything that the requester can see of a record. */
async function seenOf(user: TestUser, requestId: string) {
  const seen = await user.get(`/verification/check-consent/${requestId}`);
  const report = await user.get(`/results/${requestId}/report.pdf`);
  return { page: seen.json<{ withheld: string[] }>(), text: seen.body, pdf: parsePdf(report.rawPayload).spokenText };
}

describe("a record in pieces [CL-02 CL-03 CL-14]", () => {
  // Covers: T-46 O-14 CONSENT-02
  test("stores what the purpose can show, and after the grant what was granted", async () => {
    const user = await app.user({ NGN: 10_000_00n });
    const pending = await requestConsent(app, user, { fields });
    const before = await storedPieces(pending.itemId);
    expect([...before.keyIds.keys()].toSorted()).toEqual(["identity", ...offered].toSorted());
    expect(before.text).toContain("LEFT-kin");
    expect(before.text).not.toContain("NEVER");
    const complete = await app.owner.query("select sealed from results where request_id = $1", [pending.itemId]);
    expect(complete.rows).toEqual([{ sealed: null }]);

    await submitDecision(app, pending.token, "grant");
    const { page, text, pdf } = await seenOf(user, pending.itemId); // before the job that deletes the others
    await app.drainQueue();
    const after = await storedPieces(pending.itemId);
    expect([...after.keyIds]).toEqual([["identity", before.keyIds.get("identity")]]);
    expect((await app.keys.findAll([...before.keyIds.values()])).size).toBe(1);
    expect(after.text).toContain("KEPT-first-name");
    expect(after.text).not.toContain("LEFT");
    expect(page.withheld.toSorted()).toEqual([...offered, "signature", "religion"].toSorted());
    expect(text + pdf).toContain("KEPT-first-name");
    expect(text + pdf).not.toMatch(/LEFT|NEVER/);
  });

  test("shows exactly the parts that the person added", async () => {
    const user = await app.user({ NGN: 10_000_00n });
    const pending = await requestConsent(app, user, { fields });
    await submitDecision(app, pending.token, "grant", undefined, ["address", "family"]);
    await app.drainQueue();
    const { keyIds, openKeys } = await storedPieces(pending.itemId);
    expect([[...keyIds.keys()].toSorted(), openKeys]).toEqual([["address", "family", "identity"], 3]);
    const { page, text } = await seenOf(user, pending.itemId);
    expect(page.withheld).toEqual(["photo", "signature", "contact", "education_work", "personal_details", "religion"]);
    expect(JSON.parse(text)).toMatchObject({
      data: { firstName: "KEPT-first-name", residenceAddress: "LEFT-address", nokSurname: "LEFT-kin" },
    });
    expect(text).not.toMatch(/LEFT-(phone|work|height)|LEFTphoto|NEVER/);
  });

  test("shows the required parts alone after a YES by SMS [CL-04]", async () => {
    const user = await app.user({ NGN: 10_000_00n });
    const pending = await requestConsent(app, user, { fields });
    await replyBySms(app, pending.phone, `YES ${pending.code}`);
    await app.drainQueue();
    expect([...(await storedPieces(pending.itemId)).keyIds.keys()]).toEqual(["identity"]);
    const { text, pdf } = await seenOf(user, pending.itemId);
    expect(text).toContain("KEPT-first-name");
    expect(text + pdf).not.toMatch(/LEFT|NEVER/);
  });

  test("shows every offered part if the person adds all of them", async () => {
    const user = await app.user({ NGN: 10_000_00n });
    const pending = await requestConsent(app, user, { fields });
    await grantAllParts(app, pending.token);
    const { page, text } = await seenOf(user, pending.itemId);
    expect(page.withheld).toEqual(["signature", "religion"]);
    for (const name of ["LEFT-phone", "LEFT-address", "LEFT-work", "LEFT-height", "LEFT-kin"])
      expect(text).toContain(name);
    expect(text).not.toContain("NEVER");
  });

  test("hides the bank's half of a phone search, including whether there was a record", async () => {
    const user = await app.user({ NGN: 10_000_00n });
    const phone = randomLocalPhone();
    const contact = { phone: `+234${phone.slice(1)}`, mail: null };
    const holder = adultPerson(phone, { contact, fields: { firstname: "KEPT-first-name", telephoneno: phone } });
    phones.respondTo(phone, { kind: "found", record: holder });
    const customer = { contact, fields: { bvn: "LEFT-bvn", nameOnCard: "LEFT-card", phoneNumber1: phone } };
    banksByPhone.respondTo(phone, {
      kind: "found",
      record: { ...adultPerson(phone, customer), reference: "LEFT-reference" },
    });
    const bought = await buySearch(app, user, { phone });
    await payPurchase(user, bought);
    await app.drainQueue();
    expect((await storedPieces(bought.itemId)).text).toContain("LEFT-bvn");
    const sms = app.providers.sms.sent.findLast(({ to }) => to === contact.phone)?.text ?? "";
    const token = /consent\/([\w-]{43})/.exec(sms)?.[1] ?? "";
    await submitDecision(app, token, "grant", undefined, ["contact"]);
    await app.drainQueue();
    const { text, pdf } = await seenOf(user, bought.itemId);
    expect((await storedPieces(bought.itemId)).text + text + pdf).not.toContain("LEFT");
    expect(text).toContain("KEPT-first-name");
    expect(JSON.parse(text)).toMatchObject({
      data: { premblyBvnVerification: { verificationStatus: "NOT-VERIFIED", data: null } },
    });
  });
});

test("stores only requested parts while another source is pending [T-46]", async () => {
  const user = await app.user({ NGN: 10_000_00n });
  const bvn = randomNin();
  banks.respondTo(bvn, {
    kind: "found",
    record: adultPerson(bvn, {
      fields: { firstName: "KEPT-first-name", photo: "LEFT-photo", nationality: "LEFT-nation", phone: "KEPT-phone" },
    }),
  });
  const bought = await buySearch(app, user, { bvn, crc: true });
  await payPurchase(user, bought);
  await expect(app.product.jobs["look_up"]?.({ itemId: bought.itemId } as never)).rejects.toThrow("not taken");
  const key = await app.keys.find(bought.itemId);
  const { rows } = await app.owner.query<{ id: string; response_sealed: Buffer }>(
    "select id, response_sealed from lookup_attempts where request_id = $1 and response_sealed is not null",
    [bought.itemId],
  );
  expect(rows).toHaveLength(1);
  const [first] = rows;
  const opened = key && first ? unsealAnswer(key, first.id, first.response_sealed) : "";
  for (const stored of ["KEPT-first-name", "KEPT-phone"]) expect(opened).toContain(stored); // the person may add the phone
  expect(opened).not.toContain("LEFT");
  await app.setClockOffset(601_000);
  await app.product.jobs["look_up"]?.({ itemId: bought.itemId } as never); // failed, and refunded
  await app.setClockOffset(0);
});
