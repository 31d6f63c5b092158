import { afterAll, beforeAll, expect, test } from "vitest";
import { respondJson, createTestClient, startWireServer, type WireServer } from "../testing/wire-server.ts";
import { mono } from "./mono.ts";

let server: WireServer;
const { line, outside: httpClient } = createTestClient("mono", { limits: { totalMs: 5_000 } });
const ask = (by: "rc" | "name", text: string) =>
  mono(line, { baseUrl: server.url, secretKey: "test_sk_a" }).query({ by, text }, "attempt-1");

beforeAll(async () => void (server = await startWireServer()));
afterAll(async () => {
  httpClient.close();
  await server.close();
});

const company = {
  id: 411002,
  approved_name: "DEMO FOODS LIMITED",
  rc_number: "7700123",
  classification_id: 2,
  active: true,
  registration_approved: true,
  registration_date: "2012-05-21T00:00:00.000+00:00",
  email: "",
  address: "1 TEST WAY",
  branch_address: "null",
  city: "IKEJA",
  lga: "",
  state: "LAGOS",
  delisting_status: null,
};
const body = (...data: readonly unknown[]) => ({ status: "successful", message: "ok", data });

test("maps a company to the product's names, with null for unknown values [RESULT-BUSINESS-05]", async () => {
  server.respondWith(respondJson(200, body(company)));
  expect(await ask("rc", " rc-7700123 ")).toEqual({
    kind: "found",
    record: [
      {
        id: "411002",
        cacid: "411002",
        approvedName: "DEMO FOODS LIMITED",
        rcNumber: "7700123",
        email: null,
        status: "APPROVED",
        companyStatus: "ACTIVE",
        address: "1 TEST WAY",
        branchAddress: null,
        state: "LAGOS",
        lga: null,
        city: "IKEJA",
        postalCode: null,
        code: null,
        classificationId: "2",
        registrationDate: "2012-05-21",
      },
    ],
  });
  expect(server.requests.at(-1)).toMatchObject({
    method: "GET",
    path: "/v3/lookup/cac?search=7700123&exact=true",
    headers: { "mono-sec-key": "test_sk_a" },
  });
});

test("searches a name as typed, for all companies that contain it", async () => {
  server.respondWith(respondJson(200, body(company, { ...company, id: 2, approved_name: "DEMO FOODS & SONS" })));
  expect(await ask("name", "Demo Foods & Sons")).toMatchObject({
    kind: "found",
    record: [{ id: "411002" }, { id: "2" }],
  });
  expect(server.requests.at(-1)?.path).toBe("/v3/lookup/cac?search=Demo+Foods+%26+Sons&exact=false");
});

test.each([
  { status: 200, body: body(), ends: { kind: "not_found" } },
  { status: 200, body: body({ ...company, rc_number: "77001234" }), ends: { kind: "failed", why: "wrong_company" } },
  { status: 200, body: body({ ...company, rc_number: null }), ends: { kind: "failed", why: "wrong_company" } },
  { status: 200, body: body({ id: 1 }, "x", null), ends: { kind: "failed", why: "unreadable" } },
  { status: 200, body: { status: "failed", data: [company] }, ends: { kind: "failed", why: "unreadable" } },
  { status: 200, body: { status: "success", data: [company] }, ends: { kind: "failed", why: "unreadable" } },
  { status: 200, body: { status: "successful", data: company }, ends: { kind: "failed", why: "unreadable" } },
  { status: 400, body: { status: "failed" }, ends: { kind: "failed", why: "http_400" } },
  { status: 401, body: { status: "failed" }, ends: { kind: "failed", why: "auth" } },
  { status: 404, body: { status: "failed" }, ends: { kind: "failed", why: "http_404" } },
  { status: 429, body: { status: "failed" }, ends: { kind: "not_accepted", why: "rate_limited" } },
  { status: 503, body: body(company), ends: { kind: "failed", why: "server_error" } },
])("returns $ends.kind for $status with $body [R-12 T-62]", async ({ status, body, ends }) => {
  server.respondWith(respondJson(status, body));
  expect(await ask("rc", "7700123")).toEqual(ends);
});

test.each([
  { id: "co_411-002", isKept: true },
  { id: "4".repeat(64), isKept: true },
  { id: "4".repeat(65), isKept: false },
  { id: "411/002", isKept: false },
  { id: "411 002", isKept: false },
  { id: null, isKept: false },
])("returns a company with the id $id: $isKept [RESULT-BUSINESS-11 T-62]", async (of) => {
  server.respondWith(respondJson(200, body({ ...company, id: of.id }, { ...company, id: 2 })));
  const known = [...(of.isKept ? [of.id] : []), "2"];
  expect(await ask("name", "DEMO")).toMatchObject({ kind: "found", record: known.map((id) => ({ id, cacid: id })) });
});

test("returns only companies with the requested number", async () => {
  server.respondWith(
    respondJson(200, body({ ...company, id: 1, rc_number: "1" }, { ...company, rc_number: "RC7700123" })),
  );
  expect(await ask("rc", "7700123")).toMatchObject({ kind: "found", record: [{ id: "411002" }] });
});
