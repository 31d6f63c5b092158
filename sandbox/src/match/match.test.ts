import { expect, test } from "vitest";
import { requestNin, startTestSandbox, type TestSandbox } from "../testing/test-sandbox.ts";

/** The two partners with the product's own API: the matcher and the register of stolen vehicles. */

const matchKey = { authorization: "Bearer sandbox-match-key" };
const ask = (stage: TestSandbox, path: string, body: unknown, headers: Record<string, string> = matchKey) =>
  stage.post(`/match/v1/${path}`, body, headers);
const ada = { firstname: "Ada", lastname: "Obi", dateOfBirth: "1990-02-03", gender: "f" };

test("finds the same person by a finger as by their NIN", async () => {
  const stage = await startTestSandbox();
  const { status, json } = await ask(stage, "fingerprint", { nin: "70123456789", finger: "iVBOR" });
  expect(status).toBe(200);
  expect(json).toEqual({
    match: true,
    reference: expect.stringMatching(/^fingerprint-\d+$/),
    record: (await requestNin(stage, "70123456789")).json.nin_data,
  });
});

test("finds one person by names and birth date, the same every time", async () => {
  const stage = await startTestSandbox();
  const first = (await ask(stage, "demographics", ada)).json;
  expect(first).toMatchObject({
    match: true,
    record: {
      firstname: "ADA",
      surname: "OBI",
      gender: "f",
      birthdate: "03-02-1990",
      nin: expect.stringMatching(/^\d{11}$/),
    },
  });
  expect((await ask(stage, "demographics", ada)).json).toEqual(first);
  const man = (await ask(stage, "demographics", { ...ada, firstname: "Emeka", gender: "m" })).json;
  expect(man).toMatchObject({ record: { gender: "m", title: "mr" } });
});

test.each([
  { path: "fingerprint", body: { nin: "70123450000", finger: "x" }, status: 200, says: { match: false }, billed: 1 },
  { path: "demographics", body: { ...ada, lastname: "Obi 0000" }, status: 200, says: { match: false }, billed: 1 },
  {
    path: "fingerprint",
    body: { nin: "70123450007", finger: "x" },
    status: 503,
    says: { error: "source_away" },
    billed: 0,
  },
  {
    path: "fingerprint",
    body: { nin: "70123450008", finger: "x" },
    status: 402,
    says: { error: "account_empty" },
    billed: 0,
  },
  { path: "fingerprint", body: { nin: "7012", finger: "x" }, status: 400, says: { error: "nin" }, billed: 0 },
  { path: "fingerprint", body: { nin: "70123456789" }, status: 400, says: { error: "finger" }, billed: 0 },
  {
    path: "demographics",
    body: { ...ada, dateOfBirth: "03/02/1990" },
    status: 400,
    says: { error: "dateOfBirth" },
    billed: 0,
  },
  { path: "demographics", body: { ...ada, gender: "x" }, status: 400, says: { error: "gender" }, billed: 0 },
])("returns $status at $path for $body, billed: $billed", async ({ path, body, status, says, billed }) => {
  const stage = await startTestSandbox();
  const response = await ask(stage, path, { ...body, reference: "item-1" });
  expect([response.status, response.json]).toEqual([status, says]);
  expect((await stage.stats()).lookups.billed).toBe(billed);
});

const stolen = (stage: TestSandbox, chassis: string, key = "sandbox-stolen-key") =>
  stage.call(`/stolen/v1/stolen?chassis=${chassis}`, { headers: { authorization: `Bearer ${key}` } });

test.each([
  { chassis: "2TDEM0A12B3C47777", status: 200, stolen: true, billed: 1 },
  { chassis: "2TDEM0A12B3C45678", status: 200, stolen: false, billed: 1 },
  { chassis: "2TDEM0A12B3C40000", status: 200, stolen: false, billed: 1 },
  { chassis: "2TDEM0A12B3C40007", status: 200, stolen: null, billed: 0 },
  { chassis: "2TDEM0A12B3C40008", status: 402, stolen: undefined, billed: 0 },
])("reports $chassis as stolen: $stolen, billed: $billed", async ({ chassis, status, stolen: word, billed }) => {
  const stage = await startTestSandbox();
  const response = await stolen(stage, chassis);
  expect(response.status).toBe(status);
  if (word !== undefined)
    expect(response.json).toMatchObject({
      chasisNumber: chassis,
      stolen: word,
      report: word ? [{ agency: expect.any(String) }] : [],
    });
  expect((await stage.stats()).lookups).toMatchObject({ asked: 1, billed });
});

test("rejects a wrong key and an invalid chassis number", async () => {
  const stage = await startTestSandbox();
  expect((await stolen(stage, "2TDEM0A12B3C45678", "wrong")).status).toBe(401);
  expect((await stolen(stage, "a-b")).status).toBe(400);
  expect((await ask(stage, "fingerprint", {}, {})).status).toBe(401);
  expect((await stage.stats()).lookups.asked).toBe(0);
});
