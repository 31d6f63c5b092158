import { expect, test } from "vitest";
import { premblyKeys, startTestSandbox, type TestSandbox } from "../testing/test-sandbox.ts";
import { personOf } from "./person.ts";

const ask = (stage: TestSandbox, path: string, number: string, more: Record<string, string> = {}) =>
  stage.post(
    `/prembly/verification/${path}`,
    path.startsWith("vehicle") ? { vehicle_number: number, ...more } : { number, ...more },
    premblyKeys,
  );
const picture = { image: Buffer.from("a picture").toString("base64") };

/** Every lookup, with a valid value that has this ending. */
const ways = [
  { path: "phone_number/advance", product: "phone", key: "data", value: (ending: string) => `0803123${ending}` },
  { path: "bvn", product: "bvn", key: "data", value: (ending: string) => `2223123${ending}` },
  {
    path: "bvn_with_phone_advance",
    product: "bvn_by_phone",
    key: "data",
    value: (ending: string) => `0803123${ending}`,
  },
  { path: "nin_w_face", product: "nin_face", key: "nin_data", value: (ending: string) => `7012345${ending}` },
  { path: "vehicle/plate/advanced", product: "plate", key: "data", value: (ending: string) => `KJA${ending}` },
] as const;

test("returns one person for a phone and its BVN and NIN, the same every time", async () => {
  const stage = await startTestSandbox();
  const { firstName, surname, email, centralId } = personOf("08031234567", undefined, 0);
  const names = { firstname: firstName.toUpperCase(), surname: surname.toUpperCase(), email, centralID: centralId };
  const bank = { firstName: names.firstname, lastName: names.surname, email, bvn: "22231234567", nin: "98031234567" };
  for (let time = 0; time < 2; time++) {
    const byNin = await ask(stage, "vnin", "98031234567");
    expect(byNin.json.nin_data).toMatchObject({ ...names, nin: "98031234567", telephoneno: "08031234567" });
    const byPhone = await ask(stage, "phone_number/advance", "08031234567");
    expect(byPhone.json.data).toMatchObject({ ...names, nin: "98031234567", telephoneno: "08031234567" });
    const byBvn = await ask(stage, "bvn", "22231234567");
    expect(byBvn.json.data).toMatchObject({ ...bank, phoneNumber1: "08031234567" });
    expect((await ask(stage, "bvn_with_phone_advance", "08031234567")).json.data).toEqual(byBvn.json.data);
  }
});

test.each(["70123456789", "12345678901", "22912345678", "01234567890", "99912345678"])(
  "returns a person of its own for %s in every register",
  (number) => expect(personOf(number, undefined, 0)).toMatchObject({ key: number, nin: number, bvn: number }),
);

test("returns a phone's own spellings, and a BVN's published keys and date format", async () => {
  const stage = await startTestSandbox();
  const phone = Object.keys((await ask(stage, "phone_number/advance", "08031234567")).json.data);
  for (const key of "employmentstatus height residence_town residence_AddressLine1 residence_AddressLine2 maidenname".split(
    " ",
  ))
    expect(phone).toContain(key);
  for (const key of ["emplymentstatus", "heigth", "residence_Town", "residence_address"])
    expect(phone).not.toContain(key);
  const { data } = (await ask(stage, "bvn", "22231234567")).json;
  const published = `bvn firstName middleName lastName dateOfBirth phoneNumber1 phoneNumber2 registrationDate enrollmentBank
    enrollmentBranch email gender levelOfAccount lgaOfOrigin lgaOfResidence maritalStatus nin nameOnCard nationality
    residentialAddress stateOfOrigin stateOfResidence title watchListed base64Image`;
  expect(Object.keys(data).toSorted()).toEqual(published.split(/\s+/).toSorted());
  expect(data).toMatchObject({
    dateOfBirth: expect.stringMatching(/^\d{1,2}-[A-Z][a-z]{2}-\d{4}$/),
    registrationDate: expect.stringMatching(/^\d{1,2}-[A-Z][a-z]{2}-20\d{2}$/),
  });
});

test.each(ways)(
  "follows the reserved endings at $path, and counts what it bills",
  async ({ path, product, key, value }) => {
    const stage = await startTestSandbox();
    const answer = (ending: string) => ask(stage, path, value(ending), picture);
    expect((await answer("0000")).json).toMatchObject({ response_code: "01" });
    expect((await answer("0001")).status).toBe(500);
    expect((await answer("0003")).json).toBeUndefined();
    expect((await answer("0008")).json).toMatchObject({ response_code: "03" });
    const codes: unknown[] = [];
    for (let at = 0; at < 3; at++) codes.push((await answer("0007")).json.response_code);
    expect(codes).toEqual(["02", "02", "00"]);
    expect((await answer("1234")).json).toMatchObject({ response_code: "00", [key]: expect.any(Object) });
    const billed = (ending: string, requestCount: number, times: number) => ({
      product,
      number: value(ending),
      asked: requestCount,
      billed: times,
    });
    expect((await stage.stats()).lookups.byNumber).toEqual(
      expect.arrayContaining([
        billed("0000", 1, 1),
        billed("0001", 1, 0),
        billed("0003", 1, 1),
        billed("0007", 3, 1),
        billed("0008", 1, 0),
        billed("1234", 1, 1),
      ]),
    );
  },
);

test("returns a BVN without contacts, and that phone for a phone's own record", async () => {
  const stage = await startTestSandbox();
  expect((await ask(stage, "bvn", "22231230005")).json.data).toMatchObject({ phoneNumber1: "", email: "" });
  expect((await ask(stage, "phone_number/advance", "08031230005")).json.data).toMatchObject({
    telephoneno: "08031230005",
    email: "",
  });
  expect((await ask(stage, "bvn_with_phone_advance", "08031230005")).json.data).toMatchObject({
    phoneNumber1: "08031230005",
    email: "",
  });
});

test("returns another person's record for 0012 and for the fault wrong_person", async () => {
  const stage = await startTestSandbox();
  const another = {
    "phone_number/advance": { telephoneno: expect.stringMatching(/^0\d{10}$/) },
    bvn: { bvn: expect.stringMatching(/^\d{11}$/) },
    bvn_with_phone_advance: { phoneNumber1: expect.stringMatching(/^0\d{10}$/) },
    "vehicle/plate/advanced": { vehicle_number: expect.stringMatching(/^\d{3,4}XYZ$/) },
  };
  for (const [path, record] of Object.entries(another)) {
    const value = ways.find((way) => way.path === path)?.value("0012") ?? "";
    const { data } = (await ask(stage, path, value)).json;
    expect(data).toMatchObject(record);
    expect(JSON.stringify(data)).not.toContain(value);
  }
  await stage.post("/__sandbox/faults", { target: "prembly", kind: "wrong_person" });
  expect(JSON.stringify((await ask(stage, "bvn", "22231231234")).json.data)).not.toContain("22231231234");
});

test("matches any image, except for a NIN ending 0012; returns 400 without one", async () => {
  const stage = await startTestSandbox();
  const match = { status: true, response_code: "00", message: "Face match", confidence: expect.any(Number) };
  expect((await ask(stage, "nin_w_face", "70123456789", picture)).json).toMatchObject({
    nin_data: { nin: "70123456789" },
    face_data: match,
  });
  expect((await ask(stage, "nin_w_face", "70123450012", picture)).json).toMatchObject({
    face_data: { status: false, response_code: "01" },
  });
  expect((await ask(stage, "nin_w_face", "70123456789")).status).toBe(400);
  expect((await ask(stage, "nin_w_face", "70123456789", { image: "no picture!" })).status).toBe(400);
});

test("returns a vehicle, VIN and owner for a plate in any case; one ending 7777 is stolen", async () => {
  const stage = await startTestSandbox();
  const { data } = (await ask(stage, "vehicle/plate/advanced", "abc123xy")).json;
  expect(data).toMatchObject({
    vehicle_number: "ABC123XY",
    vin: expect.stringMatching(/^[A-HJ-NPR-Z0-9]{17}$/),
    owner_phone: expect.stringMatching(/^080\d{8}$/),
  });
  expect((await ask(stage, "vehicle/plate/advanced", "ABC123XY")).json.data).toEqual(data);
  expect((await ask(stage, "vehicle/plate/advanced", "ABC7777")).json.data).toMatchObject({
    vin: expect.stringMatching(/7777$/),
  });
});

test("returns no phone of the owner of a plate ending in 0005 [CL-15]", async () => {
  const stage = await startTestSandbox();
  const { data } = (await ask(stage, "vehicle/plate/advanced", "ABC0005")).json;
  expect(data).toMatchObject({ owner_first_name: expect.stringMatching(/./), owner_phone: "" });
});

test.each([
  { path: "phone_number/advance", value: "8031234567" },
  { path: "bvn_with_phone_advance", value: "+2348031234567" },
  { path: "bvn", value: "2222222222" },
  { path: "vehicle/plate/advanced", value: "ABC 123" },
])("rejects $value at $path with 400, unbilled", async ({ path, value }) => {
  const stage = await startTestSandbox();
  expect((await ask(stage, path, value)).status).toBe(400);
  expect((await stage.stats()).lookups.asked).toBe(0);
});
