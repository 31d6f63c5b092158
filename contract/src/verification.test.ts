import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { bureauFigures, type CreditRecord, creditRecord } from "./checks/bvn/record.ts";
import { checkConsent, recordFromResponse } from "./verification.ts";

const summary = z.parse(creditRecord.shape["crc-data"], {
  summary: Object.fromEntries(bureauFigures.map((name) => [name, "1"])),
  tables: {},
})?.summary;
if (!summary) throw new Error("no summary");
const record: CreditRecord = {
  asked: ["crc", "firstCentral"],
  "basic-data": [{ name: "Ngozi Obi" }],
  "FICO-Score": { ficoScore: "700" },
  "crc-data": { summary, tables: { loanHistory: [{ lender: "A BANK" }], creditors: [] } },
  "firstCentral-data": null,
  "creditRegistry-data": null,
};
const rest = {
  consent: "granted",
  searchType: "bvn",
  searchValue: "*********11",
  message: "View Result",
  error: null,
  outcome: "DELIVERED",
  createdAt: "2026-11-20T09:00:00.000Z",
  decidedAt: null,
  decidedBy: null,
  deadline: null,
  goneAt: null,
  now: "2026-11-20T09:00:00.000Z",
  asked: [],
  reminder: null,
  guardian: null,
  source: null,
  purpose: "tenancy",
  requester: "Bright Homes Ltd",
  withheld: [],
  label: null,
  nameMatch: null,
  plateOwner: null,
} as const;

describe("checkConsent", () => {
  const { asked, ...beside } = record;
  const wire = z.encode(checkConsent.output, { ...rest, asked: [], withheld: [], data: { asked }, ...beside });

  test("has a credit record beside consent, and a bureau's lists beside its summary [RESULT-CREDIT-02 O-39]", () => {
    expect(wire).toMatchObject({
      consent: "granted",
      data: { asked: ["crc", "firstCentral"] },
      "basic-data": [{ name: "Ngozi Obi" }],
      "FICO-Score": { ficoScore: "700" },
      "firstCentral-data": null,
    });
    expect(wire["crc-data"]).toEqual({ summary, loanHistory: [{ lender: "A BANK" }], creditors: [] });
  });

  test("reads the members as one record [RESULT-CREDIT-02 O-39]", () => {
    const read = z.parse(checkConsent.output, JSON.parse(JSON.stringify(wire)));
    expect(creditRecord.parse(recordFromResponse(read))).toEqual(record);
    expect(recordFromResponse({ ...read, data: null })).toBeNull();
  });

  test("has the record of any other search under data [RESULT-COMMON-03]", () => {
    const read = z.parse(checkConsent.output, { ...rest, searchType: "nin", data: { nin: "1" } });
    expect(recordFromResponse(read)).toEqual({ nin: "1" });
  });

  test("rejects a bureau whose further members are not lists of records [O-39]", () => {
    expect(z.safeParse(checkConsent.output, { ...wire, "crc-data": { summary, loanHistory: "x" } }).success).toBe(
      false,
    );
  });
});
