import { crc32, inflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { requestNin, premblyKeys, startTestSandbox, waitFor } from "../testing/test-sandbox.ts";
import { reservedEndings } from "../reserved-endings.ts";
import { personOf } from "./person.ts";

const wireKeys = `birthcountry birthdate birthlga birthstate centralID educationallevel email emplymentstatus firstname
  gender heigth maritalstatus nin nok_address1 nok_address2 nok_firstname nok_lga nok_middlename nok_postalcode nok_state
  nok_surname nok_town nspokenlang ospokenlang pfirstname photo pmiddlename profession psurname religion
  residence_address residence_Town residence_lga residence_state residencestatus self_origin_lga self_origin_place
  self_origin_state signature surname telephoneno title`.split(/\s+/);

test("returns every key of the wire in the published envelope", async () => {
  const stage = await startTestSandbox();
  const { status, json } = await requestNin(stage, "70123456789");
  expect(status).toBe(200);
  expect(json).toEqual({
    status: true,
    detail: "Verification successful",
    response_code: "00",
    nin_data: expect.any(Object),
    verification: { status: "VERIFIED", reference: expect.stringMatching(/^[0-9a-f-]{36}$/) },
    billing_info: { was_charged: true, amount: "100.00", currency: "NGN" },
  });
  expect(Object.keys(json.nin_data).toSorted()).toEqual(wireKeys.toSorted());
  expect(Object.values(json.nin_data).every((value) => typeof value === "string")).toBe(true);
  expect(json.nin_data.nin).toBe("70123456789");
  expect(json.nin_data.telephoneno).toMatch(/^080[235-9]\d{7}$/);
  expect(json.nin_data.email).toMatch(/^[a-z.]+\d{3}@example\.test$/);
  expect(json.nin_data.birthdate).toMatch(/^\d{2}-\d{2}-(19|20)\d{2}$/);
});

test("returns the same person for the same number every time", async () => {
  const [one, other] = [await startTestSandbox(), await startTestSandbox()];
  const first = (await requestNin(one, "70123456789")).json.nin_data;
  expect((await requestNin(other, "70123456789")).json.nin_data).toEqual(first);
  const byOtherName = await one.post("/prembly/verification/vnin", { number_nin: "70123456789" }, premblyKeys);
  expect(byOtherName.json.nin_data).toEqual(first);
  const second = (await requestNin(one, "70123456788")).json.nin_data;
  expect([second.telephoneno, second.email]).not.toEqual([first.telephoneno, first.email]);
});

test("returns the photograph as a complete PNG", async () => {
  const stage = await startTestSandbox();
  const photo = Buffer.from(String((await requestNin(stage, "70123456789")).json.nin_data.photo), "base64");
  expect(photo.subarray(0, 8)).toEqual(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]));
  const [width, height] = [photo.readUInt32BE(16), photo.readUInt32BE(20)];
  const length = photo.readUInt32BE(33);
  expect(photo.toString("latin1", 37, 41)).toBe("IDAT");
  expect(photo.readUInt32BE(41 + length)).toBe(crc32(photo.subarray(37, 41 + length)));
  expect(inflateSync(photo.subarray(41, 41 + length))).toHaveLength(height * (1 + 3 * width));
});

test.each([
  { ending: "0000", response: { status: true, response_code: "01", message: "Record not found" }, billed: 1 },
  {
    ending: "0008",
    response: { status: false, response_code: "03", message: "Insufficient wallet balance" },
    billed: 0,
  },
])("rejects a NIN ending $ending by its code, with HTTP 200", async ({ ending, response, billed }) => {
  const stage = await startTestSandbox();
  const { status, json } = await requestNin(stage, `7012345${ending}`);
  expect(status).toBe(200);
  expect(json).toMatchObject(response);
  expect(json.nin_data).toBeUndefined();
  expect((await stage.stats()).lookups).toMatchObject({ asked: 1, billed });
});

test("returns error 500 for a NIN ending 0001, unbilled", async () => {
  const stage = await startTestSandbox();
  expect((await requestNin(stage, "70123450001")).status).toBe(500);
  expect((await stage.stats()).lookups).toMatchObject({ asked: 1, billed: 0 });
});

test("holds a NIN ending 0002 for two minutes, bills it, and cuts the connection", async () => {
  const stage = await startTestSandbox();
  const answer = requestNin(stage, "70123450002").catch(() => "cut off");
  await waitFor(async () => Number((await stage.stats()).lookups.billed) === 1);
  stage.passTime(119_000);
  expect(await Promise.race([answer, stage.call("/__sandbox/clock").then(() => "still held")])).toBe("still held");
  stage.passTime(1_000);
  expect(await answer).toBe("cut off");
});

test("returns an unparsable body for a NIN ending 0003", async () => {
  const stage = await startTestSandbox();
  const { status, text, json } = await requestNin(stage, "70123450003");
  expect([status, json]).toEqual([200, undefined]);
  expect(text.length).toBeGreaterThan(100);
});

test("responds after eight seconds for a NIN ending 0004", async () => {
  const stage = await startTestSandbox();
  const answer = requestNin(stage, "70123450004");
  const early = stage.call("/__sandbox/clock").then(() => "not yet");
  expect(await Promise.race([answer, early])).toBe("not yet");
  let answered = false;
  void answer.then(() => (answered = true));
  await waitFor(() => {
    stage.passTime(8_000);
    return answered;
  });
  expect((await answer).json.response_code).toBe("00");
});

test.each([
  { ending: "0005", record: { telephoneno: "", email: "" }, why: "a record without phone and email" },
  { ending: "0009", record: { telephoneno: expect.stringMatching(/^080\d{4}0009$/) }, why: "a phone no SMS reaches" },
  {
    ending: "0010",
    record: { telephoneno: "", email: expect.stringMatching(/0010@example\.test$/) },
    why: "only an email address that bounces",
  },
  { ending: "0011", record: { nin: "70123450011" }, why: "an ordinary record" },
  { ending: "0014", record: { birthdate: "" }, why: "a record without a birth date" },
])("returns $why for a NIN ending $ending", async ({ ending, record }) => {
  const stage = await startTestSandbox();
  expect((await requestNin(stage, `7012345${ending}`)).json.nin_data).toMatchObject(record);
});

test("returns a person aged fifteen for a NIN ending 0006", async () => {
  const stage = await startTestSandbox();
  const { birthdate } = (await requestNin(stage, "70123450006")).json.nin_data;
  const [day = 0, month = 0, year = 0] = String(birthdate).split("-").map(Number);
  const fifteenth = new Date(Date.UTC(year + 15, month - 1, day));
  const sixteenth = new Date(Date.UTC(year + 16, month - 1, day));
  expect(fifteenth.getTime()).toBeLessThan(Date.now());
  expect(sixteenth.getTime()).toBeGreaterThan(Date.now());
});

test("rejects a NIN ending 0007 twice without charge, then returns it, and starts again", async () => {
  const stage = await startTestSandbox();
  const codes: unknown[] = [];
  for (let at = 0; at < 4; at++) codes.push((await requestNin(stage, "70123450007")).json.response_code);
  expect(codes).toEqual(["02", "02", "00", "02"]);
  expect((await stage.stats()).lookups.byNumber).toEqual([
    { product: "nin", number: "70123450007", asked: 4, billed: 1 },
  ]);
});

test("returns another person's record for a NIN ending 0012", async () => {
  const stage = await startTestSandbox();
  const { nin_data, response_code } = (await requestNin(stage, "70123450012")).json;
  expect(response_code).toBe("00");
  expect(nin_data.nin).toMatch(/^\d{11}$/);
  expect(nin_data.nin).not.toBe("70123450012");
});

test("gives no ordinary person a reserved ending in phone or email, or an age under 18", () => {
  for (let at = 0; at < 2_000; at++) {
    const { phone, email, born } = personOf(String(20_000_000_100 + at * 7_919_000), undefined, 0);
    expect(Object.keys(reservedEndings)).not.toContain(phone.slice(-4));
    expect(email).toMatch(/[a-z][1-9]\d{2}@/);
    expect(born.year).toBeLessThanOrEqual(2003);
  }
});

test.each([
  { headers: { "x-api-key": "" }, why: "no keys" },
  { headers: { ...premblyKeys, "app-id": "another" }, why: "another application" },
  { headers: { "x-api-key": premblyKeys["x-api-key"] }, why: "no application" },
])("rejects a call with $why with 401", async ({ headers }) => {
  const stage = await startTestSandbox();
  const { status, json } = await stage.post("/prembly/verification/vnin", { number: "70123456789" }, headers);
  expect([status, json.status]).toEqual([401, false]);
});

test.each(["123", "7012345678a", "", "70123456789012345"])("rejects the NIN %j with 400, unbilled", async (number) => {
  const stage = await startTestSandbox();
  expect((await requestNin(stage, number)).status).toBe(400);
  expect((await stage.stats()).lookups.asked).toBe(0);
});

test("accepts a virtual NIN of sixteen letters and digits", async () => {
  const stage = await startTestSandbox();
  expect((await requestNin(stage, "AB12345678901YZQ")).json.nin_data.nin).toBe("AB12345678901YZQ");
});

test("returns a lookup by its reference, and the balance of the wallet", async () => {
  const stage = await startTestSandbox();
  const { reference } = (await requestNin(stage, "70123456789")).json.verification;
  const asked = await stage.call(`/prembly/verification/${reference}/status`, { headers: premblyKeys });
  expect(asked.json).toEqual({
    verification_status: "VERIFIED",
    billing_status: "BILLED",
    reference,
    response_code: "00",
  });
  expect((await stage.call("/prembly/verification/none/status", { headers: premblyKeys })).status).toBe(404);
  expect((await stage.call("/prembly/api/v1/wallet", { headers: premblyKeys })).json.data.balance).toBe("1000000.00");
});

test("counts lookups by number and by the product's own reference", async () => {
  const stage = await startTestSandbox();
  await requestNin(stage, "70123456789", { customer_reference: "item-1" });
  await requestNin(stage, "70123456789", { customer_reference: "item-1" });
  await requestNin(stage, "70123450001", { customer_reference: "item-2" });
  const { lookups } = await stage.stats();
  expect(lookups.byCustomerReference).toContainEqual({ customerReference: "item-1", asked: 2, billed: 2 });
  expect(lookups.byCustomerReference).toContainEqual({ customerReference: "item-2", asked: 1, billed: 0 });
});
