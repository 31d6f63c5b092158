import { randomPhone } from "../../testing/phones.ts";
import type { SearchType } from "@idanimo/contract/catalogue";
import type { NameMatch } from "@idanimo/contract/expected-name";
import { bureauFigures, type BureauRecord } from "@idanimo/contract/checks/bvn/record";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import type { BureauFound } from "../../providers/source.ts";
import { createTestApp, randomNin, type TestApp, type TestUser } from "../../testing/app.ts";
import { adultPerson, FakePersons, FakeSource } from "../../testing/fakes.ts";
import {
  buySearch,
  openSubjectPage,
  ownOrigin,
  payPurchase,
  setClockRelativeTo,
  submitDecision,
} from "../../testing/lookup-steps.ts";
import { Vault } from "../../kernel/vault.ts";
import { countComparedName } from "./compared-names.ts";
import { matchName } from "./name-match.ts";

const phones = new FakePersons("fake_phones");
const banks = new FakePersons("fake_banks");
const figures = Object.fromEntries(bureauFigures.map((figure) => [figure, "0"])) as BureauRecord["summary"];
const bureau = new FakeSource<string, BureauFound>("fake_crc", (bvn) => ({
  kind: "found",
  record: { bvn, basic: { name: "A BUREAU'S NAME" }, ficoScore: "700", bureau: { summary: figures, tables: {} } },
}));
let app: TestApp;
beforeAll(async () => {
  const sources = () => ({
    phone: [phones],
    bvnByPhone: [banks],
    bvn: [banks],
    bureau: { crc: [bureau], firstCentral: [bureau], creditRegistry: [bureau] },
  });
  app = await createTestApp({ SUBJECT_REQUESTS_A_DAY: "40" }, { sources });
});
afterEach(async () => {
  await app.setClockOffset(0);
  await app.drainQueue();
  await app.checkInvariants();
  expect(app.jobFailures()).toEqual([]);
});
afterAll(() => app.close());

const payer = () => app.user({ NGN: 10_000_00n });
const given = { firstname: "Zubaida", middlename: "Ọmọlará", lastname: "Danladi-Bello" };
const writtenName = "Zubaida Ọmọlará Danladi-Bello";
const nameOf = (firstName: string, middleName: string, lastName: string) => ({ firstName, middleName, lastName });
const create = (user: TestUser, search: object) =>
  user.post("/verification/session", { currency: "NGN", purpose: { code: "credit" }, ...search });

/** The last message to a contact, and the token of its link. */
const messageTo = (contact: string) => {
  const text = [...app.providers.sms.sent, ...app.providers.mail.sent].findLast(({ to }) => to === contact)?.text ?? "";
  return { text, token: /consent\/([\w-]{43})/.exec(text)?.[1] ?? "" };
};

/** Buys a NIN check whose record has this name, up to the message to the subject. */
async function askAbout(user: TestUser, fields: Readonly<Record<string, string>>, mail: string | null = null) {
  const nin = randomNin();
  const phone = mail === null ? randomPhone() : null;
  const record = adultPerson(nin, { contact: { phone, mail }, fields });
  app.providers.personRecords.respondTo(nin, { kind: "found", record });
  const bought = await buySearch(app, user, { nin, purpose: { code: "credit" }, expectedName: given });
  await payPurchase(user, bought);
  await app.drainQueue();
  return { ...bought, nin, ...messageTo(phone ?? mail ?? "") };
}
const readMatch = async (user: TestUser, id: string) =>
  (await user.get(`/verification/check-consent/${id}`)).json<{ data: unknown; nameMatch: NameMatch | null }>();
const keyed = async (id: string) =>
  (
    await app.owner.query<{ sealed: Buffer | null }>(
      "select expected_name_sealed as sealed from consents where request_id = $1",
      [id],
    )
  ).rows[0]?.sealed;

describe("the comparison of an expected name", () => {
  test.each([
    { verdict: "match", record: nameOf("ZUBAIDA", "OMOLARA", "DANLADI BELLO") },
    { verdict: "close", record: nameOf("ZUBAYDA", "OMOLARA", "DANLADI BELLO") },
    { verdict: "different", record: nameOf("CHINEDU", "", "OKAFOR") },
  ] as const)("is $verdict after the grant, and nothing before it", async ({ verdict, record }) => {
    const user = await payer();
    const asked = await askAbout(user, record);
    expect(await readMatch(user, asked.itemId)).toMatchObject({ data: null, nameMatch: null });
    await submitDecision(app, asked.token, "grant");
    expect((await readMatch(user, asked.itemId)).nameMatch).toEqual({
      verdict,
      comparedWith: "NIN record",
      given: writtenName,
    });
  });

  test("is unknown if the record has no name", async () => {
    const user = await payer();
    const asked = await askAbout(user, { telephoneno: "08031234567" });
    await submitDecision(app, asked.token, "grant");
    expect((await readMatch(user, asked.itemId)).nameMatch).toMatchObject({ verdict: "unknown", comparedWith: null });
  });

  test("never exists after a denial, a withdrawal and the end of access [T-42]", async () => {
    const user = await payer();
    const name = nameOf("Zubaida", "Omolara", "Danladi-Bello");
    const [denied, withdrawn, expired] = [
      await askAbout(user, name),
      await askAbout(user, name),
      await askAbout(user, name),
    ];
    await submitDecision(app, denied.token, "deny");
    await submitDecision(app, withdrawn.token, "grant");
    await submitDecision(app, withdrawn.token, "withdraw");
    await submitDecision(app, expired.token, "grant");
    await setClockRelativeTo(app, "select expires_at as at from consents where request_id = $1", [expired.itemId], 1);
    for (const { itemId } of [denied, withdrawn, expired])
      expect(await readMatch(user, itemId)).toMatchObject({ data: null, nameMatch: null });
  });

  test("is nobody else's to read [T-43]", async () => {
    const asked = await askAbout(await payer(), nameOf("Zubaida", "Omolara", "Danladi-Bello"));
    await submitDecision(app, asked.token, "grant");
    expect((await (await payer()).get(`/verification/check-consent/${asked.itemId}`)).statusCode).toBe(404);
  });

  test("uses the NIN record of a phone number, and the BVN's own record of a credit check", async () => {
    const user = await payer();
    const [byPhone, byBvn] = [randomPhone(), randomPhone()];
    const number = `0${byPhone.slice(4)}`;
    const bvn = randomNin();
    const fields = { firstname: "Zubaida", middlename: "Omolara", surname: "Danladi", telephoneno: number };
    phones.respondTo(number, {
      kind: "found",
      record: adultPerson(number, { contact: { phone: byPhone, mail: null }, fields }),
    });
    banks.respondTo(bvn, {
      kind: "found",
      record: adultPerson(bvn, {
        contact: { phone: byBvn, mail: null },
        fields: nameOf("Zubaida", "Omolara", "Danladi-Bello"),
      }),
    });
    const bought = await buySearch(app, user, {
      phone: number,
      bvn,
      crc: true,
      purpose: { code: "tenancy" },
      expectedName: given,
    });
    await payPurchase(user, bought);
    await app.drainQueue();
    for (const phone of [byPhone, byBvn]) await submitDecision(app, messageTo(phone).token, "grant");
    const [first, second] = await Promise.all(bought.itemIds.map(async (id) => (await readMatch(user, id)).nameMatch));
    expect([first, second]).toMatchObject([
      { verdict: "close", comparedWith: "NIN record" },
      { verdict: "match", comparedWith: "BVN record" },
    ]);
  });

  test.each(["nin", "phone", "bvn"] as const)(
    "is missing for a %s record without the names' part",
    (type: SearchType) => {
      expect(matchName(type, given, nameOf("Zubaida", "", "Danladi"), ["identity"])).toBeUndefined();
    },
  );
});

describe("an expected name", () => {
  test("is stored sealed, shown to the subject alone, and in no message", async () => {
    const user = await payer();
    const mail = `${randomNin()}@example.test`;
    for (const address of [null, mail]) {
      const asked = await askAbout(user, nameOf("Grace", "", "Obi"), address);
      expect(asked.text).not.toMatch(/Zubaida|Danladi/);
      expect((await openSubjectPage(app, asked.token)).body).toMatch(
        /<dt>Name they expect<\/dt>\s*<dd>Zubaida Ọmọlará Danladi-Bello<\/dd>/,
      );
      expect((await keyed(asked.itemId))?.toString("latin1")).not.toContain("Zubaida");
      const held = await app.owner.query<{ row: string }>(
        `select c::text as row from consents c where request_id = $1
         union all select r::text from verification_requests r where id = $1
         union all select m::text from outbox_messages m where request_id = $1`,
        [asked.itemId],
      );
      expect(JSON.stringify(held.rows)).not.toMatch(/Zubaida|Danladi/);
    }
  });

  test("is on the subject's own page until the request is purged", async () => {
    const user = await payer();
    const asked = await askAbout(user, nameOf("Grace", "", "Obi"));
    const opened = await app.app.inject({
      method: "POST",
      url: `/consent/${asked.token}/my-data`,
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        origin: ownOrigin,
        "sec-fetch-site": "same-origin",
      },
    });
    const [cookie] = opened.cookies;
    const read = async (url: string) =>
      (await app.app.inject({ url, headers: { cookie: `${cookie?.name}=${cookie?.value}` } })).body;
    expect(await read("/my-data")).toContain(`Name they expect: ${writtenName}`);
    await submitDecision(app, asked.token, "deny");
    await app.runSchedule("purge_due");
    expect(await keyed(asked.itemId)).toBeNull();
    expect(await read("/my-data")).not.toContain("Zubaida");
  });

  test.each([
    { expectedName: { firstname: "Ada" }, field: "expectedName.lastname" },
    { expectedName: { firstname: "4da", lastname: "Obi" }, field: "expectedName.firstname" },
    { expectedName: { firstname: "A".repeat(61), lastname: "Obi" }, field: "expectedName.firstname" },
  ])("is rejected before anything is bought: $field", async ({ expectedName, field }) => {
    const answer = await create(await payer(), { nin: randomNin(), expectedName });
    expect(answer.json()).toMatchObject({ code: "bad_input", fields: { [field]: expect.any(String) as string } });
  });

  test("is rejected beside checks that compare none", async () => {
    const nin_csv = Buffer.from(randomNin()).toString("base64");
    const business = await app.user({ NGN: 10_000_00n, userType: "business" });
    const answer = await create(business, { nin_csv, expectedName: given });
    expect([answer.statusCode, answer.json()]).toMatchObject([
      400,
      { fields: { expectedName: expect.anything() as string } },
    ]);
  });
});

const vault = new Vault(["a secret that only tests know, 32+"]);
describe("different names for one number [AO-07]", () => {
  const named = (firstname: string, lastname = "Obi") => ({ firstname, lastname });
  const buy = (user: TestUser, nin: string, expectedName: object) => create(user, { nin, expectedName });

  test("are limited to three per account and day, and spellings count once", async () => {
    const user = await payer();
    const nin = randomNin();
    for (const name of [named("Ada"), named("Àda"), named("OBI", "ada"), named("Eve"), named("Ife")])
      expect((await buy(user, nin, name)).statusCode).toBe(200);
    const fourth = await buy(user, nin, named("Uju"));
    expect([fourth.statusCode, fourth.json()]).toMatchObject([429, { code: "question_limit" }]);
    expect(Number(fourth.headers["retry-after"])).toBeGreaterThan(86_000);
    expect((await buy(user, nin, named("Ada"))).statusCode).toBe(200);
    expect((await create(user, { nin })).statusCode).toBe(200);
    expect((await buy(user, randomNin(), named("Uju"))).statusCode).toBe(200);
    expect((await buy(await payer(), nin, named("Uju"))).statusCode).toBe(200);
    await app.setClockOffset(86_405_000);
    expect((await buy(user, nin, named("Uju"))).statusCode).toBe(200);
  });

  test("are limited to three when several are sent at once", async () => {
    const user = await payer();
    const nin = randomNin();
    const names = ["Ada", "Eve", "Ife", "Uju", "Obi", "Zik"].map((first) => named(first));
    const statuses = await Promise.all(names.map(async (name) => (await buy(user, nin, name)).statusCode));
    expect(statuses.toSorted()).toEqual([200, 200, 200, 429, 429, 429]);
  });

  test("are counted one purchase after the other, also if both read before either writes", async () => {
    const user = await payer();
    const nin = randomNin();
    for (const name of ["Ada", "Eve"]) await buy(user, nin, named(name));
    const item = { type: "nin", values: { nin }, options: [], records: 1 } as const;
    const count = (first: string, beforeCommit?: () => Promise<unknown>) =>
      app.db.transaction({ owner: user.id }, async (tx) => {
        const counted = await countComparedName(tx, vault, user.id, item, named(first));
        await beforeCommit?.();
        return counted.ok;
      });
    let second: Promise<boolean> | undefined;
    const isWaiting = async () => {
      const { rows } = await app.owner.query("select from pg_locks where locktype = 'advisory' and not granted");
      return rows.length > 0;
    };
    const third = await count("Ife", async () => {
      let isDone = false;
      second = count("Uju").finally(() => (isDone = true));
      await vi.waitUntil(async () => isDone || (await isWaiting()), { timeout: 10_000 });
    });
    expect([third, await second]).toEqual([true, false]);
  });

  test("leave neither a key nor a row of the rejected purchase", async () => {
    const user = await payer();
    const nin = randomNin();
    for (const name of ["Ada", "Eve", "Ife"]) await buy(user, nin, named(name));
    const count = async () =>
      (await app.owner.query<{ n: number }>("select count(*)::int as n from purchases where owner_id = $1", [user.id]))
        .rows[0]?.n;
    const before = await count();
    await buy(user, nin, named("Uju"));
    expect(await count()).toBe(before);
  });

  test("are stored as hashes for 24 hours", async () => {
    const user = await payer();
    await buy(user, randomNin(), named("Zulaikha"));
    const rows = async () =>
      (
        await app.owner.query<{ row: string }>("select c::text as row from compared_names c where owner_id = $1", [
          user.id,
        ])
      ).rows;
    expect(await rows()).toHaveLength(1);
    expect(JSON.stringify(await rows())).not.toContain("Zulaikha");
    await app.setClockOffset(86_405_000);
    await app.runSchedule("delete_expired_rows");
    expect(await rows()).toEqual([]);
  });
});
