import { afterAll, beforeAll, expect, test } from "vitest";
import { respondJson, createTestClient, startWireServer, type WireServer } from "../testing/wire-server.ts";
import { vehicleId, vehicleReport, vehicleSpecs } from "./vinaudit.ts";

const vin = "2TDEM0A12B3C45678";
const reportId = "S90000000017";

let server: WireServer;
const { line, outside: httpClient } = createTestClient("vinaudit", { limits: { totalMs: 5_000 } });
const settings = () => ({
  baseUrl: `${server.url}/v2/`,
  specsUrl: `${server.url}/v3/specifications`,
  key: "a-key",
  user: "a-user",
  password: "a-pass&word",
});
const ask = {
  id: () => vehicleId(line, settings()).query(vin, "a"),
  report: () => vehicleReport(line, settings()).query({ vin, reportId }, "a"),
  specs: () => vehicleSpecs(line, settings()).query(vin, "a"),
};

beforeAll(async () => void (server = await startWireServer()));
afterAll(async () => {
  httpClient.close();
  await server.close();
});

const attributes = {
  year: "2011",
  make: "HONDA",
  model: "ACCORD EX",
  engine: "2.4L L4",
  style: "Sedan",
  made_in: "USA",
};
const good = { success: true, error: "" };
const id = { vin, id: reportId, attributes, ...good };
const report = {
  id: reportId,
  vin,
  date: "2026-03-04",
  attributes,
  titles: [{ date: "2016-04-01", state: "TX", odometer: 81400, brand: "" }],
  jsi: [],
  thefts: [],
  clean: true,
  ...good,
};

test("posts key, user and password as a form, and none in a URL [T-54]", async () => {
  server.respondWith(respondJson(200, { ...report, attributes: { ...attributes, msrp: "$21,000" } }));
  server.requests.length = 0;
  for (const call of Object.values(ask)) await call();
  expect(server.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
    "POST /v2/query",
    "POST /v2/pullreport",
    "POST /v3/specifications",
  ]);
  const secrets = { key: "a-key", user: "a-user", pass: "a-pass&word", format: "json" };
  expect(server.requests.map(({ body }) => body)).toEqual([
    { ...secrets, vin },
    { ...secrets, vin, id: reportId },
    { key: "a-key", vin, format: "json" },
  ]);
});

test("returns id and attributes, the report with its tables, and the list price [RESULT-VIN-02]", async () => {
  server.respondWith(respondJson(200, id));
  expect(await ask.id()).toEqual({ kind: "found", record: { vin, reportId, attributes } });
  server.respondWith(respondJson(200, report));
  const tables = { titles: [{ date: "2016-04-01", state: "TX", odometer: "81400" }] };
  expect(await ask.report()).toEqual({ kind: "found", record: { vin, attributes, stolen: false, tables } });
  server.respondWith(respondJson(200, { ...good, attributes: { trim: "EX", msrp: "$21,000" } }));
  expect(await ask.specs()).toEqual({ kind: "found", record: { trim: "EX", msrp: "$21,000" } });
});

test("returns stolen if the report has a theft, also a Canadian one [RESULT-VIN-08]", async () => {
  server.respondWith(respondJson(200, { ...report, thefts: [{ date: "2015-01-02" }] }));
  expect(await ask.report()).toMatchObject({
    record: { stolen: true, tables: { thefts: [{ date: "2015-01-02" }] } },
  });
  server.respondWith(respondJson(200, { ...report, canada_thefts: [{ date: "2015-01-02" }] }));
  expect(await ask.report()).toMatchObject({
    record: { stolen: true, tables: { canada_thefts: [{ date: "2015-01-02" }] } },
  });
  server.respondWith(respondJson(200, { ...report, canada_thefts: [] }));
  expect(await ask.report()).toMatchObject({ record: { stolen: false } });
});

const wrong = (error: string) => ({ success: false, error });
test.each([
  { of: "id", body: wrong("invalid_vin"), ends: { kind: "not_found" } },
  { of: "id", body: wrong("failed_request"), ends: { kind: "failed", why: "refused" } },
  { of: "id", body: wrong("unauthorized_request"), ends: { kind: "failed", why: "auth" } },
  { of: "id", body: { ...id, id: "" }, ends: { kind: "failed", why: "unreadable" } },
  { of: "id", body: { vin, id: reportId }, ends: { kind: "failed", why: "unreadable" } },
  { of: "report", body: wrong("incomplete_report"), ends: { kind: "not_accepted", why: "incomplete_report" } },
  { of: "report", body: wrong("missing_report"), ends: { kind: "failed", why: "refused" } },
  { of: "report", body: wrong("expired_report"), ends: { kind: "failed", why: "refused" } },
  { of: "report", body: { ...report, id: "S1" }, ends: { kind: "failed", why: "wrong_report" } },
  { of: "specs", body: { ...good, attributes: {} }, ends: { kind: "not_found" } },
  { of: "specs", body: { ...good, vin: "1", attributes }, ends: { kind: "failed", why: "wrong_vehicle" } },
] as const)("returns $ends.kind for $of answered with $body [R-12 T-62]", async ({ of, body, ends }) => {
  server.respondWith(respondJson(200, body));
  expect(await ask[of]()).toEqual(ends);
});

test.each([undefined, null, false, "0", 0])(
  "never reads thefts of %j as not stolen [RESULT-VIN-09]",
  async (thefts) => {
    server.respondWith(respondJson(200, { ...report, thefts }));
    expect(await ask.report()).toEqual({ kind: "failed", why: "unreadable" });
  },
);
