import { expect, test } from "vitest";
import { personOf } from "../prembly/person.ts";
import { startTestSandbox, type TestSandbox } from "../testing/test-sandbox.ts";

const keys = { AppId: "sandbox-dojah-app-id", Authorization: "sandbox-dojah-secret-key" };
const ask = (stage: TestSandbox, path: string, headers: Record<string, string> = keys) =>
  stage.call(`/dojah/api/v1/kyc/${path}`, { headers });

/** Every lookup, with a valid value that has this ending. */
const ways = [
  { path: "nin/advance?nin=", product: "dojah_nin", start: "7012345", none: 404 },
  { path: "bvn/advance?bvn=", product: "dojah_bvn", start: "2223123", none: 400 },
  { path: "phone_number?phone_number=", product: "dojah_phone", start: "0803123", none: 404 },
] as const;

test("has the same people as the first source, in its own keys", async () => {
  const stage = await startTestSandbox();
  const { firstName, surname, born } = personOf("08031234567", undefined, 0);
  const birthDate = `${born.year}-${String(born.month).padStart(2, "0")}-${String(born.day).padStart(2, "0")}`;
  const same = { first_name: firstName.toUpperCase(), last_name: surname.toUpperCase(), date_of_birth: birthDate };
  const phone = "08031234567";
  expect((await ask(stage, "nin/advance?nin=98031234567")).json).toMatchObject({
    entity: { ...same, nin: "98031234567", phone_number: phone, photo: expect.stringMatching(/^iVBOR/) },
  });
  expect((await ask(stage, "bvn/advance?bvn=22231234567")).json).toMatchObject({
    entity: { ...same, bvn: "22231234567", phone_number1: phone, image: expect.stringMatching(/^iVBOR/) },
  });
  expect((await ask(stage, `phone_number?phone_number=${phone}`)).json).toMatchObject({
    entity: { ...same, phone_number: phone },
  });
});

test.each(ways)(
  "follows the reserved endings at $path, and counts what it bills",
  async ({ path, product, start, none }) => {
    const stage = await startTestSandbox();
    const answer = (ending: string) => ask(stage, `${path}${start}${ending}`);
    const missing = await answer("0000");
    expect([missing.status, missing.text]).toEqual([none, expect.stringMatching(/"error":".+ not found"/)]);
    expect((await answer("0001")).status).toBe(500);
    expect((await answer("0003")).json).toBeUndefined();
    expect((await answer("0008")).status).toBe(402);
    const statuses: number[] = [];
    for (let at = 0; at < 3; at++) statuses.push((await answer("0007")).status);
    expect(statuses).toEqual([429, 429, 200]);
    expect((await answer("0012")).text).not.toContain(`${start}0012`);
    const billed = (ending: string, requestCount: number, times: number) => ({
      product,
      number: start + ending,
      asked: requestCount,
      billed: times,
    });
    expect((await stage.stats()).lookups.byNumber).toEqual(
      expect.arrayContaining([
        billed("0000", 1, 0),
        billed("0001", 1, 0),
        billed("0003", 1, 1),
        billed("0007", 3, 1),
        billed("0008", 1, 0),
        billed("0012", 1, 1),
      ]),
    );
  },
);

test("returns older keys for schema_drift, and another person for wrong_person", async () => {
  const stage = await startTestSandbox();
  await stage.post("/__sandbox/faults", { target: "dojah", kind: "schema_drift", count: 1 });
  const { text } = await ask(stage, "nin/advance?nin=70123456789");
  for (const key of ["surname", "telephone", "picture", "birthdate"]) expect(text).toContain(`"${key}":`);
  for (const key of ["last_name", "phone_number", "photo", "date_of_birth"]) expect(text).not.toContain(`"${key}":`);
  expect(text).toContain('"null"');
  await stage.post("/__sandbox/faults", { target: "dojah", kind: "wrong_person" });
  expect((await ask(stage, "nin/advance?nin=70123456789")).text).not.toContain("70123456789");
});

test.each([
  { why: "without keys", headers: {} },
  { why: "with another secret", headers: { ...keys, Authorization: "another" } },
  { why: "with another application", headers: { ...keys, AppId: "another" } },
])("rejects a call $why with 401", async ({ headers }) => {
  const stage = await startTestSandbox();
  expect((await ask(stage, "nin/advance?nin=70123456789", headers)).status).toBe(401);
});

test.each(["nin/advance?nin=123", "bvn/advance", "phone_number?phone_number=2348031234567"])(
  "rejects the number %s with 400, unbilled",
  async (path) => {
    const stage = await startTestSandbox();
    expect((await ask(stage, path)).status).toBe(400);
    expect((await stage.stats()).lookups.asked).toBe(0);
  },
);
