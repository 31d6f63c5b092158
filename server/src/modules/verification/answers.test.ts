import { readdirSync, readFileSync } from "node:fs";
import { answerTypes } from "@idanimo/contract/catalogue";
import { consentTexts } from "@idanimo/contract/request-status";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { BureauFound, PlateFound, VehicleId } from "../../providers/source.ts";
import { createTestApp, randomNin, type TestApp } from "../../testing/app.ts";
import { adultPerson, FakePersons, FakeSource } from "../../testing/fakes.ts";
import {
  buySearch,
  openSubjectPage,
  payPurchase,
  readRequestState,
  replyBySms,
  submitDecision,
  submitForm,
} from "../../testing/lookup-steps.ts";
import { canaryRecord, createQuestionSteps, nameOf, type Seen } from "../../testing/question-steps.ts";

/** Checks that answer one question: the record is read in memory, and the answer alone is stored. */

const banks = new FakePersons("fake_banks");
const emptySummary = {
  highestLoanAmount: null,
  totalNoOfInstitutions: null,
  totalOverdue: null,
  totalBorrowed: null,
  totalOutstanding: null,
  totalNoOfLoans: null,
  totalNoOfActiveLoans: null,
  totalNoOfDelinquentFacilities: null,
  maxNoOfDays: null,
  totalNoOfClosedLoans: null,
};
const bureauRecord = (bvn: string, ficoScore: string | null): BureauFound => ({
  bvn,
  bureau: { summary: emptySummary, tables: {} },
  ficoScore,
  basic: { name: "CANARY-BUREAU-NAME" },
});
const scored = (provider: string, ficoScore: string | null) =>
  new FakeSource<string, BureauFound>(provider, (bvn) => ({ kind: "found", record: bureauRecord(bvn, ficoScore) }));
const crc = scored("fake_crc", "702");
const firstCentral = scored("fake_first_central", null);
const creditRegistry = scored("fake_registry", "600");
const plates = new FakeSource<string, PlateFound>("fake_plates", (plate) => ({
  kind: "found",
  record: {
    plate,
    fields: { make: "HONDA", model: "ACCORD", colour: "Red", owner_last_name: "CANARY-OWNER", owner_phone: "x" },
  },
}));
const vehicles = new FakeSource<string, VehicleId>("fake_vins", (vin) => ({
  kind: "found",
  record: { vin, reportId: "S1", attributes: { make: "Honda", model: "ACCORD EX", year: "2011" } },
}));

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp(
    {},
    {
      sources: () => ({
        bvn: [banks],
        bureau: { crc: [crc], firstCentral: [firstCentral], creditRegistry: [creditRegistry] },
        plate: [plates],
        vehicleId: [vehicles],
      }),
    },
  );
});
afterEach(async () => {
  await app.setClockOffset(0);
  await app.drainQueue();
  await app.checkInvariants();
  expect(app.jobFailures()).toEqual([]);
});
afterAll(() => app.close());

const { payer, session, see, ask } = createQuestionSteps(() => app);

describe("a question about a person", () => {
  test("shows only question, answer, time and source after consent [AO-02 AO-03]", async () => {
    const user = await payer();
    const nin = randomNin();
    const asked = await ask(user, nameOf(nin), canaryRecord(nin));
    expect(await see(user, asked.itemId)).toMatchObject({ consent: "pending", data: null });
    await submitDecision(app, asked.token, "grant");
    const { data } = await see(user, asked.itemId);
    expect(Object.keys(data ?? {}).toSorted()).toEqual(["answer", "askedAt", "question", "source"]);
    expect(data).toMatchObject({ answer: "yes", question: "Is Ngozi Made-Up the name on this NIN?" });
    const { rows } = await app.owner.query<{ days: number }>(
      "select extract(epoch from expires_at - decided_at)::float8 / 86400 as days from consents where request_id = $1",
      [asked.itemId],
    );
    expect(rows[0]?.days).toBeCloseTo(30, 3);
  });

  test.each([
    ["over_age", { age: 18 }, {}, "yes"],
    ["over_age", { age: "21" }, { birthDate: "2007-01-01" }, "no"],
    ["phone_is_theirs", { phone: "0803 111 2222" }, {}, "no"],
    ["name_match", { firstname: "Ngozi", lastname: "Madeup" }, {}, "yes"],
    ["name_match", { firstname: "Ngosi", lastname: "Made-Up" }, {}, "near"],
    ["name_match", { firstname: "Ada", lastname: "Made-Up" }, {}, "no"],
  ] as const)("answers %s with %j and %j: %s", async (check, typed, but, answer) => {
    const user = await payer();
    const nin = randomNin();
    const asked = await ask(user, { check, nin, ...typed }, canaryRecord(nin, but));
    await submitDecision(app, asked.token, "grant");
    expect((await see(user, asked.itemId)).data).toMatchObject({ answer });
  });

  test("names the question and the typed value on the subject's page, not in the SMS [AO-03]", async () => {
    const user = await payer();
    const nin = randomNin();
    const { token, sms } = await ask(user, nameOf(nin), canaryRecord(nin));
    const page = (await openSubjectPage(app, token)).body;
    for (const text of ["Is this your name?", "I consent", "I do not consent"]) expect(page).toContain(text);
    expect(page).toMatch(/<dt>Name they believe is yours<\/dt>\s*<dd>Ngozi Made-Up<\/dd>/);
    expect(page).toContain(`/consent/${token}/report`);
    expect(page).not.toContain("CANARY");
    expect(sms).toContain("Is the name that they typed yours?");
    expect(sms).not.toContain("Ngozi");
    await submitDecision(app, token, "deny");
  });

  test("shows the subject the answer first, and grants nothing [AO-04 AO-05]", async () => {
    const user = await payer();
    const nin = randomNin();
    const asked = await ask(user, nameOf(nin, { lastname: "Made-Upp" }), canaryRecord(nin));
    const before = (await app.wallets(user)).NGN;
    expect((await app.app.inject({ url: `/consent/${asked.token}/preview` })).statusCode).toBe(404);
    const preview = await submitForm(app, `${asked.token}/preview`, []);
    expect(preview.statusCode).toBe(200);
    expect(preview.body).toContain("It will say: close");
    expect(preview.body).toContain("What differs: last name");
    expect(await see(user, asked.itemId)).toMatchObject({ consent: "pending", data: null });
    await submitDecision(app, asked.token, "deny");
    expect(await readRequestState(app, asked.itemId)).toMatchObject({ outcome: "DENIED" });
    expect((await app.wallets(user)).NGN).toBe(before); // charged like any denial
    expect((await submitForm(app, `${asked.token}/preview`, [])).statusCode).toBe(409);
  });

  test("never shows the requester which part differs [AO-05]", async () => {
    const user = await payer();
    const nin = randomNin();
    const asked = await ask(user, nameOf(nin, { lastname: "Made-Upp" }), canaryRecord(nin));
    await submitDecision(app, asked.token, "grant");
    const seen = await user.get(`/verification/check-consent/${asked.itemId}`);
    expect(seen.json<Seen>().data).toMatchObject({ answer: "near" });
    expect(seen.body).not.toMatch(/differ|lastname|Made-Up"/);
    await app.drainQueue();
    const { rows } = await app.owner.query("select parts from result_parts where request_id = $1", [asked.itemId]);
    expect(rows).toEqual([{ parts: ["answer"] }]); // what it depends on was deleted with the decision
  });

  test("is granted and withdrawn by SMS, and the key is deleted first [AO-10]", async () => {
    const user = await payer();
    const nin = randomNin();
    const asked = await ask(user, nameOf(nin), canaryRecord(nin));
    await replyBySms(app, asked.phone, `YES ${asked.code}`);
    expect((await see(user, asked.itemId)).data).toMatchObject({ answer: "yes" });
    const { rows } = await app.owner.query<{ id: string }>(
      "select key_id as id from result_parts where request_id = $1 and parts = '{answer}'",
      [asked.itemId],
    );
    await replyBySms(app, asked.phone, `NO ${asked.code}`);
    expect(await see(user, asked.itemId)).toMatchObject({ consent: "terminated", data: null });
    await app.drainQueue();
    expect((await app.keys.findAll(rows.map(({ id }) => id))).size).toBe(0);
    const left = await app.owner.query(
      "select 1 from result_parts where request_id = $1 union all select 1 from results where request_id = $1",
      [asked.itemId],
    );
    expect(left.rows).toEqual([]);
    const texts = app.providers.sms.sent.filter(({ to }) => to === asked.phone).map(({ text }) => text);
    expect(texts.slice(1).join(" ")).toContain("the answer");
    expect(texts.slice(1).join(" ")).not.toContain("your record");
  });

  test("refunds a question that the source cannot answer, before anybody is asked [AO-06]", async () => {
    const user = await payer();
    const nin = randomNin();
    const contact = { phone: null, mail: null };
    const asked = await ask(user, { check: "over_age", nin, age: 18 }, canaryRecord(nin, { birthDate: null, contact }));
    expect(await readRequestState(app, asked.itemId)).toMatchObject({ outcome: "NO_ANSWER" });
    expect((await app.wallets(user)).NGN).toBe(20_000_00n);
    expect(asked.sms).toBe("");
  });
});

describe("limits of questions [AO-07]", () => {
  test("allow one question about a score per BVN and account in 90 days", async () => {
    const user = await payer();
    const bvn = randomNin();
    await ask(user, { check: "score_band", bvn, crc: true, atLeast: 701 }, undefined);
    const again = await session(user, { check: "score_band", bvn, crc: true, atLeast: 751 });
    expect(again.statusCode).toBe(429);
    expect(again.json()).toMatchObject({ code: "question_limit" });
    const other = await payer();
    expect((await session(other, { check: "score_band", bvn, crc: true, atLeast: 751 })).statusCode).toBe(200);
    await app.setClockOffset(91 * 86_400_000);
    expect((await session(user, { check: "score_band", bvn, crc: true, atLeast: 751 })).statusCode).toBe(200);
  });

  test("do not count a purchase that was never paid", async () => {
    const user = await payer();
    const bvn = randomNin();
    const search = (atLeast: number) => ({ check: "score_band", bvn, crc: true, atLeast });
    expect((await session(user, search(701))).statusCode).toBe(200);
    expect((await session(user, search(751))).statusCode).toBe(200);
  });

  test("let one of two purchases continue that were both created before either was paid", async () => {
    const user = await payer();
    const bvn = randomNin();
    const [one, two] = await Promise.all(
      [701, 751].map((atLeast) => buySearch(app, user, { check: "score_band", bvn, crc: true, atLeast })),
    );
    if (!one || !two) throw new Error("no purchases");
    const calls = crc.queries.length;
    await Promise.all([payPurchase(user, one), payPurchase(user, two)]);
    await app.drainQueue();
    const outcomes = await Promise.all([one, two].map(({ itemId }) => readRequestState(app, itemId)));
    expect(outcomes.map((state) => state?.outcome ?? null).toSorted()).toEqual(["BLOCKED", null]);
    expect(crc.queries.length).toBe(calls + 1);
  });

  test("accept the ages 18 and 21 only, and each once per person", async () => {
    const user = await payer();
    const nin = randomNin();
    expect((await session(user, { check: "over_age", nin, age: 19 })).statusCode).toBe(400);
    await ask(user, { check: "over_age", nin, age: 18 }, canaryRecord(nin));
    await app.setClockOffset(2 * 86_400_000);
    expect((await session(user, { check: "over_age", nin, age: 18 })).statusCode).toBe(429);
    expect((await session(user, { check: "over_age", nin, age: 21 })).statusCode).toBe(200);
  });
});

describe("a question about a minor [AO-08]", () => {
  const child = { birthDate: "2015-06-01" };

  test("answers whether they are over an age with no, without asking them", async () => {
    const user = await payer();
    const nin = randomNin();
    const asked = await ask(user, { check: "over_age", nin, age: 18 }, canaryRecord(nin, child));
    expect(asked.sms).toBe("");
    expect((await see(user, asked.itemId)).data).toMatchObject({ answer: "no" });
    expect(await readRequestState(app, asked.itemId)).toMatchObject({ outcome: "DELIVERED" });
    expect((await app.wallets(user)).NGN).toBe(20_000_00n - 236_00n);
    expect((await user.get(`/verification/check-consent/${asked.itemId}`)).body).not.toContain(nin);
    const listed = await user.post("/user/matching-requests", {});
    const { requests } = listed.json<{ requests: readonly Parameters<typeof consentTexts>[0][] }>();
    expect(requests.map(consentTexts)).toEqual([{ consent: "", status: "" }]);
  });

  test.each([
    { check: "name_match", firstname: "Ngozi", lastname: "Made-Up" },
    { check: "phone_is_theirs", phone: "08031234567" },
    { check: "nin_and_bvn_one_person" },
    { check: "score_band", crc: true, atLeast: 701 },
  ])("ends every other question as MINOR and refunds it: $check", async (typed) => {
    const user = await payer();
    const [nin, bvn] = [randomNin(), randomNin()];
    banks.respondTo(bvn, { kind: "found", record: canaryRecord(bvn, child) });
    const numbers = typed.check === "score_band" ? { bvn } : { nin, ...(typed.check.includes("bvn") && { bvn }) };
    const asked = await ask(user, { ...typed, ...numbers }, canaryRecord(nin, child));
    expect(asked.sms).toBe("");
    expect(await readRequestState(app, asked.itemId)).toMatchObject({ outcome: "MINOR" });
    expect((await see(user, asked.itemId)).data).toBeNull();
    expect((await app.wallets(user)).NGN).toBe(20_000_00n);
  });
});

describe("whether a NIN and a BVN are one person [AO-09]", () => {
  const both = (nin: string, bvn: string) => ({ check: "nin_and_bvn_one_person", nin, bvn });

  test("queries both sources under one consent and one price", async () => {
    const user = await payer();
    const [nin, bvn] = [randomNin(), randomNin()];
    banks.respondTo(bvn, {
      kind: "found",
      record: canaryRecord(bvn, { contact: { phone: "+2348011111111", mail: null } }),
    });
    const asked = await ask(user, both(nin, bvn), canaryRecord(nin));
    expect(asked.token).not.toBe(""); // at the contact of the NIN
    await submitDecision(app, asked.token, "grant");
    expect((await see(user, asked.itemId)).data).toMatchObject({ answer: "yes" });
    expect((await app.wallets(user)).NGN).toBe(20_000_00n - 881_00n);
  });

  test("stores nothing and refunds everything if one source fails", async () => {
    const user = await payer();
    const [nin, bvn] = [randomNin(), randomNin()];
    banks.respondTo(bvn, { kind: "failed", why: "server_error" });
    const asked = await ask(user, both(nin, bvn), canaryRecord(nin));
    expect(await readRequestState(app, asked.itemId)).toMatchObject({ outcome: "PROVIDER_FAILED" });
    expect((await app.wallets(user)).NGN).toBe(20_000_00n);
    const { rows } = await app.owner.query(
      "select response_sealed from lookup_attempts where request_id = $1 and response_sealed is not null",
      [asked.itemId],
    );
    expect(rows).toEqual([]);
  });
});

describe("whether a credit score is at least a band's lower end", () => {
  test("queries the chosen bureau only, and none for a minor", async () => {
    const user = await payer();
    const [bvn, other] = [randomNin(), randomNin()];
    const others = [firstCentral, creditRegistry].map((source) => source.queries.length);
    const asked = await ask(user, { check: "score_band", bvn, crc: true, atLeast: 701 });
    await app.drainQueue();
    expect([firstCentral, creditRegistry].map((source) => source.queries.length)).toEqual(others);
    expect(await readRequestState(app, asked.itemId)).toMatchObject({ item: "awaiting_consent" });
    banks.respondTo(other, { kind: "found", record: adultPerson(other, { birthDate: "2015-06-01" }) });
    const calls = crc.queries.length;
    const minor = await ask(user, { check: "score_band", bvn: other, crc: true, atLeast: 701 });
    expect(await readRequestState(app, minor.itemId)).toMatchObject({ outcome: "MINOR" });
    expect(crc.queries.length).toBe(calls);
  });

  test.each([
    [{ firstCentral: true, atLeast: 701 }, { firstCentral: "This bureau has no score. Choose CRC." }],
    [{ creditRegistry: true, atLeast: 701 }, { creditRegistry: "This bureau has no score. Choose CRC." }],
    [{ crc: true, firstCentral: true, atLeast: 701 }, { firstCentral: "This bureau has no score. Choose CRC." }],
    [{ crc: true, atLeast: 300 }, { atLeast: "Choose a score." }],
    [{ atLeast: 701 }, { bvn: "At least one Credit Bereau must be selected" }],
  ])("rejects %j before anything is paid or asked [AO-06 AO-07]", async (search, fields) => {
    const user = await payer();
    const payload = { check: "score_band", bvn: randomNin(), ...search };
    const quoted = await user.post("/verification/quote", { ...payload, currency: "NGN" });
    for (const response of [quoted, await session(user, payload)]) {
      expect(response.statusCode).toBe(400);
      expect(response.json()).toMatchObject({ fields });
    }
  });

  test("refunds a credit record without a score [AO-06]", async () => {
    const user = await payer();
    const bvn = randomNin();
    crc.respondTo(bvn, { kind: "found", record: bureauRecord(bvn, null) });
    const asked = await ask(user, { check: "score_band", bvn, crc: true, atLeast: 701 });
    expect(await readRequestState(app, asked.itemId)).toMatchObject({ outcome: "NO_ANSWER" });
    expect((await app.wallets(user)).NGN).toBe(20_000_00n);
  });
});

describe("whether a registration number and a VIN agree [AO-12]", () => {
  test("says which fields agree and who reported them, never the owner", async () => {
    const user = await payer();
    const asked = await ask(user, { check: "plate_vin_agree", license_number: "ABC123XY", vin: "2TDEM0A12B3C45678" });
    const seen = await user.get(`/verification/check-consent/${asked.itemId}`);
    expect(seen.json<Seen>().data).toMatchObject({
      answer: "yes",
      fields: [
        { field: "make", agree: true },
        { field: "model", agree: true },
        { field: "year", agree: null, sources: ["VinAudit vehicle history"] },
        { field: "colour", agree: null, sources: ["Vehicle licensing authority"] },
      ],
    });
    expect(seen.body).not.toMatch(/owner_|CANARY-OWNER/);
  });
});

describe("the code for questions [AO-01]", () => {
  const root = new URL("../../../../", import.meta.url);
  /** Tables that the compiler requires one entry of per type, and the folders of the types. */
  const tables = [
    /^contract\/src\/checks\//,
    /^contract\/src\/(catalogue|pricing|record-parts|developers\/scopes)\.ts$/,
    /^server\/src\/modules\/verification\/lookups\//,
    /^web\/src\/public-pages\/pages\/PriceTable\.tsx$/,
    /^server\/src\/modules\/notifications\/consent-sms-copy\.ts$/,
    /^server\/src\/modules\/subject-portal\/translations\//,
  ];
  /** Prices on public pages. */
  const priceName = /-total"/;
  const isSource = (path: string) => /\.tsx?$/.test(path) && !/\.test\.|\/testing\//.test(path);

  test("names a kind only in tables keyed by type", () => {
    const sources = ["contract/src", "server/src", "web/src"].flatMap((folder) =>
      readdirSync(new URL(folder, root), { recursive: true, encoding: "utf8" })
        .map((path) => `${folder}/${path}`)
        .filter((path) => isSource(path) && !tables.some((table) => table.test(path))),
    );
    expect(sources.length).toBeGreaterThan(500);
    const kind = new RegExp(answerTypes.join("|"));
    const named = sources.flatMap((path) =>
      readFileSync(new URL(path, root), "utf8")
        .split("\n")
        .filter((line) => kind.test(line) && !priceName.test(line))
        .map((line) => `${path}: ${line.trim()}`),
    );
    expect(named).toEqual([]);
  });
});
