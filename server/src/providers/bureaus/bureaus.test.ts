import { afterAll, beforeAll, expect, test } from "vitest";
import { respondJson, createTestClient, startWireServer, type WireServer } from "../testing/wire-server.ts";
import { dojahCredit } from "./dojah-credit.ts";
import { smartcomply } from "./smartcomply.ts";

const bvn = "22200000001";

let server: WireServer;
const { line, outside: httpClient } = createTestClient("smartcomply", { limits: { totalMs: 5_000 } });
const asking = (bureau: "crc" | "firstCentral" | "creditRegistry") =>
  smartcomply(line, { baseUrl: `${server.url}/`, accessToken: "a-token" }, bureau).query(bvn, "attempt-1");
const askingDojah = () =>
  dojahCredit(line, { baseUrl: server.url, appId: "an-app", secretKey: "a-secret" }, "crc").query(bvn, "attempt-1");

beforeAll(async () => void (server = await startWireServer()));
afterAll(async () => {
  httpClient.close();
  await server.close();
});

const score = {
  totalNoOfLoans: "1,002",
  totalNoOfInstitutions: 1,
  highestLoanAmount: "180,000.50",
  totalBorrowed: 310000,
  totalOverdue: "",
  creditors: [{ Name: "A BANK", Phone: "" }],
  loanHistory: false,
  creditEnquiriesSummary: { last12MonthCount: 4 },
  ficoScore: { score: 702, reasons: "LENGTH OF HISTORY" },
};
const data = { bvn, name: "ADA OBI", gender: "Female", dateOfBirth: "03/02/1990", phone: "", score };
const newer = { status: "success", message: "ok", data };
const older = { success: true, statusCode: 200, message: "ok", response_code: "00", data };

test("calls each bureau's own paths, and the score path only for a FICO score", async () => {
  server.respondWith(respondJson(200, newer));
  server.requests.length = 0;
  await asking("crc");
  await asking("firstCentral");
  await asking("creditRegistry");
  expect(server.requests.map(({ path }) => path)).toEqual([
    "/api/onboarding/individual/crc_full/",
    "/api/onboarding/individual/credit_scores_crc/",
    "/api/onboarding/individual/first_central_full/",
    "/api/onboarding/individual/credit_registry_full/",
  ]);
  for (const { method, headers, body } of server.requests) {
    expect(method).toBe("POST");
    expect(headers["x-access-token"]).toBe("a-token");
    expect(body).toEqual({ bvn });
  }
});

test.each([
  { of: "newer", body: newer },
  { of: "older", body: older },
])("parses a record in the $of envelope, with plain figures [RESULT-CREDIT-10 RESULT-CREDIT-12]", async ({ body }) => {
  server.respondWith(respondJson(200, body));
  expect(await asking("crc")).toEqual({
    kind: "found",
    record: {
      bvn,
      ficoScore: "702",
      basic: { name: "ADA OBI", gender: "Female", bvn, dateOfBirth: "1990-02-03" },
      bureau: {
        summary: {
          highestLoanAmount: "180000.50",
          totalNoOfInstitutions: "1",
          totalOverdue: null,
          totalBorrowed: "310000",
          totalOutstanding: null,
          totalNoOfLoans: "1002",
          totalNoOfActiveLoans: null,
          totalNoOfDelinquentFacilities: null,
          maxNoOfDays: null,
          totalNoOfClosedLoans: null,
        },
        tables: { creditors: [{ Name: "A BANK" }], creditEnquiriesSummary: [{ last12MonthCount: "4" }] },
      },
    },
  });
});

const page = "<html>Not Found</html>";
const none = "No credit data available for this customer";
test.each([
  { status: 404, body: { status: "failed", data: [], message: "Not known" }, ends: { kind: "not_found" } },
  { status: 400, body: { status: "failed", data: [], message: none }, ends: { kind: "not_found" } },
  { status: 200, body: { success: false, message: none, data: {} }, ends: { kind: "not_found" } },
  { status: 404, body: page, ends: { kind: "failed", why: "http_404" } },
  { status: 404, body: { detail: "Not found." }, ends: { kind: "failed", why: "http_404" } },
  { status: 400, body: { status: "failed", message: "BVN?" }, ends: { kind: "failed", why: "http_400" } },
  {
    status: 401,
    body: { detail: "Authentication credentials were not provided." },
    ends: { kind: "failed", why: "auth" },
  },
  { status: 402, body: { status: "failed" }, ends: { kind: "failed", why: "quota" } },
  { status: 429, body: { status: "failed" }, ends: { kind: "not_accepted", why: "rate_limited" } },
  { status: 500, body: newer, ends: { kind: "failed", why: "server_error" } },
  { status: 200, body: { status: "failed", message: "x" }, ends: { kind: "failed", why: "unreadable" } },
  { status: 200, body: { status: "success", data: [] }, ends: { kind: "failed", why: "unreadable" } },
  { status: 200, body: { data }, ends: { kind: "failed", why: "unreadable" } },
])("returns $ends.kind for SmartComply's $status with $body [R-12 T-62]", async ({ status, body, ends }) => {
  server.respondWith(respondJson(status, body));
  expect(await asking("creditRegistry")).toEqual(ends);
});

test.each([
  {
    why: "does not exist",
    status: 404,
    body: { status: "failed", message: none },
    ends: { record: { ficoScore: null } },
  },
  {
    why: "is another person's",
    status: 200,
    body: { status: "success", data: { bvn: "1" } },
    ends: { why: "wrong_person" },
  },
  { why: "fails", status: 500, body: {}, ends: { kind: "failed", why: "server_error" } },
  { why: "is rate-limited", status: 429, body: {}, ends: { kind: "failed", why: "rate_limited" } },
])(
  "ends as declared if the score $why after a billed record [RESULT-CREDIT-05 R-12]",
  async ({ status, body, ends }) => {
    const tables = { ...newer, data: { ...data, score: { totalNoOfLoans: 1 } } };
    server.respondWith((response, reached) =>
      (reached.path.includes("scores") ? respondJson(status, body) : respondJson(200, tables))(response, reached),
    );
    expect(await asking("crc")).toMatchObject(ends);
  },
);

const entity = (more: object = {}) => ({
  entity: {
    bvn,
    name: "ADA OBI",
    score: {
      totalNoOfLoans: [
        { source: "CRC", value: 2 },
        { source: "FIRST_CENTRAL", value: 9 },
      ],
      loanHistory: [
        { source: "FIRST_CENTRAL", value: [{ loanProvider: "OTHERS" }] },
        { source: "CRC", value: [{ loanProvider: "A BANK" }] },
      ],
      bureauStatus: { crc: "success", firstCentral: "success", creditRegistry: "error" },
      ...more,
    },
  },
});

test("returns only one bureau's figures and tables of Dojah's response", async () => {
  server.respondWith(respondJson(200, entity()));
  expect(await askingDojah()).toMatchObject({
    kind: "found",
    record: {
      bvn,
      ficoScore: null,
      bureau: { summary: { totalNoOfLoans: "2" }, tables: { loanHistory: [{ loanProvider: "A BANK" }] } },
    },
  });
  expect(server.requests.at(-1)).toMatchObject({
    path: `/api/v1/credit_bureau?bvn=${bvn}`,
    headers: { appid: "an-app", authorization: "a-secret" },
  });
});

test.each([
  { status: 200, body: entity({ bureauStatus: { crc: "error" } }), ends: { kind: "not_found" } },
  { status: 200, body: { entity: { bvn, score: {} } }, ends: { kind: "not_found" } },
  { status: 404, body: { error: "BVN not found" }, ends: { kind: "not_found" } },
  { status: 400, body: { error: "No credit data available" }, ends: { kind: "not_found" } },
  { status: 400, body: { error: "bvn is wrong" }, ends: { kind: "failed", why: "http_400" } },
  { status: 404, body: page, ends: { kind: "failed", why: "http_404" } },
  { status: 401, body: { error: "x" }, ends: { kind: "failed", why: "auth" } },
  { status: 200, body: { entity: {} }, ends: { kind: "failed", why: "unreadable" } },
])("returns $ends.kind for Dojah's $status with $body [R-12]", async ({ status, body, ends }) => {
  server.respondWith(respondJson(status, body));
  expect(await askingDojah()).toEqual(ends);
});
