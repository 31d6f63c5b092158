import { expect, test } from "vitest";
import { startTestSandbox, type TestSandbox } from "../testing/test-sandbox.ts";

const keys = { appid: "sandbox-dojah-app-id", authorization: "sandbox-dojah-secret-key" };
const ask = (stage: TestSandbox, bvn: string) =>
  stage.call(`/dojah/api/v1/credit_bureau?bvn=${bvn}`, { headers: keys });

test("returns all three bureaus in one billed response, every value and table by source", async () => {
  const stage = await startTestSandbox();
  const { status, json } = await ask(stage, "22200001111");
  expect(status).toBe(200);
  const fromAll = ["CRC", "FIRST_CENTRAL", "CREDIT_REGISTRY"].map((source) => ({ source, value: expect.anything() }));
  expect(json).toMatchObject({
    entity: {
      bvn: "22200001111",
      dateOfBirth: expect.stringMatching(/^\d\d\/\d\d\/\d{4}$/),
      score: {
        totalNoOfLoans: fromAll,
        maxNoOfDays: fromAll,
        loanHistory: fromAll,
        bureauStatus: { crc: "success", firstCentral: "success", creditRegistry: "success" },
      },
    },
  });
  expect((await stage.stats()).lookups.byNumber).toEqual([
    { product: "dojah_credit", number: "22200001111", asked: 1, billed: 1 },
  ]);
});

test("returns two of the three bureaus for a BVN ending 0011", async () => {
  const stage = await startTestSandbox();
  const { json, text } = await ask(stage, "22200000011");
  expect(json).toHaveProperty("entity.score.bureauStatus", {
    crc: "success",
    firstCentral: "no_record",
    creditRegistry: "success",
  });
  expect(text).not.toContain('"FIRST_CENTRAL"');
});

test.each([
  { bvn: "22200000000", status: 404 },
  { bvn: "22200000007", status: 429 },
  { bvn: "22200000008", status: 402 },
  { bvn: "222", status: 400 },
])("returns $status with an error for the BVN $bvn, unbilled", async ({ bvn, status }) => {
  const stage = await startTestSandbox();
  const response = await ask(stage, bvn);
  expect([response.status, response.json]).toEqual([status, { error: expect.any(String) }]);
  expect((await stage.stats()).lookups).toMatchObject({ billed: 0 });
});
