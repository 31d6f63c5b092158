import { afterAll, beforeAll, expect, test } from "vitest";
import { respondJson, createTestClient, readSample, startWireServer, type WireServer } from "../testing/wire-server.ts";
import { prembly } from "./prembly.ts";

const nin = "12345678901";
const recorded = (name: string) => readSample(import.meta.url, name);
const found = recorded("found.json");

let server: WireServer;
const { line, outside: httpClient } = createTestClient("prembly", { limits: { totalMs: 5_000 } });
const open = (pathPrefix = "") =>
  prembly(line, { baseUrl: `${server.url}/`, pathPrefix, apiKey: "an-api-key", appId: "an-app-id" });
const look = () => open().nin.query(nin, "attempt-1");

beforeAll(async () => void (server = await startWireServer()));
afterAll(async () => {
  httpClient.close();
  await server.close();
});

test.each(["", "identitypass", "/identitypass/"])(
  "sends the request below the prefix %j with our keys and reference",
  async (prefix) => {
    server.respondWith(respondJson(200, found));
    await open(prefix).nin.query(nin, "attempt-1");
    expect(server.requests.at(-1)).toMatchObject({
      method: "POST",
      path: prefix ? "/identitypass/verification/vnin" : "/verification/vnin",
      headers: { "x-api-key": "an-api-key", "app-id": "an-app-id" },
      body: { number: nin, customer_reference: "attempt-1" },
    });
  },
);

test("maps a record to the product's names, without empty texts and invalid pictures", async () => {
  server.respondWith(respondJson(200, found));
  const looked = await look();
  expect(looked).toMatchObject({
    kind: "found",
    record: {
      number: nin,
      subject: { birthDate: "1990-03-02", contact: { phone: "+2348031234567", mail: "ada.obi@example.test" } },
      fields: {
        firstName: "ADA",
        lastName: "OBI",
        dob: "1990-03-02",
        phone: "+2348031234567",
        email: "ada.obi@example.test",
        employmentSatus: "employed",
        height: "170",
        originLGA: "Nnewi North",
        birthLGA: "Ikeja",
        residenceLGA: "Ikeja",
        residenceTown: "Ikeja",
        nokFirstname: "CHIDI",
        photo: expect.stringMatching(/^iVBOR/),
      },
    },
  });
  const fields = looked.kind === "found" ? Object.keys(looked.record.fields) : [];
  for (const absent of ["middleName", "nokMiddlename", "nokAddress2", "pfirstname", "signature"])
    expect(fields).not.toContain(absent);
});

test.each([
  { why: "under another key", body: found.replace('"nin_data"', '"data"'), kind: "found" },
  {
    why: "in a list of one",
    body: found.replace('"nin_data":{', '"data":[{').replace('"miss"}', '"miss"}]'),
    kind: "found",
  },
  { why: "without a number", body: found.replace('"nin":"12345678901",', ""), kind: "failed" },
  { why: "with a number that is an object", body: found.replace('"nin":"12345678901"', '"nin":{}'), kind: "failed" },
  { why: "in a list of two", body: '{"response_code":"00","data":[{"nin":"1"},{"nin":"2"}]}', kind: "failed" },
  { why: "that is missing", body: '{"response_code":"00","status":true}', kind: "failed" },
  { why: "still pending there", body: found.replace("VERIFIED", "PENDING"), kind: "failed" },
])("returns $kind for a record $why", async ({ body, kind }) => {
  server.respondWith(respondJson(200, body));
  expect((await look()).kind).toBe(kind);
});

test("returns another person's record with its own number, for the caller to check [T-62 X-15]", async () => {
  server.respondWith(respondJson(200, found.replace('"nin":"12345678901"', '"nin":"10987654321"')));
  expect(await look()).toMatchObject({ kind: "found", record: { number: "10987654321" } });
});

test.each([
  { status: 200, body: recorded("not-found.json"), ends: { kind: "not_found" } },
  { status: 200, body: recorded("source-away.json"), ends: { kind: "not_accepted", why: "source_away" } },
  { status: 200, body: recorded("wallet-empty.json"), ends: { kind: "failed", why: "quota" } },
  { status: 200, body: '{"status":true,"response_code":"07"}', ends: { kind: "failed", why: "blocked" } },
  { status: 200, body: '{"status":true,"response_code":"99"}', ends: { kind: "failed", why: "unreadable" } },
  { status: 200, body: '{"status":true,"response_code":1}', ends: { kind: "failed", why: "unreadable" } },
  { status: 200, body: '{"status":true}', ends: { kind: "failed", why: "unreadable" } },
  { status: 400, body: '{"status":false,"detail":"x"}', ends: { kind: "failed", why: "http_400" } },
  { status: 401, body: '{"status":false,"detail":"x"}', ends: { kind: "failed", why: "auth" } },
  { status: 402, body: '{"status":false,"detail":"x"}', ends: { kind: "failed", why: "quota" } },
  { status: 429, body: '{"status":false,"detail":"x"}', ends: { kind: "not_accepted", why: "rate_limited" } },
  { status: 500, body: found, ends: { kind: "failed", why: "server_error" } },
])("returns $ends.kind for $status with $body [R-12]", async ({ status, body, ends }) => {
  server.respondWith(respondJson(status, body));
  expect(await look()).toEqual(ends);
});

test("reads a record with missing keys and null as text as a smaller record [X-24]", async () => {
  const body = { response_code: "00", data: { nin, firstname: "null", surname: "OBI", heigth: 170, birthdate: null } };
  server.respondWith(respondJson(200, body));
  expect(await look()).toEqual({
    kind: "found",
    record: {
      number: nin,
      reference: null,
      subject: { birthDate: null, contact: { phone: null, mail: null } },
      fields: { nin, lastName: "OBI", height: "170" },
    },
  });
});
