import { stakeholderFields } from "@idanimo/contract/checks/company/record";
import { afterAll, beforeAll, expect, test } from "vitest";
import { respondJson, createTestClient, startWireServer, type WireServer } from "../testing/wire-server.ts";
import { monoStakeholders } from "./mono-stakeholders.ts";

let server: WireServer;
const { line, outside: httpClient } = createTestClient("mono", { limits: { totalMs: 5_000 } });
const ask = (list: "Shareholder" | "Director" = "Shareholder", cacId = "411002") =>
  monoStakeholders(line, { baseUrl: server.url, secretKey: "test_sk_a" }, list).query(cacId, "attempt-1");

beforeAll(async () => void (server = await startWireServer()));
afterAll(async () => {
  httpClient.close();
  await server.close();
});

const role = (name: string | null) => ({ affiliate_type_fk: name === null ? null : { id: 3, name, description: "" } });
const ada = { surname: "OBI", firstname: "ADA" };
const body = (...data: readonly unknown[]) => ({ status: "successful", message: "ok", data });

test("maps a person to the product's names, without unknown values [RESULT-BUSINESS-07]", async () => {
  server.respondWith(
    respondJson(
      200,
      body({
        ...ada,
        id: 77,
        other_name: "null",
        email: "",
        business_email: "ada@example.test",
        age: 0,
        is_lawyer: null,
        is_chairman: true,
        is_corporate: false,
        num_shares_alloted: 250000,
        date_of_birth: "1970-05-21T00:00:00.000+00:00",
        date_of_appointment: "in spring",
        accreditationnumber: "not ours to show",
        ...role("SHAREHOLDER"),
      }),
    ),
  );
  expect(await ask()).toEqual({
    kind: "found",
    record: [
      {
        stake: "Shareholder",
        ...ada,
        email: "ada@example.test",
        is_chairman: "true",
        is_corporate: "false",
        num_shares_alloted: "250000",
        date_of_birth: "1970-05-21",
        date_of_appointment: "in spring",
      },
    ],
  });
  expect(server.requests.at(-1)).toMatchObject({
    method: "GET",
    path: "/v3/lookup/cac/company/411002",
    headers: { "mono-sec-key": "test_sk_a" },
  });
});

test("reads every value of a stakeholder [RESULT-BUSINESS-07]", async () => {
  const all = Object.fromEntries(stakeholderFields.map((name, at) => [name, `value ${at}`]));
  server.respondWith(respondJson(200, body({ ...all, ...role(null) })));
  expect(await ask("Director")).toEqual({ kind: "found", record: [{ stake: "Director", ...all }] });
  expect(server.requests.at(-1)?.path).toBe("/v3/lookup/cac/company/411002/directors");
});

test.each([
  { name: null, inShareholders: "Shareholder", inDirectors: "Director" },
  { name: "SHAREHOLDER", inShareholders: "Shareholder", inDirectors: "Shareholder" },
  { name: "Shareholder_Corporate", inShareholders: "Shareholder", inDirectors: "Shareholder" },
  { name: "DIRECTOR", inShareholders: "Director", inDirectors: "Director" },
  { name: "DIRECTOR_SHAREHOLDER", inShareholders: "Shareholder", inDirectors: "Director" },
  { name: "SECRETARY_COMPANY", inShareholders: undefined, inDirectors: undefined },
  { name: "DIRECTOR AND SECRETARY", inShareholders: undefined, inDirectors: undefined },
  { name: "PSC", inShareholders: undefined, inDirectors: undefined },
  { name: "PSC_INDIVIDUAL", inShareholders: undefined, inDirectors: undefined },
  { name: "PERSON_WITH_SIGNIFICANT_CONTROL", inShareholders: undefined, inDirectors: undefined },
  { name: "WITNESS", inShareholders: "Shareholder", inDirectors: "Director" },
])("maps the role $name to $inShareholders or, among directors, $inDirectors", async (expected) => {
  server.respondWith(respondJson(200, body({ ...ada, ...role(expected.name) })));
  for (const [list, stake] of [
    ["Shareholder", expected.inShareholders],
    ["Director", expected.inDirectors],
  ] as const)
    expect(await ask(list)).toEqual({ kind: "found", record: stake ? [{ stake, ...ada }] : [] });
});

test.each([
  { status: 200, body: body(), ends: { kind: "found", record: [] } },
  { status: 200, body: body(null, ada, "x"), ends: { kind: "found", record: [{ stake: "Shareholder", ...ada }] } },
  { status: 200, body: body({ other: "shape" }), ends: { kind: "failed", why: "unreadable" } },
  { status: 200, body: body("x", null), ends: { kind: "failed", why: "unreadable" } },
  { status: 200, body: { status: "failed", data: [ada] }, ends: { kind: "failed", why: "unreadable" } },
  { status: 200, body: { status: "successful", data: ada }, ends: { kind: "failed", why: "unreadable" } },
  { status: 404, body: { status: "failed", message: "no company" }, ends: { kind: "not_found" } },
  { status: 404, body: { message: "no page" }, ends: { kind: "failed", why: "http_404" } },
  { status: 400, body: { status: "failed" }, ends: { kind: "failed", why: "http_400" } },
  { status: 401, body: { status: "failed" }, ends: { kind: "failed", why: "auth" } },
  { status: 402, body: { status: "failed" }, ends: { kind: "failed", why: "quota" } },
  { status: 429, body: { status: "failed" }, ends: { kind: "not_accepted", why: "rate_limited" } },
  { status: 503, body: body(ada), ends: { kind: "failed", why: "server_error" } },
])("returns $ends.kind for $status with $body [R-12 T-62]", async ({ status, body, ends }) => {
  server.respondWith(respondJson(status, body));
  expect(await ask()).toEqual(ends);
});

test("returns a long list completely, and fails for one that is too long [R-12]", async () => {
  const people = Array.from({ length: 5_000 }, (_, at) => ({ surname: `OBI ${at}` }));
  server.respondWith(respondJson(200, body(...people)));
  expect(await ask()).toEqual({ kind: "found", record: people.map((one) => ({ stake: "Shareholder", ...one })) });
  server.respondWith(respondJson(200, body(...people, ada)));
  expect(await ask()).toEqual({ kind: "failed", why: "unreadable" });
});

test("encodes the id as one path segment [T-62]", async () => {
  server.respondWith(respondJson(200, body()));
  await ask("Director", "../../x?y=1#z");
  expect(server.requests.at(-1)?.path).toBe("/v3/lookup/cac/company/..%2F..%2Fx%3Fy%3D1%23z/directors");
});
