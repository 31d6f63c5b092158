import { history } from "@idanimo/contract/history";
import { sources } from "@idanimo/contract/verification";
import { paymentHistory, walletPayment } from "@idanimo/contract/wallet";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { parseTolerantly } from "./parse-tolerantly.ts";

const row = {
  id: "5f0c1a3e-0000-4000-8000-000000000001",
  insertionDate: "2026-11-21T10:00:00Z",
  type: "Passport Profile",
  searchType: "passport",
  searchParameter: "PASSPORT",
  searchValue: "A01234567",
  consent: "paused",
  status: "Paused",
  action: "Answer Later",
  outcome: "POSTPONED",
  deadline: null,
  goneAt: null,
};

describe("parseTolerantly", () => {
  test("keeps unknown enum values of a newer server unchanged [ERR-16]", () => {
    const page = { requests: [row], totalCount: 1, totalSuccessfulCount: 0, totalUnsuccessfulCount: 1, next: null };
    expect(parseTolerantly(history.output, page)).toEqual({ success: true, data: page });
    const found = { sources: [{ searchType: "passport", state: "resting", usualSeconds: null }] };
    expect(parseTolerantly(sources.output, found)).toEqual({ success: true, data: found });
    expect(page.requests[0], "the input is not changed").toBe(row);
  });

  test("still parses the amounts of a row with an unknown enum value [ERR-16]", () => {
    const transaction = {
      id: "1",
      transactionID: "EA00000000000001",
      transactionDate: "2026-11-21T10:00:00Z",
      amount: 5.5,
      currency: "NGN",
      transactionType: "ADJUSTMENT",
      successful: true,
      what: ["passport"],
      balance: 12.5,
    };
    const read = parseTolerantly(paymentHistory.output, { transactions: [transaction], next: null });
    expect(read).toMatchObject({ data: { transactions: [{ amount: 550n, transactionType: "ADJUSTMENT" }] } });
  });

  test.each([
    ["another value for a literal", walletPayment.output, { status: "accepted" }],
    ["a number for an enum value", z.object({ state: z.enum(["up", "down"]) }), { state: 1 }],
    ["a missing enum value", z.object({ state: z.enum(["up", "down"]) }), {}],
    [
      "an unknown enum value beside another error",
      z.object({ state: z.enum(["up", "down"]), at: z.string() }),
      { state: "x" },
    ],
    ["an undefined body", z.object({}), undefined],
  ] as const)("rejects %s [ERR-16]", (_what, schema, body) => {
    expect(parseTolerantly<unknown>(schema, body)).toEqual({ success: false });
  });
});
