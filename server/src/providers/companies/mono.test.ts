import { afterAll, beforeAll, expect, test } from "vitest";
import { respondJson, createTestClient, startWireServer, type WireServer } from "../testing/wire-server.ts";
import { mono } from "./mono.ts";

let server: WireServer;
const { line, outside } = createTestClient("mono", { limits: { totalMs: 5_000 } });
const ask = (by: "rc" | "name", text: string) =>
  mono(line, { baseUrl: server.url, secretKey: "test_sk_a" }).query({ by, text }, "attempt-1");

beforeAll(async () => void (server = await startWireServer()));
afterAll(async () => {
  outside.close();
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
const told = (...data: readonly unknown[]) => ({ status: "successful", message: "ok", data });

test("RESULT-BUSINESS-05: a company comes in the product's names, what is not known as null", async () => {
  server.respondWith(respondJson(200, told(company)));
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

test("a name is asked as it was typed, for all that contain it", async () => {
  server.respondWith(respondJson(200, told(company, { ...company, id: 2, approved_name: "DEMO FOODS & SONS" })));
  expect(await ask("name", "Demo Foods & Sons")).toMatchObject({
    kind: "found",
    record: [{ id: "411002" }, { id: "2" }],
  });
  expect(server.requests.at(-1)?.path).toBe("/v3/lookup/cac?search=Demo+Foods+%26+Sons&exact=false");
});

test.each([
  { status: 200, body: told(), ends: { kind: "not_found" } },
  { status: 200, body: told({ ...company, rc_number: "77001234" }), ends: { kind: "failed", why: "wrong_company" } },
  { status: 200, body: told({ ...company, rc_number: null }), ends: { kind: "failed", why: "wrong_company" } },
  { status: 200, body: told({ id: 1 }, "x", null), ends: { kind: "failed", why: "unreadable" } },
  { status: 200, body: { status: "failed", data: [company] }, ends: { kind: "failed", why: "unreadable" } },
  { status: 200, body: { status: "success", data: [company] }, ends: { kind: "failed", why: "unreadable" } },
  { status: 200, body: { status: "successful", data: company }, ends: { kind: "failed", why: "unreadable" } },
  { status: 400, body: { status: "failed" }, ends: { kind: "failed", why: "http_400" } },
  { status: 401, body: { status: "failed" }, ends: { kind: "failed", why: "auth" } },
  { status: 404, body: { status: "failed" }, ends: { kind: "failed", why: "http_404" } },
  { status: 429, body: { status: "failed" }, ends: { kind: "not_taken", why: "rate_limited" } },
  { status: 503, body: told(company), ends: { kind: "failed", why: "server_error" } },
])("R-12 T-62: $status with $body ends as $ends.kind", async ({ status, body, ends }) => {
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
])(
  "RESULT-BUSINESS-11 T-62: a company of the id $id, kept $isKept: each one that is shown can be asked about",
  async (of) => {
    server.respondWith(respondJson(200, told({ ...company, id: of.id }, { ...company, id: 2 })));
    const known = [...(of.isKept ? [of.id] : []), "2"];
    expect(await ask("name", "DEMO")).toMatchObject({ kind: "found", record: known.map((id) => ({ id, cacid: id })) });
  },
);

test("of several companies only those of the asked number are kept", async () => {
  server.respondWith(
    respondJson(200, told({ ...company, id: 1, rc_number: "1" }, { ...company, rc_number: "RC7700123" })),
  );
  expect(await ask("rc", "7700123")).toMatchObject({ kind: "found", record: [{ id: "411002" }] });
});
