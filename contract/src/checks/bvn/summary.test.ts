import { describe, expect, test } from "vitest";
import { isLoanTable, isRepeatedIn, loansOf } from "./loans.ts";
import { bureauFigures, type BureauRecord, type CreditRecord } from "./record.ts";
import { describeBureaus, formatKobo, summariseCredit } from "./summary.ts";

const loan = (more: Record<string, string> = {}) => ({
  loanProvider: "UNITY SAVINGS BANK",
  accountNumber: "XXXXXX1234",
  type: "PERSONAL LOAN",
  loanAmount: "500000",
  outstandingBalance: "100000",
  overdueAmount: "0",
  status: "OPEN",
  performanceStatus: "PERFORMING",
  dateAccountOpened: "2022-03-04",
  ...more,
});
const late = loan({ accountNumber: "XXXXXX9999", outstandingBalance: "40000", overdueAmount: "10000" });
const bureau = (tables: BureauRecord["tables"], figures: Partial<BureauRecord["summary"]> = {}): BureauRecord => ({
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one entry for each figure, created here
  summary: { ...Object.fromEntries(bureauFigures.map((name) => [name, null])), ...figures } as BureauRecord["summary"],
  tables,
});
const credit = (parts: Partial<CreditRecord>): CreditRecord => ({
  asked: ["crc", "firstCentral", "creditRegistry"],
  "basic-data": [],
  "FICO-Score": { ficoScore: null },
  "crc-data": null,
  "firstCentral-data": null,
  "creditRegistry-data": null,
  ...parts,
});

describe("summariseCredit", () => {
  const record = credit({
    "crc-data": bureau({ loanHistory: [loan(), late], loanPerformance: [loan()], creditEnquiries: [{ reason: "A" }] }),
    "firstCentral-data": bureau({
      loans: [loan({ loanProvider: "Unity Savings Bank", dateAccountOpened: "04/03/2022" })],
      creditEnquiries: [{ reason: "A" }, { reason: "B" }],
    }),
  });

  test("counts a loan that several tables and bureaus report once", () => {
    const { loans, ...sums } = summariseCredit(record);
    expect(sums).toEqual({
      withRecord: 2,
      asked: 3,
      outstanding: 140_000_00n,
      overdue: 10_000_00n,
      delinquent: 1,
      enquiries: 2,
    });
    expect(loans.map(({ reportedBy }) => reportedBy)).toEqual([["CRC"], ["First Central", "CRC"]]);
  });

  test("puts the delinquent loan first", () => {
    expect(loansOf(record).map(({ isDelinquent }) => isDelinquent)).toEqual([true, false]);
  });

  test("keeps equal rows of one table as different loans", () => {
    expect(loansOf(credit({ "crc-data": bureau({ loans: [loan(), loan()] }) }))).toHaveLength(2);
  });

  test("is never below what a bureau says, and unknown without loans and figures", () => {
    const figures = { totalOutstanding: "610000", totalOverdue: "5", totalNoOfDelinquentFacilities: "3" };
    expect(summariseCredit(credit({ "crc-data": bureau({ loanHistory: [loan(), late] }, figures) }))).toMatchObject({
      outstanding: 610_000_00n,
      overdue: 10_000_00n,
      delinquent: 3,
    });
    expect(summariseCredit(credit({ "crc-data": bureau({}) }))).toMatchObject({
      outstanding: undefined,
      overdue: undefined,
      delinquent: undefined,
      enquiries: undefined,
    });
  });

  test("does not add amounts of another currency", () => {
    const record = credit({ "crc-data": bureau({ loans: [loan(), loan({ currency: "USD", accountNumber: "1" })] }) });
    expect(summariseCredit(record).outstanding).toBe(100_000_00n);
    expect(loansOf(record).map(({ balance }) => balance?.text)).toEqual(["₦100,000", "$100,000.00"]);
  });
});

test.each([
  { performanceStatus: "DELINQUENT", isDelinquent: true },
  { performanceStatus: "Non-performing", isDelinquent: true },
  { performanceStatus: "PERFORMING", isDelinquent: false },
  { performanceStatus: "LOST", isDelinquent: true },
])("a loan that is $performanceStatus is delinquent: $isDelinquent", ({ performanceStatus, isDelinquent }) => {
  const [found] = loansOf(credit({ "crc-data": bureau({ loans: [loan({ performanceStatus })] }) }));
  expect(found?.isDelinquent).toBe(isDelinquent);
});

test("isLoanTable tells loans from creditors and enquiries", () => {
  expect(isLoanTable("loanHistory", [loan()])).toBe(true);
  expect(isLoanTable("creditors", [{ Name: "UNITY SAVINGS BANK", Phone: "" }])).toBe(false);
  expect(isLoanTable("creditEnquiries", [{ loanProvider: "UNITY", loanAmount: "5" }])).toBe(false);
  expect(isLoanTable("loanHistory", [])).toBe(false);
});

test("describes amounts and bureaus", () => {
  expect([formatKobo(5_200_050n), formatKobo(undefined)]).toEqual(["₦52,000.50", "-"]);
  expect(describeBureaus({ withRecord: 1, asked: 1 })).toBe("Record at 1 of 1 bureau");
  expect(describeBureaus({ withRecord: 2, asked: 3 })).toBe("Record at 2 of 3 bureaus");
});

test("isRepeatedIn tells whether another table has all loans of a table", () => {
  expect(isRepeatedIn([loan()], [loan(), late])).toBe(true);
  expect(isRepeatedIn([loan(), late], [loan()])).toBe(false);
});
