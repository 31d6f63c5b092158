import { naira } from "@idanimo/contract/money";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { systemClock } from "../kernel/clock.ts";
import { flutterwaveAccounts } from "./bank-accounts/flutterwave-accounts.ts";
import { dojahCredit } from "./bureaus/dojah-credit.ts";
import { smartcomply } from "./bureaus/smartcomply.ts";
import { flutterwave } from "./card-payments/flutterwave.ts";
import { monoStakeholders } from "./companies/mono-stakeholders.ts";
import { mono } from "./companies/mono.ts";
import { ipLookup } from "./ip-lookup/ipapi.ts";
import { dojah as dojahPersons } from "./person-records/dojah.ts";
import { prembly } from "./person-records/prembly.ts";
import { premblyPlate } from "./plates/prembly-plate.ts";
import { matchDemographics, matchFinger } from "./match/match.ts";
import { termii } from "./sms/termii.ts";
import { stolenRegister } from "./stolen/stolen-register.ts";
import { type Misbehaviour, misbehaviourNames, misbehaviours } from "./testing/misbehaviour.ts";
import { respondJson, createTestClient, startWireServer, type WireServer } from "./testing/wire-server.ts";
import { vehicleReportFile } from "./vehicles/vinaudit-file.ts";
import { vehicleId, vehicleReport, vehicleSpecs } from "./vehicles/vinaudit.ts";

/** Every adapter returns an outcome of its port in time, whatever the provider does. */

const latestMs = 8_000;
let server: WireServer;
const lines: ReturnType<typeof createTestClient>[] = [];
const patientLine = (name: string) => {
  const made = createTestClient(name, { limits: { bytes: 1024 * 1024 }, mostMs: 900 });
  lines.push(made);
  return made.line;
};

beforeAll(async () => void (server = await startWireServer()));
afterAll(async () => {
  for (const { outside: httpClient } of lines) httpClient.close();
  await server.close();
});

const cardSettings = () => ({ baseUrl: server.url, pageOrigin: server.url, secretKey: "k", secretHash: "h" });
const payments = () => flutterwave(patientLine("flutterwave"), cardSettings());
const vinaudit = () => ({
  baseUrl: server.url,
  specsUrl: server.url,
  key: "k",
  user: "u",
  password: "p",
});
/** Every other source of records, called together, since they all end alike. */
const recordSources = () => {
  const partner = { baseUrl: server.url, key: "k" };
  const dojah = { baseUrl: server.url, appId: "a", secretKey: "s" };
  const identity = { baseUrl: server.url, pathPrefix: "", apiKey: "k", appId: "a" };
  const register = { baseUrl: server.url, secretKey: "s" };
  const ada = { firstname: "Ada", lastname: "Obi", birthDate: "1990-02-03", gender: "f" } as const;
  return [
    smartcomply(patientLine("smartcomply"), { baseUrl: server.url, accessToken: "t" }, "crc").query(
      "22200000001",
      "attempt-1",
    ),
    dojahCredit(patientLine("dojah"), dojah, "crc").query("22200000001", "attempt-1"),
    dojahPersons(patientLine("dojah"), dojah).bvn.query("22200000001", "attempt-1"),
    prembly(patientLine("prembly"), identity).bvnByPhone.query("08031234567", "attempt-1"),
    prembly(patientLine("prembly"), identity).ninFace.query({ nin: "12345678901", image: "iVBOR" }, "attempt-1"),
    premblyPlate(patientLine("prembly"), identity).query("ABC123XY", "attempt-1"),
    mono(patientLine("mono"), register).query({ by: "name", text: "Demo" }, "attempt-1"),
    monoStakeholders(patientLine("mono"), register, "Shareholder").query("411002", "attempt-1"),
    monoStakeholders(patientLine("mono"), register, "Director").query("411002", "attempt-1"),
    vehicleId(patientLine("vinaudit"), vinaudit()).query("2TDEM0A12B3C45678", "attempt-1"),
    vehicleSpecs(patientLine("vinaudit-specs"), vinaudit()).query("2TDEM0A12B3C45678", "attempt-1"),
    stolenRegister(patientLine("stolen"), partner).query("2TDEM0A12B3C45678", "attempt-1"),
    matchFinger(patientLine("match"), partner).query({ nin: "12345678901", finger: "iVBOR" }, "attempt-1"),
    flutterwaveAccounts(patientLine("flutterwave-accounts"), cardSettings()).query(
      { accountNumber: "0690000032", bankCode: "044" },
      "attempt-1",
    ),
    matchDemographics(patientLine("match"), partner).query(ada, "attempt-1"),
  ];
};
const calls: Readonly<Record<string, () => Promise<string>>> = {
  "looking up bureaus, companies, vehicles and matches": async () =>
    [...new Set((await Promise.all(recordSources())).map(({ kind }) => kind))].join(),
  "reading a vehicle's report": async () => {
    const query = { vin: "2TDEM0A12B3C45678", reportId: "S1" };
    return (await vehicleReport(patientLine("vinaudit"), vinaudit()).query(query, "attempt-1")).kind;
  },
  "reading a vehicle's report as a file": async () => {
    const query = { vin: "2TDEM0A12B3C45678", reportId: "S1" };
    return (await vehicleReportFile(patientLine("vinaudit-file"), vinaudit()).query(query, "attempt-1")).kind;
  },
  "opening a page": async () =>
    (
      await payments().openPage({
        reference: "EA10293847561029",
        amount: naira(1_000_00n),
        description: "",
        returnTo: "https://idanimo.example",
        payer: { email: "ada@example.test", name: "Ada", phone: null },
        lifeMinutes: 30,
      })
    ).kind,
  "querying a payment": async () => (await payments().queryPayment("EA10293847561029")).kind,
  "looking up a person": async () => {
    const settings = { baseUrl: server.url, pathPrefix: "", apiKey: "k", appId: "a" };
    return (await prembly(patientLine("prembly"), settings).nin.query("12345678901", "attempt-1")).kind;
  },
  "sending an SMS": async () => {
    const settings = { baseUrl: server.url, apiKey: "k", secretKey: "s", sender: "Idanimo" };
    return (await termii(patientLine("termii"), settings, systemClock).send({ to: "+2348031234567", text: "x" })).kind;
  },
  "finding a country": async () => {
    const settings = { url: `${server.url}/json/`, fallbackUrl: server.url };
    return (await ipLookup(patientLine("ipapi"), patientLine("ipify"), settings, systemClock).find("102.89.1.7"))
      ? "found"
      : "null";
  },
};

/** The outcome of each call for any misbehaviour, and the exceptions. */
const declared: Readonly<
  Record<string, { readonly usually: string; readonly except?: Partial<Record<Misbehaviour, string>> }>
> = {
  "looking up bureaus, companies, vehicles and matches": {
    usually: "failed",
    except: { "X-08 too many": "not_accepted" },
  },
  // reading costs nothing, so it may be repeated if no response came; a rejection and a wrong shape are final
  "reading a vehicle's report": {
    usually: "not_accepted",
    except: {
      "X-09 key refused": "failed",
      "X-20 an error with 200": "failed",
      "T-62 a prototype": "failed",
      "T-62 another type": "failed",
    },
  },
  // any response that is no file is unusable
  "reading a vehicle's report as a file": {
    usually: "failed",
    except: {
      "X-04 slow first byte": "not_accepted",
      "X-05 slow drip": "not_accepted",
      "X-06 error 500": "not_accepted",
      "X-07 502 with a page": "not_accepted",
      "X-08 too many": "not_accepted",
      "X-10 cut in the body": "not_accepted",
      "X-11 answer lost": "not_accepted",
      "X-17 huge, announced": "not_accepted",
      "X-17 huge, unannounced": "not_accepted",
      "X-18 gzip bomb": "not_accepted",
      "X-18 packed in an unknown way": "not_accepted",
      "X-18 packed and cut": "not_accepted",
      "a redirect": "not_accepted",
    },
  },
  "opening a page": { usually: "failed" },
  "querying a payment": { usually: "unreachable" },
  "looking up a person": { usually: "failed", except: { "X-08 too many": "not_accepted" } },
  "sending an SMS": { usually: "later" },
  "finding a country": { usually: "null" },
};

describe.each(misbehaviourNames)("a provider with the fault %s", (name) => {
  beforeAll(() => server.respondWith(misbehaviours[name]));
  // run concurrently, because most of the time is waiting
  test.concurrent.each(Object.keys(calls))(`%s ends as declared, in time, with ${name} [R-27]`, async (call) => {
    const began = Date.now();
    const ended = await calls[call]?.();
    expect(Date.now() - began).toBeLessThan(latestMs);
    expect(ended).toBe(declared[call]?.except?.[name] ?? declared[call]?.usually);
  });
});

test("no searched value is in the metrics [T-54]", async () => {
  for (const name of ["prembly", "dojah", "smartcomply", "mono", "vinaudit"]) {
    const asked = lines.find(({ line }) => line.name === name);
    const metrics = await asked?.registry.metrics();
    expect(metrics).toContain(`provider="${name}"`);
    expect(metrics).not.toMatch(/12345678901|08031234567|ABC123XY|22200000001|2TDEM|Demo|411002|attempt-1/);
  }
});

const words = fc.constantFrom(
  ..."success status successful data entity error bvn score vin id attributes thefts value source".split(" "),
  ..."rc_number approved_name surname affiliate_type_fk chasisNumber stolen report match record nin".split(" "),
);
const looseJson = fc.letrec((tie) => ({
  any: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom<unknown>(null, true, false, "", "null", "success", "successful", "1,000", 0, -1.5, 1e21),
    fc.array(tie("any"), { maxLength: 3 }),
    fc.dictionary(words, tie("any"), { maxKeys: 6 }),
  ),
})).any;

test("every adapter returns an outcome of its port for any JSON [T-62]", async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(200, 400, 404, 503), looseJson, async (status, body) => {
      server.respondWith(respondJson(status, body));
      const ended = await Promise.all(recordSources());
      for (const { kind } of ended) expect(["found", "not_found", "not_accepted", "failed"]).toContain(kind);
    }),
    { numRuns: 60 },
  );
});
