import { randomPhone } from "../../testing/phones.ts";
import { disclosureFor, disclosureForAnyPurpose } from "@idanimo/contract/record-parts";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, randomNin, type TestApp, type TestUser } from "../../testing/app.ts";
import { adultPerson, FakePersons } from "../../testing/fakes.ts";
import {
  buySearch,
  completeLookup,
  grantAllParts,
  payPurchase,
  readRequestState,
  submitDecision,
} from "../../testing/lookup-steps.ts";

/** A requester who looks up their own record: every part is available, if the contact in it is confirmed. */

const phones = new FakePersons("fake_phones");
const banks = new FakePersons("fake_banks_by_phone");
let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({}, { sources: () => ({ phone: [phones], bvnByPhone: [banks] }) });
});
afterEach(async () => {
  banks.state = "up";
  await app.drainQueue();
  await app.checkInvariants();
  expect(app.jobFailures()).toEqual([]);
});
afterAll(() => app.close());

const fields = { firstName: "Ngozi", religion: "THE-RELIGION", nokSurname: "THE-KIN", signature: "U0lHTkFUVVJF" };

/** An account whose contacts are confirmed or not. */
async function accountWith(confirmed: { readonly mail: boolean; readonly phone: boolean }) {
  const user = await app.user({ NGN: 10_000_00n });
  const phone = randomPhone();
  await app.owner.query("update users set phone = null where id = $1", [user.id]); // it can be set once
  await app.owner.query(
    `update users set phone = $2, email_verified_at = case when $3 then now() end, phone_verified_at = case when $4 then now() end
     where id = $1`,
    [user.id, phone, confirmed.mail, confirmed.phone],
  );
  return { user, phone };
}
const readConsent = async (requestId: string) =>
  (
    await app.owner.query<{ isSelf: boolean; offered: string[]; stored: string[] }>(
      `select is_self as "isSelf", parts_offered as offered,
         array(select unnest(parts) from result_parts p where p.request_id = c.request_id order by 1) as stored
       from consents c where request_id = $1`,
      [requestId],
    )
  ).rows[0];
/** The token of the last link sent to a contact. */
const linkTo = (contact: string) => {
  const texts = [...app.providers.sms.sent, ...app.providers.mail.sent].filter(({ to }) => to === contact);
  return /consent\/([\w-]{43})/.exec(texts.at(-1)?.text ?? "")?.[1] ?? "";
};
type View = { readonly data: object; readonly withheld: readonly string[] };
const readResult = async (user: TestUser, requestId: string) =>
  (await user.get(`/verification/check-consent/${requestId}`)).json<View>();

describe("the requester's own record [CL-06 CL-14]", () => {
  test.each([
    { by: "email", confirmed: { mail: true, phone: false } },
    { by: "phone", confirmed: { mail: true, phone: true } }, // an account buys with a confirmed address only
  ] as const)("offers every part over a confirmed $by", async ({ by, confirmed }) => {
    const { user, phone } = await accountWith(confirmed);
    const contact = by === "email" ? { phone: null, mail: user.email } : { phone, mail: null };
    const record = adultPerson(randomNin(), { contact, fields });
    const { itemId } = await completeLookup(app, user, { kind: "found", record });
    const every = disclosureForAnyPurpose("nin").optional;
    expect(await readConsent(itemId)).toEqual({
      isSelf: true,
      offered: [...every],
      stored: ["family", "identity", "religion", "signature"],
    });
    await grantAllParts(app, linkTo(contact.mail ?? contact.phone ?? ""));
    const { data, withheld } = await readResult(user, itemId);
    expect([data, withheld]).toEqual([fields, []]);
  });

  test("shows the chosen parts alone, as for any subject", async () => {
    const { user } = await accountWith({ mail: true, phone: false });
    const record = adultPerson(randomNin(), { contact: { phone: null, mail: user.email }, fields });
    const { itemId } = await completeLookup(app, user, { kind: "found", record });
    await submitDecision(app, linkTo(user.email), "grant", undefined, ["religion"]);
    await app.drainQueue();
    expect((await readConsent(itemId))?.stored).toEqual(["identity", "religion"]);
    expect((await readResult(user, itemId)).data).toEqual({ firstName: "Ngozi", religion: "THE-RELIGION" });
  });

  test.each([
    { by: "phone", confirmed: { mail: true, phone: false } },
    { by: "email", confirmed: { mail: false, phone: true } },
  ] as const)("offers the parts of the purpose over an unconfirmed $by", async ({ by, confirmed }) => {
    const { user, phone } = await accountWith({ mail: true, phone: true });
    // an unconfirmed address may not buy, so the confirmation is removed after the payment
    const contact = by === "email" ? { phone: null, mail: user.email } : { phone, mail: null };
    const nin = randomNin();
    app.providers.personRecords.respondTo(nin, { kind: "found", record: adultPerson(nin, { contact, fields }) });
    const bought = await app.purchase(user, { nin, purpose: "tenancy" });
    await payPurchase(user, bought);
    await app.owner.query(
      `update users set email_verified_at = case when $2 then now() end, phone_verified_at = case when $3 then now() end
       where id = $1`,
      [user.id, confirmed.mail, confirmed.phone],
    );
    await app.drainQueue();
    expect(await readConsent(bought.itemId)).toEqual({
      isSelf: false,
      offered: [...(disclosureFor("nin", "tenancy")?.optional ?? [])],
      stored: ["identity"],
    });
    await grantAllParts(app, linkTo(contact.mail ?? contact.phone ?? ""));
    const view = await readResult(user, bought.itemId);
    expect(view.data).toEqual({ firstName: "Ngozi" });
    expect(view.withheld).toEqual(expect.arrayContaining(["religion", "family", "signature"]));
  });
});

describe("the bank's record of a phone number [CL-06]", () => {
  const asked = (source: FakePersons, number: string) => source.queries.filter((one) => one.asked === number).length;
  async function buyPhone(user: TestUser, purpose: string, mail: string | null = null) {
    const phone = randomPhone();
    const number = `0${phone.slice(4)}`;
    const person = { contact: { phone, mail }, fields: { firstName: "Ngozi", telephoneno: number } };
    const bank = { contact: { phone, mail }, fields: { bvn: "THE-BVN", phoneNumber1: number } };
    phones.respondTo(number, { kind: "found", record: adultPerson(number, person) });
    banks.respondTo(number, { kind: "found", record: adultPerson(number, bank) });
    const bought = await buySearch(app, user, { phone: number, purpose: { code: purpose } });
    await payPurchase(user, bought);
    await app.drainQueue();
    return { ...bought, phone, number };
  }

  test("is queried for a purpose that can show it", async () => {
    const user = await app.user({ NGN: 10_000_00n });
    const { number, itemId, phone } = await buyPhone(user, "credit");
    expect([asked(phones, number), asked(banks, number)]).toEqual([1, 1]);
    await grantAllParts(app, linkTo(phone));
    expect(await readResult(user, itemId)).toMatchObject({
      data: { premblyBvnVerification: { verificationStatus: "VERIFIED", data: { bvn: "THE-BVN" } } },
    });
  });

  test("is neither needed nor queried for another purpose, and shown as not shared", async () => {
    const user = await app.user({ NGN: 10_000_00n });
    banks.state = "down";
    const { number, itemId, phone } = await buyPhone(user, "tenancy");
    expect([asked(phones, number), asked(banks, number)]).toEqual([1, 0]);
    expect((await readRequestState(app, itemId))?.consent).toBe("pending");
    const attempts = await app.owner.query("select part from lookup_attempts where request_id = $1", [itemId]);
    expect(attempts.rows).toEqual([{ part: "phone" }]);
    await grantAllParts(app, linkTo(phone));
    const view = await readResult(user, itemId);
    expect(view.withheld).toContain("bank");
    expect(view.data).toMatchObject({
      premblyPhoneVerification: { verificationStatus: "VERIFIED", data: { firstName: "Ngozi" } },
      premblyBvnVerification: { verificationStatus: "NOT-VERIFIED", verificationReference: null, data: null },
    });
  });

  test("blocks a purchase while its source is down only if the purpose can show it", async () => {
    const user = await app.user({ NGN: 10_000_00n });
    banks.state = "down";
    const buy = (code: string) =>
      user.post("/verification/session", { phone: `0${randomPhone().slice(4)}`, currency: "NGN", purpose: { code } });
    expect((await buy("tenancy")).statusCode).toBe(200);
    expect((await buy("credit")).json()).toMatchObject({ code: "source_down" });
  });

  test("is queried after the phone's record if that is the requester's own", async () => {
    const user = await app.user({ NGN: 10_000_00n });
    const { number, itemId, phone } = await buyPhone(user, "tenancy", user.email);
    expect([asked(phones, number), asked(banks, number)]).toEqual([1, 1]);
    expect((await readConsent(itemId))?.isSelf).toBe(true);
    await grantAllParts(app, linkTo(phone));
    expect(await readResult(user, itemId)).toMatchObject({
      data: { premblyBvnVerification: { data: { bvn: "THE-BVN" } } },
    });
  });
});
