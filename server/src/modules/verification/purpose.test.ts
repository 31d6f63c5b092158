import { type PurposeCode, purposeCodes } from "@idanimo/contract/consent";
import type { Operation } from "@idanimo/contract/operation";
import { operations } from "@idanimo/contract/operations";
import {
  allowedPurposes,
  disclosureFor,
  disclosureRuleVersion,
  partsOfSearchType,
} from "@idanimo/contract/record-parts";
import * as texts from "@idanimo/contract/texts";
import type { LightMyRequestResponse } from "fastify";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import type { BureauFound } from "../../providers/source.ts";
import { createTestApp, randomNin, type TestApp, type TestUser } from "../../testing/app.ts";
import { randomNins, uploadBulkFile } from "../../testing/bulk-file.ts";
import { FakePersons, FakeSource } from "../../testing/fakes.ts";
import { completeLookup, openSubjectPage, payPurchase } from "../../testing/lookup-steps.ts";

let app: TestApp;
let keyBase: pg.Pool;
beforeAll(async () => {
  const bureau = new FakeSource<string, BureauFound>("fake_crc", () => ({ kind: "not_found" }));
  app = await createTestApp(
    { SUBJECT_REQUESTS_A_DAY: "100" },
    {
      sources: () => ({
        bvn: [new FakePersons("fake_banks")],
        bureau: { crc: [bureau], firstCentral: [bureau], creditRegistry: [bureau] },
        phone: [new FakePersons("fake_phones")],
        bvnByPhone: [new FakePersons("fake_banks_by_phone")],
      }),
    },
  );
  keyBase = new pg.Pool({ connectionString: app.keysUrl, max: 1 });
});
afterEach(async () => {
  await app.drainQueue();
  await app.checkInvariants();
  expect(app.jobFailures()).toEqual([]);
});
afterAll(async () => {
  await keyBase.end();
  await app.close();
});

const payer = () => app.user({ NGN: 10_000_00n });
const quote = (user: TestUser, search: object, code?: PurposeCode) =>
  user.post("/verification/quote", { currency: "NGN", ...search, ...(code && { purpose: { code } }) });
const create = (user: TestUser, search: object, code: PurposeCode, headers: Record<string, string> = {}) =>
  user.post("/verification/session", { currency: "NGN", ...search, purpose: { code } }, headers);
const mayShowOf = (response: LightMyRequestResponse) =>
  response.json<{ mayShow: { searchType: string; required: string[]; optional: string[] }[] }>().mayShow;
/** The purchases, requests, consents and record keys that exist. */
async function storedIds() {
  const { rows } = await app.owner.query<{ id: string }>(
    `select id::text from purchases union all select id::text from verification_requests
     union all select request_id::text from consents order by 1`,
  );
  const keys = await keyBase.query<{ id: string }>("select id from record_keys order by id");
  return { rows: rows.map(({ id }) => id), keys: keys.rows.map(({ id }) => id) };
}
const bvnSearch = { bvn: "22233344455", crc: true };
const notForBvn = purposeCodes.filter((code) => !allowedPurposes("bvn").includes(code));

describe("the parts that a purpose can show", () => {
  test.each([
    { code: "tenancy", optional: ["photo", "contact", "address"] },
    {
      code: "employment",
      optional: ["photo", "contact", "address", "education_work", "personal_details", "family"],
    },
    { code: "credit", optional: ["photo", "contact", "address", "education_work"] },
    {
      code: "family",
      optional: ["photo", "contact", "address", "education_work", "personal_details", "religion", "family"],
    },
  ] as const)("for $code are in the quote, the request and on the subject's page [CL-06 CL-08]", async (expected) => {
    const user = await payer();
    const nin = randomNin();
    expect(mayShowOf(await quote(user, { nin }, expected.code))).toEqual([
      { searchType: "nin", required: ["identity"], optional: expected.optional },
    ]);
    const made = (await create(user, { nin }, expected.code)).json<{ sessionCode: string; transactionID: string }>();
    await payPurchase(user, { ...made, amount: "588" });
    await app.drainQueue();
    const { rows } = await app.owner.query(
      `select c.purpose_code, c.parts_required, c.parts_offered, c.parts_granted, c.rule_version
       from consents c where c.owner_id = $1`,
      [user.id],
    );
    expect(rows).toEqual([
      {
        purpose_code: expected.code,
        parts_required: ["identity"],
        parts_offered: expected.optional,
        parts_granted: [],
        rule_version: disclosureRuleVersion,
      },
    ]);
    const sms = app.providers.sms.sent.at(-1)?.text ?? "";
    const page = await openSubjectPage(app, /consent\/([\w-]{43})/.exec(sms)?.[1] ?? "");
    const boxes = [...page.body.matchAll(/<input type="checkbox" name="part" value="(\w+)"([^>]*)>/g)];
    expect(boxes.map(([, part]) => part)).toEqual(expected.optional);
    expect(boxes.filter(([, , attributes = ""]) => attributes.includes("checked"))).toEqual([]);
  });

  test("include religion for a family matter alone [CL-06]", async () => {
    const user = await payer();
    const offering = [];
    for (const code of purposeCodes)
      if (mayShowOf(await quote(user, { nin: randomNin() }, code))[0]?.optional.includes("religion"))
        offering.push(code);
    expect(offering).toEqual(["family"]);
  });

  test("are the union over all purposes in a quote without one, per check [CL-08]", async () => {
    const user = await payer();
    const search = { nin: randomNin(), phone: "08030001122", ...bvnSearch };
    const shown = mayShowOf(await quote(user, search));
    expect(shown).toEqual([
      {
        searchType: "nin",
        required: ["identity"],
        optional: partsOfSearchType("nin").filter((part) => part !== "identity"),
      },
      {
        searchType: "phone",
        required: ["identity"],
        optional: partsOfSearchType("phone").filter((part) => part !== "identity"),
      },
      { searchType: "bvn", required: ["identity", "credit"], optional: ["contact"] },
    ]);
    expect(shown[0]?.optional).toEqual(expect.arrayContaining(["signature", "religion", "family"]));
    expect(shown[1]?.optional).toContain("bank");
    const forCredit = mayShowOf(await quote(user, search, "credit"));
    expect(forCredit.map(({ searchType }) => searchType)).toEqual(["nin", "phone", "bvn"]);
    expect(forCredit[1]?.optional).toEqual(disclosureFor("phone", "credit")?.optional);
  });
});

describe("a purpose that cannot buy the check", () => {
  const problem = { status: 400, code: "purpose_not_allowed", fields: { purpose: texts.purposeNotAllowed } };

  test("is one of six for a BVN", () => {
    expect(notForBvn).toEqual(["employment", "domestic_staff", "sale", "account_opening", "family", "other"]);
  });

  test.each(notForBvn)("is rejected in a quote and a purchase of a BVN: %s [CL-06]", async (code) => {
    const user = await payer();
    const before = await storedIds();
    expect((await quote(user, bvnSearch, code)).json()).toMatchObject(problem);
    expect((await create(user, bvnSearch, code)).json()).toMatchObject(problem);
    expect(await storedIds()).toEqual(before);
  });

  test.each(allowedPurposes("bvn"))("is none of the purposes of a BVN: %s [CL-06]", async (code) => {
    const user = await payer();
    expect(mayShowOf(await quote(user, bvnSearch, code))).toEqual([
      { searchType: "bvn", required: ["identity", "credit"], optional: ["contact"] },
    ]);
    expect((await create(user, bvnSearch, code)).statusCode).toBe(200);
  });

  test("rejects all checks of one purchase and creates nothing [CL-06 R-10]", async () => {
    const user = await payer();
    const before = await storedIds();
    const search = { nin: randomNin(), ...bvnSearch };
    expect((await quote(user, search, "employment")).json()).toMatchObject(problem);
    expect((await create(user, search, "employment")).json()).toMatchObject(problem);
    expect(await storedIds()).toEqual(before);
    // the rejected attempt blocks no later request about the same person
    expect((await create(user, search, "tenancy")).statusCode).toBe(200);
  });

  test("rejects a bulk file beside a BVN; the file can still be bought [CL-06]", async () => {
    const user = await app.user({ userType: "business", NGN: 10_000_00n });
    const numbers = randomNins(2);
    const { uploadId } = (await uploadBulkFile(app, user, numbers.join("\n"))).json<{ uploadId: string }>();
    const before = await storedIds();
    const search = { bulkUploadId: uploadId, ...bvnSearch };
    expect((await quote(user, search, "employment")).json()).toMatchObject(problem);
    expect((await create(user, search, "employment")).json()).toMatchObject(problem);
    expect(await storedIds()).toEqual(before);
    expect(mayShowOf(await quote(user, { bulkUploadId: uploadId }, "domestic_staff"))).toEqual([
      {
        searchType: "bulk_nin",
        required: ["identity"],
        optional: ["photo", "contact", "address", "personal_details", "family"],
      },
    ]);
    expect((await create(user, { bulkUploadId: uploadId }, "domestic_staff")).statusCode).toBe(200);
    const { rows } = await app.owner.query(
      "select distinct purpose_code, parts_offered from consents where owner_id = $1",
      [user.id],
    );
    expect(rows).toEqual([
      {
        purpose_code: "domestic_staff",
        parts_offered: ["photo", "contact", "address", "personal_details", "family"],
      },
    ]);
  });
});

describe("the purpose of a purchase", () => {
  const purposeOf = async (user: TestUser) =>
    (
      await app.owner.query<{ purpose_code: string; parts_offered: string[] }>(
        "select purpose_code, parts_offered from consents where owner_id = $1",
        [user.id],
      )
    ).rows;
  const tenancy = [{ purpose_code: "tenancy", parts_offered: ["photo", "contact", "address"] }];

  test("is an input of prices, limits and new requests only [CL-11]", () => {
    const taking = Object.entries<Operation>(operations).flatMap(([name, { input, access }]) => {
      if (access === "public") return []; // a captcha has a purpose of its own
      const { properties = {} } = z.toJSONSchema(input, { io: "input", unrepresentable: "any" });
      return Object.hasOwn(properties, "purpose") ? [name] : [];
    });
    expect(taking.toSorted()).toEqual(["askPlateOwner", "createSession", "purchaseLimits", "quote"]);
  });

  test("cannot be sent for an existing session [CL-11]", async () => {
    const [user, stranger] = [await payer(), await payer()];
    const nin = randomNin();
    const made = (await create(user, { nin }, "tenancy")).json<{ sessionCode: string; transactionID: string }>();
    const before = await storedIds();
    const { sessionCode } = made;
    for (const search of [{ nin, sessionCode }, { nin: randomNin(), sessionCode }, { sessionCode }]) {
      const named = await create(user, search, "family");
      expect(named.json()).toMatchObject({ status: 422, code: "same_key_other_body" });
    }
    const other = await create(stranger, { nin, sessionCode }, "family");
    expect(other.json()).toMatchObject({ status: 404, code: "not_found" });
    expect(await storedIds()).toEqual(before);
    await payPurchase(user, { ...made, amount: "588" });
    await app.drainQueue();
    expect((await create(user, { nin, sessionCode }, "family")).statusCode).toBe(422);
    expect(await purposeOf(user)).toEqual(tenancy);
  });

  test("cannot change under the same Idempotency-Key [CL-11 T-23]", async () => {
    const user = await payer();
    const nin = randomNin();
    const key = { "idempotency-key": "one purchase" };
    const first = await create(user, { nin }, "tenancy", key);
    const other = await create(user, { nin }, "family", key);
    expect(other.json()).toMatchObject({ status: 422, code: "same_key_other_body" });
    const again = await create(user, { nin }, "tenancy", key);
    expect([again.statusCode, again.body]).toEqual([200, first.body]);
    expect(await purposeOf(user)).toEqual(tenancy);
    const { sessionCode, transactionID } = first.json<{ sessionCode: string; transactionID: string }>();
    await payPurchase(user, { sessionCode, transactionID, amount: "588" });
    expect((await create(user, { nin }, "family", key)).statusCode).toBe(422); // after payment too
    expect(await purposeOf(user)).toEqual(tenancy);
    // a retry after a temporary problem may use its key again
    app.providers.personRecords.state = "down";
    const [later, next] = [randomNin(), { "idempotency-key": "later" }];
    expect((await create(user, { nin: later }, "sale", next)).statusCode).toBe(503);
    app.providers.personRecords.state = "up";
    expect((await create(user, { nin: later }, "sale", next)).statusCode).toBe(200);
  });

  test.each([
    { path: "/transaction/wallet-payment", more: {} },
    { path: "/payment/flexi-initiate", more: { type: "VERIFICATION", currency: "NGN" } },
    { path: "/verification/submit", more: { sessionStatus: "COMPLETED" } },
  ])("cannot be sent to $path [CL-11]", async ({ path, more }) => {
    const user = await payer();
    const nin = randomNin();
    const made = (await create(user, { nin }, "tenancy")).json<{ sessionCode: string; transactionID: string }>();
    const { sessionCode, transactionID } = made;
    const payload = {
      ...(path.endsWith("wallet-payment") && { transactionID }),
      ...(!path.endsWith("submit") && { amount: "588" }),
      sessionCode,
      ...more,
    };
    for (const purpose of [{ code: "family" }, "family"]) {
      const response = await user.post(path, { ...payload, purpose });
      expect(response.json()).toMatchObject({ status: 400, code: "bad_input" });
    }
    expect((await user.post(path, payload)).statusCode).not.toBe(400); // the payload itself is complete
    expect(await purposeOf(user)).toEqual(tenancy);
  });

  test("cannot be updated by the application's database role [CL-11]", async () => {
    const user = await payer();
    const bought = await completeLookup(app, user);
    const change = app.db.transaction("system", (tx) =>
      tx.updateTable("consents").set({ purpose_code: "family" }).where("request_id", "=", bought.itemId).execute(),
    );
    await expect(change).rejects.toMatchObject({ code: "42501" }); // insufficient_privilege
  });
});
