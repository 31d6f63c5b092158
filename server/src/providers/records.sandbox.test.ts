import { randomUUID } from "node:crypto";
import { Registry } from "prom-client";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import * as z from "zod/mini";
import { neverOpenRules, openProviders, type Providers } from "./index.ts";
import { smartcomply } from "./bureaus/smartcomply.ts";
import type { Bureau, LookupResult, Source } from "./source.ts";
import { type RunningSandbox, startSandbox } from "./testing/sandbox.ts";
import { createTestClient } from "./testing/wire-server.ts";

/** The adapters for bureaus, companies, vehicles and our own contracts, against the running sandbox. */

let sandbox: RunningSandbox;
let providers: Providers;

const own = (path: string, key: string) => ({ baseUrl: `${sandbox.url}${path}`, key });

beforeAll(async () => {
  sandbox = await startSandbox("http://127.0.0.1:1");
  const sources = {
    ...sandbox.settings.sources,
    stolen: own("/stolen", "sandbox-stolen-key"),
    match: own("/match", "sandbox-match-key"),
  };
  providers = openProviders(
    { ...sandbox.settings, sources },
    { registry: new Registry(), breakerRules: neverOpenRules },
  );
});
afterAll(async () => {
  providers.close();
  await sandbox.stop();
});
beforeEach(async () => void (await fetch(`${sandbox.url}/__sandbox/faults`, { method: "DELETE" })));

async function ask<Asked, Found>(list: readonly Source<Asked, Found>[], query: Asked): Promise<LookupResult<Found>> {
  const [source] = list;
  if (!source) throw new Error("no source is configured");
  return source.query(query, randomUUID());
}
const bureau = (name: Bureau, bvn: string) => ask(providers.sources.bureau[name], bvn);
const rc = (text: string) => ask(providers.sources.company, { by: "rc", text });
const named = (text: string) => ask(providers.sources.company, { by: "name", text });
const vehicle = (vin: string) => ask(providers.sources.vehicleId, vin);
const stolen = (chassis: string) => ask(providers.sources.stolen, chassis);
const finger = (nin: string) => ask(providers.sources.fingerprint, { nin, finger: "iVBOR" });
const ada = { firstname: "Ada", lastname: "Obi", birthDate: "1990-02-03", gender: "f" } as const;
const person = (lastname: string) => ask(providers.sources.demographics, { ...ada, lastname });
const report = async (vin: string) => {
  const id = await vehicle(vin);
  if (id.kind !== "found") throw new Error(id.kind);
  return ask(providers.sources.vehicleReport, { vin, reportId: id.record.reportId });
};
async function found<Found>(result: Promise<LookupResult<Found>>): Promise<Found> {
  const ended = await result;
  if (ended.kind !== "found") throw new Error(JSON.stringify(ended));
  return ended.record;
}

const counts = z.object({
  lookups: z.object({
    byNumber: z.array(z.object({ product: z.string(), number: z.string(), asked: z.number(), billed: z.number() })),
  }),
});
const countsOf = async (number: string) =>
  counts
    .parse(await sandbox.get("/__sandbox/stats"))
    .lookups.byNumber.filter((one) => one.number === number)
    .map(({ product, asked: requestCount, billed }) => ({ product, asked: requestCount, billed }));

const plain = /^\d+(\.\d+)?$/;

test.each(["crc", "firstCentral", "creditRegistry"] as const)(
  "returns ten figures without separators, and the tables, from %s [RESULT-CREDIT-10 RESULT-CREDIT-12]",
  async (name) => {
    const { bvn, bureau: record, basic } = await found(bureau(name, "22200001111"));
    expect(bvn).toBe("22200001111");
    const { maxNoOfDays, ...figures } = record.summary;
    for (const figure of Object.values(figures)) expect(figure).toMatch(plain);
    if (name === "creditRegistry") expect(maxNoOfDays).toBeNull();
    else expect(maxNoOfDays).toMatch(plain);
    expect(Object.keys(figures)).toHaveLength(9);
    expect(record.tables["loanHistory"]?.length).toBe(Number(record.summary.totalNoOfLoans));
    expect(record.tables["loanHistory"]?.[0]).toMatchObject({
      loanProvider: expect.any(String),
      lastUpdatedAt: expect.any(String),
    });
    expect(basic["dateOfBirth"]).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(Object.keys(basic)).toEqual(expect.arrayContaining(["name", "gender", "phone", "bvn", "address", "email"]));
  },
);

test("returns a score from two bureaus, none from the third, and one person [RESULT-CREDIT-05]", async () => {
  const all = await Promise.all(
    (["crc", "firstCentral", "creditRegistry"] as const).map((name) => found(bureau(name, "22200001112"))),
  );
  expect(all.map(({ ficoScore }) => ficoScore !== null)).toEqual([true, false, false]);
  expect(Number(all[0]?.ficoScore)).toBeGreaterThanOrEqual(300);
  expect(Number(all[0]?.ficoScore)).toBeLessThanOrEqual(850);
  expect(new Set(all.map(({ basic }) => JSON.stringify(basic))).size).toBe(1);
});

test("finds a BVN ending 0011 everywhere but at First Central", async () => {
  const kinds = await Promise.all(
    (["crc", "firstCentral", "creditRegistry"] as const).map((name) => bureau(name, "22200000011")),
  );
  expect(kinds.map(({ kind }) => kind)).toEqual(["found", "not_found", "found"]);
});

test("bills two calls for a bureau with a score and one for a bureau without [R-12]", async () => {
  await bureau("crc", "22200001113");
  await bureau("creditRegistry", "22200001113");
  expect(await countsOf("22200001113")).toEqual(
    expect.arrayContaining([
      { product: "crc_full", asked: 1, billed: 1 },
      { product: "credit_scores_crc", asked: 1, billed: 1 },
      { product: "credit_registry_full", asked: 1, billed: 1 },
    ]),
  );
});

test.each([
  { kind: "http_500", why: "server_error" },
  { kind: "http_429", why: "rate_limited" },
  { kind: "refuse", why: "cut" },
])("fails the whole lookup if the score meets $kind, because the tables were billed [R-12]", async ({ kind, why }) => {
  await sandbox.post("/__sandbox/faults", { target: "smartcomply", kind, path: "credit_scores", count: 1 });
  expect(await bureau("crc", "22200001114")).toEqual({ kind: "failed", why });
});

test("splits Dojah's response by bureau; a missing bureau has no record", async () => {
  const sources = { ...sandbox.settings.sources, bureauSources: ["dojah", "smartcomply"] };
  const others = openProviders({ ...sandbox.settings, sources }, { registry: new Registry() });
  const { crc, firstCentral } = others.sources.bureau;
  expect(crc.map(({ provider }) => provider)).toEqual(["dojah", "smartcomply"]);
  const record = await found(ask(crc, "22200001115"));
  const same = await found(bureau("crc", "22200001115"));
  expect(record.bureau.summary).toEqual(same.bureau.summary);
  expect(record.bureau.tables["loanHistory"]).toEqual(same.bureau.tables["loanHistory"]);
  expect(record.basic).toEqual(same.basic);
  expect(await ask(firstCentral, "22200000011")).toEqual({ kind: "not_found" });
  expect(await ask(crc, "22200000000")).toEqual({ kind: "not_found" });
  expect(await ask(crc, "22200000008")).toEqual({ kind: "failed", why: "quota" });
  others.close();
});

test("finds one company by its number, in any format [RESULT-BUSINESS-05]", async () => {
  const [company, ...others] = await found(rc("RC 7700123"));
  expect(others).toEqual([]);
  expect(company).toMatchObject({
    rcNumber: "7700123",
    registrationDate: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    companyStatus: expect.stringMatching(/^(IN)?ACTIVE$/),
    postalCode: null,
  });
  expect(company?.cacid).toBe(company?.id);
  expect(await found(rc("7700123"))).toEqual([company]);
});

test("finds several companies by name, and each by its number", async () => {
  const companies = await found(named("Harmattan Foods"));
  expect(companies.length).toBeGreaterThan(2);
  for (const { approvedName } of companies) expect(approvedName).toContain("HARMATTAN FOODS");
  const [first] = companies;
  expect(await found(rc(first?.rcNumber ?? ""))).toEqual([first]);
  expect(await named("Harmattan Foods 0000")).toEqual({ kind: "not_found" });
});

const people = (list: "companyShareholders" | "companyDirectors", rc: string) => ask(providers.sources[list], `4${rc}`);

test("finds shareholders and directors by a company's id, without secretaries [RESULT-BUSINESS-07]", async () => {
  const [company] = await found(rc("7700123"));
  expect(company?.id).toBe("47700123");
  const [owners, directors] = [
    await found(people("companyShareholders", "7700123")),
    await found(people("companyDirectors", "7700123")),
  ];
  const stakes = (rows: typeof owners) => new Set(rows.map(({ stake }) => stake));
  expect(stakes(owners)).toEqual(new Set(["Shareholder", "Director"])); // the lists are not clean
  expect(stakes(directors)).toEqual(new Set(["Director", "Shareholder"]));
  expect(owners.find((row) => row.corporation_name)).toMatchObject({
    is_corporate: "true",
    rc_number: expect.stringMatching(/^\d+$/),
  });
  for (const row of [...owners, ...directors]) {
    expect(row.age).toBeUndefined();
    if (!row.corporation_name)
      expect(row).toMatchObject({
        surname: expect.any(String),
        date_of_appointment: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      });
  }
});

const vin = (ending: string) => `2TDEM0A12B3C4${ending}`;

test("returns the id, attributes and list price of a VIN [RESULT-VIN-02]", async () => {
  const id = await found(vehicle(vin("5678")));
  expect(id).toMatchObject({ vin: vin("5678"), reportId: expect.stringMatching(/^S9/) });
  for (const name of ["year", "make", "model", "engine", "style", "made_in"])
    expect(id.attributes).toHaveProperty(name);
  const specs = await found(ask(providers.sources.vehicleSpecs, vin("5678")));
  expect(specs).toMatchObject({ trim: expect.any(String), msrp: expect.stringMatching(/^\$\d\d,\d00$/) });
});

test.each([
  { ending: "5678", stolen: false },
  { ending: "7777", stolen: true },
])("reports a VIN ending $ending as stolen: $stolen [RESULT-VIN-08 RESULT-VIN-09]", async ({ ending, stolen }) => {
  const read = await found(report(vin(ending)));
  expect(read).toMatchObject({ vin: vin(ending), stolen });
  expect(read.tables["titles"]?.length).toBeGreaterThan(0);
  expect("thefts" in read.tables).toBe(stolen);
});

test("repeats the request for a report that is not ready, without another bill [R-12]", async () => {
  const { reportId } = await found(vehicle(vin("0007")));
  const kinds = [];
  for (let at = 0; at < 3; at++)
    kinds.push((await ask(providers.sources.vehicleReport, { vin: vin("0007"), reportId })).kind);
  expect(kinds).toEqual(["not_accepted", "not_accepted", "found"]);
  expect(await countsOf(vin("0007"))).toEqual(
    expect.arrayContaining([
      { product: "vehicle_id", asked: 1, billed: 1 },
      { product: "vehicle_report", asked: 3, billed: 0 },
    ]),
  );
});

test("reads the report as a PDF without a bill; a VIN ending 0011 has none [RESULT-VIN-05 R-12]", async () => {
  const ends = [];
  for (const ending of ["5677", "0011"]) {
    const { reportId } = await found(vehicle(vin(ending)));
    const result = await ask(providers.sources.vehicleReportFile, { vin: vin(ending), reportId });
    const bytes = result.kind === "found" ? Buffer.from(result.record.base64, "base64").toString("latin1") : "";
    ends.push(`${result.kind} ${bytes.slice(0, 5)} ${bytes.includes(vin(ending))}`);
  }
  expect(ends).toEqual(["found %PDF- true", "failed  false"]);
  expect(await countsOf(vin("5677"))).toContainEqual({ product: "vehicle_report_file", asked: 1, billed: 0 });
});

test.each(["http_500", "answer_lost", "garbled_json"])("reads a report again that was lost to %s", async (kind) => {
  const { reportId } = await found(vehicle(vin("5679")));
  await sandbox.post("/__sandbox/faults", { target: "vinaudit", kind, path: "pullreport", count: 1 });
  const query = { vin: vin("5679"), reportId };
  expect((await ask(providers.sources.vehicleReport, query)).kind).toBe("not_accepted");
  expect((await ask(providers.sources.vehicleReport, query)).kind).toBe("found");
});

test.each([
  { chassis: vin("7777"), stolen: true, reports: 1 },
  { chassis: vin("5678"), stolen: false, reports: 0 },
  { chassis: vin("0000"), stolen: false, reports: 0 },
])(
  "returns from the register that $chassis is stolen: $stolen [RESULT-LEGITCAR-03]",
  async ({ chassis, stolen: isStolen, reports }) => {
    const record = await found(stolen(chassis));
    expect(record).toMatchObject({ chassis, stolen: isStolen });
    expect(record.reports).toHaveLength(reports);
  },
);

test("finds a person by NIN and fingerprint, and by names and birth date", async () => {
  expect(await found(finger("12345671234"))).toMatchObject({ number: "12345671234" });
  const record = await found(person("Obi"));
  expect(record).toMatchObject({
    subject: { birthDate: "1990-02-03" },
    fields: { firstName: "ADA", lastName: "OBI", gender: "f" },
    reference: expect.stringMatching(/^demographics-/),
  });
  expect(await found(person("Obi"))).toEqual(record);
});

test("offers the sources of our own contracts only if they are configured", () => {
  const bare = openProviders(sandbox.settings, { registry: new Registry() });
  expect(bare.sources.stolen).toEqual([]);
  expect(bare.sources.demographics).toEqual([]);
  expect(bare.sources.fingerprint).toEqual([]);
  bare.close();
});

const crcOf = (ending: string) => bureau("crc", `2220000${ending}`);
const rcOf = (ending: string) => rc(`770${ending}`);
const peopleOf = (ending: string) => people("companyShareholders", `770${ending}`);
const directorsOf = (ending: string) => people("companyDirectors", `770${ending}`);
const vinOf = (ending: string) => vehicle(vin(ending));
const stolenOf = (ending: string) => stolen(vin(ending));
const fingerOf = (ending: string) => finger(`1234567${ending}`);
const personOf = (ending: string) => person(`Obi ${ending}`);

test.each([
  { of: "a bureau", look: crcOf, ending: "0000", ends: { kind: "not_found" } },
  { of: "a bureau", look: crcOf, ending: "0001", ends: { kind: "failed", why: "server_error" } },
  { of: "a bureau", look: crcOf, ending: "0003", ends: { kind: "failed", why: "unreadable" } },
  { of: "a bureau", look: crcOf, ending: "0008", ends: { kind: "failed", why: "quota" } },
  { of: "a company", look: rcOf, ending: "0000", ends: { kind: "not_found" } },
  { of: "a company", look: rcOf, ending: "0001", ends: { kind: "failed", why: "server_error" } },
  { of: "a company", look: rcOf, ending: "0003", ends: { kind: "failed", why: "unreadable" } },
  { of: "a company", look: rcOf, ending: "0008", ends: { kind: "failed", why: "quota" } },
  { of: "a company", look: rcOf, ending: "0012", ends: { kind: "failed", why: "wrong_company" } },
  { of: "people", look: peopleOf, ending: "0000", ends: { kind: "not_found" } },
  { of: "people", look: peopleOf, ending: "0001", ends: { kind: "failed", why: "server_error" } },
  { of: "people", look: peopleOf, ending: "0003", ends: { kind: "failed", why: "unreadable" } },
  { of: "people", look: peopleOf, ending: "0005", ends: { kind: "found", record: [] } },
  { of: "people", look: peopleOf, ending: "0008", ends: { kind: "failed", why: "quota" } },
  { of: "directors", look: directorsOf, ending: "0013", ends: { kind: "failed", why: "server_error" } },
  { of: "a VIN", look: vinOf, ending: "0000", ends: { kind: "not_found" } },
  { of: "a VIN", look: vinOf, ending: "0001", ends: { kind: "failed", why: "server_error" } },
  { of: "a VIN", look: vinOf, ending: "0003", ends: { kind: "failed", why: "unreadable" } },
  { of: "a VIN", look: vinOf, ending: "0008", ends: { kind: "failed", why: "quota" } },
  { of: "the register", look: stolenOf, ending: "0001", ends: { kind: "failed", why: "server_error" } },
  { of: "the register", look: stolenOf, ending: "0003", ends: { kind: "failed", why: "unreadable" } },
  { of: "the register", look: stolenOf, ending: "0007", ends: { kind: "not_accepted", why: "source_away" } },
  { of: "the register", look: stolenOf, ending: "0008", ends: { kind: "failed", why: "quota" } },
  { of: "the matcher", look: fingerOf, ending: "0000", ends: { kind: "not_found" } },
  { of: "the matcher", look: fingerOf, ending: "0001", ends: { kind: "failed", why: "server_error" } },
  { of: "the matcher", look: fingerOf, ending: "0007", ends: { kind: "not_accepted", why: "source_away" } },
  { of: "the matcher", look: personOf, ending: "0000", ends: { kind: "not_found" } },
  { of: "the matcher", look: personOf, ending: "0012", ends: { kind: "failed", why: "wrong_person" } },
])("returns $ends.kind from $of for $ending [R-12]", async ({ look, ending, ends }) =>
  expect(await look(ending)).toEqual(ends),
);

test("returns another person's record with its own number, for the caller to check [T-62 X-15]", async () => {
  const about = [
    (await found(crcOf("0012"))).bvn,
    (await found(vinOf("0012"))).vin,
    (await found(fingerOf("0012"))).number,
  ];
  const requests = ["22200000012", vin("0012"), "12345670012"];
  for (const [at, number] of requests.entries()) expect(about[at]).not.toBe(number);
  expect((await found(stolenOf("0012"))).chassis).not.toBe(vin("0012"));
});

test.each([crcOf, rcOf, peopleOf])("returns not taken twice, then finds the record [R-12]", async (look) => {
  const kinds = [];
  for (let at = 0; at < 3; at++) kinds.push((await look("0007")).kind);
  expect(kinds).toEqual(["not_accepted", "not_accepted", "found"]);
});

test("gives up a bureau that never responds", async () => {
  const made = createTestClient("smartcomply", { mostMs: 500 });
  const source = smartcomply(made.line, sandbox.settings.sources.smartcomply, "crc");
  expect(await source.query("22200000002", "a")).toEqual({ kind: "failed", why: "timeout" });
  made.outside.close();
});

test("returns auth from every source for a wrong key", async () => {
  const { sources } = sandbox.settings;
  const wrong = { ...own("/stolen", "wrong") };
  const others = openProviders(
    {
      ...sandbox.settings,
      sources: {
        ...sources,
        smartcomply: { ...sources.smartcomply, accessToken: "wrong" },
        mono: { ...sources.mono, secretKey: "wrong" },
        vinaudit: { ...sources.vinaudit, password: "wrong" },
        stolen: wrong,
        match: own("/match", "wrong"),
      },
    },
    { registry: new Registry() },
  );
  const { bureau: byName, company, companyDirectors, vehicleId, stolen: register, fingerprint } = others.sources;
  const results = await Promise.all([
    ask(byName.crc, "22200001111"),
    ask(company, { by: "rc", text: "7700123" }),
    ask(companyDirectors, "47700123"),
    ask(vehicleId, vin("5678")),
    ask(register, vin("5678")),
    ask(fingerprint, { nin: "12345671234", finger: "iVBOR" }),
  ]);
  expect(results).toEqual(results.map(() => ({ kind: "failed", why: "auth" })));
  others.close();
});
