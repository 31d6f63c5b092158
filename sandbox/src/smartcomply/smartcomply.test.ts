import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { startTestSandbox, type TestSandbox } from "../testing/test-sandbox.ts";
import { bureaus, creditHistoryOf, figuresOf } from "./credit-history.ts";

const key = { "x-access-token": "sandbox-smartcomply-access-token" };
const ask = (stage: TestSandbox, call: string, bvn: string, headers: Record<string, string> = key) =>
  stage.post(`/smartcomply/api/onboarding/individual/${call}/`, { bvn }, headers);
const bvn = "22200001111";

test("returns a summary with the published envelope, header and values", async () => {
  const stage = await startTestSandbox();
  const { status, json } = await ask(stage, "credit_registry_summary", bvn);
  expect(status).toBe(200);
  expect(json).toMatchObject({
    status: "success",
    message: "ok",
    data: {
      _id: expect.stringMatching(/^[0-9a-f]{24}$/),
      bvn,
      name: expect.any(String),
      gender: expect.stringMatching(/^(Fem|M)ale$/),
      dateOfBirth: expect.stringMatching(/^\d\d\/\d\d\/\d{4}$/),
      score: {
        totalNoOfLoans: expect.any(Number),
        highestLoanAmount: expect.any(Number),
        lastReportedDate: "31-JAN-2026",
      },
    },
  });
  expect(json.data).not.toHaveProperty("score.maxNoOfDays");
  expect(json.data).not.toHaveProperty("score.loanHistory");
});

test("has one inconsistency per bureau: an old envelope, text with commas, false for empty", async () => {
  const stage = await startTestSandbox();
  expect((await ask(stage, "crc_full", bvn)).json).toMatchObject({
    success: true,
    statusCode: 200,
    response_code: "00",
  });
  const central = (await ask(stage, "first_central_full", bvn)).json;
  expect(central).toHaveProperty("data.score.highestLoanAmount", expect.stringMatching(/^\d{1,3}(,\d{3})+$/));
  const lists = await Promise.all(
    Array.from({ length: 8 }, (_, at) => ask(stage, "credit_registry_full", `2220000112${at}`)),
  );
  const kinds = lists.map(({ text }) => /"creditEnquiries":(false|\[\{)/.exec(text)?.[1]);
  expect(new Set(kinds)).toEqual(new Set(["false", "[{"]));
});

test("scores CRC by FICO and First Central by its own; values agree with the loans", async () => {
  const stage = await startTestSandbox();
  const { json } = await ask(stage, "credit_scores_crc", bvn);
  expect(json).toHaveProperty("data.score.ficoScore.rating", expect.stringMatching(/^(VERY GOOD|GOOD|FAIR|POOR)$/));
  const central = (await ask(stage, "credit_scores_first_central", bvn)).json;
  expect(central).toHaveProperty("data.score.totalConsumerScore", expect.stringMatching(/^\d{3}$/));
  expect(central).not.toHaveProperty("data.score.ficoScore");
  for (const bureau of bureaus) {
    const credit = creditHistoryOf(bvn, bureau, undefined, 0);
    const figures = figuresOf(credit);
    expect(figures.totalNoOfLoans).toBe(credit.loans.length);
    expect(figures.totalNoOfActiveLoans + figures.totalNoOfClosedLoans).toBe(figures.totalNoOfLoans);
    expect(figures.totalOutstanding).toBeLessThanOrEqual(figures.totalBorrowed);
    expect(creditHistoryOf(bvn, bureau, undefined, 0)).toEqual(credit);
  }
});

test("has the CRC scores that docs/sandbox.md lists", () => {
  const document = readFileSync(new URL("../../../docs/sandbox.md", import.meta.url), "utf8");
  const rows = [...document.matchAll(/^\| `(\d{11})` \| (\d{3}|none) /gmu)];
  expect(rows).toHaveLength(6);
  for (const [, listed = "", score] of rows)
    expect(String(creditHistoryOf(listed, "crc", undefined, 0).ficoScore ?? "none")).toBe(score);
});

test.each([
  { call: "crc_full", ending: "0000", status: 404, billed: 0 },
  { call: "credit_registry_full", ending: "0000", status: 400, billed: 0 },
  { call: "crc_full", ending: "0001", status: 500, billed: 0 },
  { call: "crc_full", ending: "0007", status: 429, billed: 0 },
  { call: "crc_full", ending: "0008", status: 402, billed: 0 },
  { call: "crc_full", ending: "0011", status: 200, billed: 1 },
  { call: "first_central_full", ending: "0011", status: 400, billed: 0 },
  { call: "credit_scores_first_central", ending: "0011", status: 400, billed: 0 },
  { call: "credit_scores_crc", ending: "0001", status: 200, billed: 1 },
  { call: "crc_full", ending: "0014", status: 200, billed: 1 },
  { call: "credit_scores_crc", ending: "0014", status: 404, billed: 0 },
])("returns $status at $call for a BVN ending $ending, billed: $billed", async ({ call, ending, status, billed }) => {
  const stage = await startTestSandbox();
  const number = `2220000${ending}`;
  expect((await ask(stage, call, number)).status).toBe(status);
  expect((await stage.stats()).lookups.byNumber).toEqual([{ product: call, number, asked: 1, billed }]);
});

test("returns another person for a BVN ending 0012, the same in tables and score", async () => {
  const stage = await startTestSandbox();
  const [full, score] = [
    await ask(stage, "crc_full", "22200000012"),
    await ask(stage, "credit_scores_crc", "22200000012"),
  ];
  const of = (text: string) => /"bvn":"(\d{11})"/.exec(text)?.[1];
  expect(of(full.text)).toMatch(/^\d{11}$/);
  expect(of(full.text)).not.toBe("22200000012");
  expect(of(score.text)).toBe(of(full.text));
});

test("rejects a wrong token with 401 and a wrong BVN with 400, without a lookup", async () => {
  const stage = await startTestSandbox();
  expect((await ask(stage, "crc_full", bvn, {})).json).toEqual({
    status: "failed",
    data: [],
    message: "Authentication credentials were not provided.",
  });
  expect((await ask(stage, "crc_full", "2220")).status).toBe(400);
  expect((await stage.stats()).lookups.asked).toBe(0);
  expect((await stage.stats()).calls).toMatchObject({ smartcomply: 2 });
});
