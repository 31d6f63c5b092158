import { afterAll, beforeAll, expect, test } from "vitest";
import { respondJson, createTestClient, startWireServer, type WireServer } from "../testing/wire-server.ts";
import { dojah } from "./dojah.ts";

const [nin, phone, bvn] = ["98031234567", "08031234567", "22231234567"];
let server: WireServer;
const { line, outside: httpClient } = createTestClient("dojah", { limits: { totalMs: 5_000 } });
const persons = () => dojah(line, { baseUrl: `${server.url}/`, appId: "an-app-id", secretKey: "a-secret" });

beforeAll(async () => void (server = await startWireServer()));
afterAll(async () => {
  httpClient.close();
  await server.close();
});

test.each([
  { need: "nin", number: nin, path: `/api/v1/kyc/nin/advance?nin=${nin}` },
  { need: "phone", number: phone, path: `/api/v1/kyc/phone_number?phone_number=${phone}` },
  { need: "bvn", number: bvn, path: `/api/v1/kyc/bvn/advance?bvn=${bvn}` },
] as const)("looks up a $need once, by GET, with our keys", async ({ need, number, path }) => {
  const before = server.requests.length;
  server.respondWith(respondJson(404, { error: "Record not found" }));
  expect(await persons()[need].query(number, "attempt-1")).toEqual({ kind: "not_found" });
  expect(server.requests.slice(before)).toMatchObject([
    { method: "GET", path, headers: { appid: "an-app-id", authorization: "a-secret" }, body: undefined },
  ]);
});

const today = { first_name: "ADA", last_name: "OBI", date_of_birth: "1990-03-02", photo: "/9j/4AAQ" };
const earlier = { first_name: "ADA", surname: "OBI", birthdate: "02-03-1990", picture: "/9j/4AAQ" };
const contact = { phone: "+2348031234567", mail: null };
test.each([
  { why: "the current keys", person: today, phones: { phone_number: phone } },
  { why: "the keys of an earlier version", person: earlier, phones: { telephone: phone } },
])("parses the same record from $why [X-24]", async ({ person, phones }) => {
  server.respondWith(
    respondJson(200, { entity: { ...person, ...phones, nin, employment_status: "employed", origin_lga: "Ikeja" } }),
  );
  expect(await persons().nin.query(nin, "attempt-1")).toEqual({
    kind: "found",
    record: {
      number: nin,
      reference: null,
      subject: { birthDate: "1990-03-02", contact },
      fields: {
        nin,
        firstName: "ADA",
        lastName: "OBI",
        dob: "1990-03-02",
        phone: "+2348031234567",
        employmentSatus: "employed",
        originLGA: "Ikeja",
        photo: "/9j/4AAQ",
      },
    },
  });
  server.respondWith(respondJson(200, { entity: { ...person, ...phones, gender: "F" } }));
  expect(await persons().phone.query(phone, "attempt-1")).toMatchObject({
    record: {
      number: phone,
      subject: { birthDate: "1990-03-02", contact },
      fields: { firstname: "ADA", surname: "OBI", birthDate: "1990-03-02", telephoneno: "+2348031234567" },
    },
  });
  server.respondWith(
    respondJson(200, { entity: { ...person, ...phones, bvn, level_of_account: "LEVEL 2", name_on_card: "" } }),
  );
  expect(await persons().bvn.query(bvn, "attempt-1")).toMatchObject({
    record: {
      number: bvn,
      subject: { birthDate: "1990-03-02", contact },
      fields: { bvn, firstName: "ADA", lastName: "OBI", dateOfBirth: "1990-03-02", levelOfAccount: "LEVEL 2" },
    },
  });
});

test.each([
  { status: 400, body: { error: "BVN not found" }, ends: { kind: "not_found" } },
  { status: 404, body: { error: "Phone number not found" }, ends: { kind: "not_found" } },
  { status: 404, body: { error: "No record" }, ends: { kind: "not_found" } },
  { status: 404, body: { error: "Not found" }, ends: { kind: "failed", why: "http_404" } },
  { status: 404, body: "<html>BVN not found</html>", ends: { kind: "failed", why: "http_404" } },
  { status: 400, body: { error: "BVN is not valid" }, ends: { kind: "failed", why: "http_400" } },
  { status: 401, body: { error: "x" }, ends: { kind: "failed", why: "auth" } },
  { status: 402, body: { error: "x" }, ends: { kind: "failed", why: "quota" } },
  { status: 429, body: { error: "x" }, ends: { kind: "not_accepted", why: "rate_limited" } },
  { status: 500, body: { error: "BVN not found" }, ends: { kind: "failed", why: "server_error" } },
  { status: 200, body: { error: "BVN not found" }, ends: { kind: "failed", why: "unreadable" } },
  { status: 200, body: { entity: {} }, ends: { kind: "failed", why: "unreadable" } },
  { status: 200, body: { entity: { first_name: "ADA" } }, ends: { kind: "failed", why: "unreadable" } },
])("returns $ends.kind for $status with $body [R-12]", async ({ status, body, ends }) => {
  server.respondWith(respondJson(status, body));
  expect(await persons().bvn.query(bvn, "attempt-1")).toEqual(ends);
});

test("returns another person's record with its own number, for the caller to check [T-62]", async () => {
  server.respondWith(respondJson(200, { entity: { ...today, bvn: "22298765432" } }));
  expect(await persons().bvn.query(bvn, "attempt-1")).toMatchObject({
    kind: "found",
    record: { number: "22298765432" },
  });
});
