import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { creditRecord } from "./record.ts";
import { bureaus } from "./bureaus.ts";
import { bureauFigureRows, creditHeaderFields, isEmptyCreditRecord } from "./view.ts";

describe("the view of a credit record", () => {
  test("orders the bureaus First Central, CRC, Credit Registry [RESULT-CREDIT-09]", () => {
    expect(bureaus.map(({ name }) => name)).toEqual(["First Central", "CRC", "Credit Registry"]);
    for (const { member } of bureaus) expect(creditRecord.def.shape).toHaveProperty(member);
  });

  test("formats money with a naira sign and unknown values as a dash [RESULT-CREDIT-10 RESULT-CREDIT-11]", () => {
    const shown = bureauFigureRows({
      highestLoanAmount: "180000",
      totalNoOfInstitutions: "4",
      totalOverdue: "52000.50",
      totalBorrowed: null,
      totalOutstanding: "null",
      totalNoOfLoans: "1200",
      totalNoOfActiveLoans: "0",
      totalNoOfDelinquentFacilities: null,
      maxNoOfDays: "31",
      totalNoOfClosedLoans: "2",
    });
    expect(shown.map(({ value }) => value)).toEqual([
      "₦180,000",
      "4",
      "₦52,000.50",
      "-",
      "-",
      "1200",
      "0",
      "-",
      "31",
      "2",
    ]);
    expect(bureauFigureRows(undefined).every(({ value }) => value === "-")).toBe(true);
  });

  test("shows every name of the subject [RESULT-CREDIT-04]", () => {
    const shown = creditHeaderFields.flatMap(({ names }) => names);
    expect(shown.toSorted()).toEqual("name dateOfBirth gender phone bvn address email".split(" ").toSorted());
  });

  test("treats a credit record without people, score and bureaus as empty [RESULT-COMMON-07]", () => {
    const none = { asked: ["crc"], "basic-data": [], "FICO-Score": { ficoScore: null } };
    const bureausOf = { "crc-data": null, "firstCentral-data": null, "creditRegistry-data": null };
    expect(isEmptyCreditRecord(z.parse(creditRecord, { ...none, ...bureausOf }))).toBe(true);
    expect(
      isEmptyCreditRecord(z.parse(creditRecord, { ...none, ...bureausOf, "FICO-Score": { ficoScore: "700" } })),
    ).toBe(false);
  });
});
