import { afterAll, beforeAll, expect, test } from "vitest";
import { premblyPlate } from "../plates/prembly-plate.ts";
import { respondJson, createTestClient, readSample, startWireServer, type WireServer } from "../testing/wire-server.ts";
import { prembly } from "./prembly.ts";

/** Prembly's lookups other than the plain NIN, which `prembly.test.ts` covers. */

const [nin, phone, bvn, plate] = ["98031234567", "08031234567", "22231234567", "ABC123XY"];
const image = "aW1hZ2U=";
const bvnBody = readSample(import.meta.url, "bvn.json");

let server: WireServer;
const { line, outside: httpClient } = createTestClient("prembly", { limits: { totalMs: 5_000 } });
const settings = () => ({ baseUrl: server.url, pathPrefix: "", apiKey: "an-api-key", appId: "an-app-id" });
const persons = () => prembly(line, settings());
const verified = (key: string, record: unknown, beside: object = {}) => ({
  status: true,
  response_code: "00",
  [key]: record,
  verification: { status: "VERIFIED", reference: "7c0e" },
  ...beside,
});

beforeAll(async () => void (server = await startWireServer()));
afterAll(async () => {
  httpClient.close();
  await server.close();
});

test.each([
  { ask: () => persons().phone.query(phone, "attempt-1"), path: "phone_number/advance", body: { number: phone } },
  { ask: () => persons().bvn.query(bvn, "attempt-1"), path: "bvn", body: { number: bvn } },
  {
    ask: () => persons().bvnByPhone.query(phone, "attempt-1"),
    path: "bvn_with_phone_advance",
    body: { number: phone },
  },
  { ask: () => persons().ninFace.query({ nin, image }, "attempt-1"), path: "nin_w_face", body: { number: nin, image } },
  {
    ask: () => premblyPlate(line, settings()).query(plate, "attempt-1"),
    path: "vehicle/plate/advanced",
    body: { vehicle_number: plate },
  },
])("calls $path once with our keys and reference, and maps its errors", async (way) => {
  const before = server.requests.length;
  server.respondWith(respondJson(200, { status: true, response_code: "01", message: "Record not found" }));
  expect(await way.ask()).toEqual({ kind: "not_found" });
  expect(server.requests.slice(before)).toMatchObject([
    {
      method: "POST",
      path: `/verification/${way.path}`,
      headers: { "x-api-key": "an-api-key", "app-id": "an-app-id" },
      body: { ...way.body, customer_reference: "attempt-1" },
    },
  ]);
  for (const [code, ends] of [
    ["02", { kind: "not_accepted", why: "source_away" }],
    ["03", { kind: "failed", why: "quota" }],
    ["07", { kind: "failed", why: "blocked" }],
    ["00", { kind: "failed", why: way.path === "nin_w_face" ? "face_unclear" : "unreadable" }], // an empty record
  ] as const) {
    server.respondWith(respondJson(200, { status: true, response_code: code }));
    expect(await way.ask()).toEqual(ends);
  }
});

test("maps a BVN's record to names, ISO dates and phones, without the bank's notes", async () => {
  server.respondWith(respondJson(200, bvnBody));
  expect(await persons().bvn.query(bvn, "attempt-1")).toEqual({
    kind: "found",
    record: {
      number: bvn,
      reference: "7c0e0001",
      subject: { birthDate: "1990-08-02", contact: { phone: "+2348031234567", mail: "ada.obi@example.test" } },
      fields: {
        bvn,
        firstName: "ADA",
        lastName: "OBI",
        dateOfBirth: "1990-08-02",
        registrationDate: "2014-11-16",
        phoneNumber: "+2348031234567",
        phoneNumber1: "+2348031234567",
        email: "ada.obi@example.test",
        gender: "Female",
        levelOfAccount: "Level 2 - Medium Level Accounts",
        lgaOfOrigin: "Nnewi North",
        lgaOfResidence: "Ikeja",
        maritalStatus: "Single",
        nameOnCard: "ADA OBI",
        nationality: "Nigeria",
        residentialAddress: "12 Allen Avenue",
        stateOfOrigin: "Anambra State",
        stateOfResidence: "Lagos State",
        title: "Miss",
        photo: expect.stringMatching(/^iVBOR/),
      },
    },
  });
});

test("maps a phone's record to the alternate names from either spelling", async () => {
  const wire = {
    telephoneno: "2348031234567",
    firstname: "ADA",
    middlename: "null",
    surname: "OBI",
    birthdate: "02-03-1990",
    employmentstatus: "employed",
    height: "170",
    residence_town: "Ikeja",
    residence_AddressLine1: "12 Allen",
    self_origin_lga: "Nnewi North",
    nok_firstname: "CHIDI",
    psurname: "EZE",
    nin,
    email: "ada@example.test",
  };
  server.respondWith(respondJson(200, verified("data", wire)));
  expect(await persons().phone.query(phone, "attempt-1")).toEqual({
    kind: "found",
    record: {
      number: phone,
      reference: "7c0e",
      subject: { birthDate: "1990-03-02", contact: { phone: "+2348031234567", mail: "ada@example.test" } },
      fields: {
        telephoneno: "+2348031234567",
        firstname: "ADA",
        surname: "OBI",
        birthDate: "1990-03-02",
        employmentstatus: "employed",
        heigth: "170",
        residenceTown: "Ikeja",
        residenceAddress: "12 Allen",
        selfOriginLga: "Nnewi North",
        nokFirstname: "CHIDI",
        psurname: "EZE",
        email: "ada@example.test",
      },
    },
  });
});

test.each([
  { why: "in another format", wire: { phoneNumber1: "+234 803 123 4567" }, number: phone },
  { why: "as the second phone", wire: { phoneNumber1: "08059999999", phoneNumber2: phone }, number: phone },
  { why: "nowhere", wire: { phoneNumber1: "08059999999", phoneNumber2: "" }, number: "08059999999" },
])("returns the number of a record with the requested phone $why [T-62]", async ({ wire, number }) => {
  server.respondWith(respondJson(200, verified("data", { bvn, firstName: "ADA", ...wire })));
  expect(await persons().bvnByPhone.query(phone, "attempt-1")).toMatchObject({ kind: "found", record: { number } });
});

test("rejects a phone's record without a phone [T-62]", async () => {
  server.respondWith(respondJson(200, verified("data", { firstname: "ADA" })));
  expect(await persons().phone.query(phone, "attempt-1")).toEqual({ kind: "failed", why: "unreadable" });
});

const match = { status: true, response_code: "00", message: "Face match", confidence: 97.4 };
test.each([
  { why: "that matches", face: match, ends: "found" },
  { why: "of another person", face: { ...match, status: false, response_code: "01" }, ends: "not_found" },
  {
    why: "of another person, whatever its other fields say",
    face: { ...match, response_code: "01" },
    ends: "not_found",
  },
  { why: "with a low confidence", face: { ...match, confidence: 12 }, ends: "failed" },
  { why: "without a confidence", face: { ...match, confidence: undefined }, ends: "failed" },
  {
    why: "that could not be compared",
    face: { status: false, response_code: "05", message: "No face" },
    ends: "failed",
  },
  { why: "with an unknown status", face: { ...match, status: "true" }, ends: "failed" },
  { why: "that is missing", face: undefined, ends: "failed" },
])("returns $ends for a face $why; only a match returns the record [LIVEFACE-01]", async ({ face, ends }) => {
  server.respondWith(respondJson(200, verified("nin_data", { nin, firstname: "ADA" }, { face_data: face })));
  const ended = await persons().ninFace.query({ nin, image }, "attempt-1");
  expect(ended.kind).toBe(ends);
  expect(JSON.stringify(ended).includes("ADA")).toBe(ends === "found");
});

test("maps a plate's record to names, and its plate without spaces and dashes", async () => {
  const wire = {
    vehicle_number: "abc-123 xy",
    vehicle_name: "TOYOTA COROLLA",
    vehicle_color: "Blue",
    vehicle_make: "TOYOTA",
    chassis_number: "2TDEM0A12B3C45678",
    owner_first_name: "ADA",
    owner_phone: "08031234567",
    owner_lga: "null",
  };
  server.respondWith(respondJson(200, verified("data", wire)));
  expect(await premblyPlate(line, settings()).query(plate, "attempt-1")).toEqual({
    kind: "found",
    record: {
      plate,
      fields: {
        model: "TOYOTA COROLLA",
        make: "TOYOTA",
        colour: "Blue",
        vin: "2TDEM0A12B3C45678",
        chassisNumber: "2TDEM0A12B3C45678",
        owner_first_name: "ADA",
        owner_phone: "08031234567",
      },
    },
  });
});
