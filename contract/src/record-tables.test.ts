import { describe, expect, test } from "vitest";
import type { NamedTexts } from "./named-texts.ts";
import { formatBureauCell, formatCell, humanizeFieldName, visibleColumns } from "./record-tables.ts";

describe("a table of a record", () => {
  test.each([
    { column: "dateAccountOpened", value: "2023-04-01", shown: "April 1, 2023" },
    { column: "dateAccountOpened", value: "2023-13-41", shown: "2023-13-41" },
    { column: "loanAmount", value: "180000", shown: "180,000" },
    { column: "accountBalance", value: "180000", shown: "180,000" },
    { column: "updated_balance", value: "180000", shown: "180,000" },
    { column: "balanceCount", value: "180000", shown: "180000" },
    { column: "outstandingBalance", value: "1250000.5", shown: "1,250,000.5" },
    { column: "monthly_instalment", value: "007", shown: "7" },
    { column: "loanAmount", value: "about 5000", shown: "about 5000" },
    { column: "accountNumber", value: "0123456789", shown: "0123456789" },
    { column: "loanAmount", value: "null", shown: "-" },
    { column: "status", value: undefined, shown: "-" },
    { column: "numberOfInstalments", value: "1200", shown: "1200" },
  ])("formats $value as $shown in the column $column [RESULT-CREDIT-12 CONST-17 O-23]", ({ column, value, shown }) => {
    expect(formatCell(column, value)).toBe(shown);
  });

  test.each<{ row: NamedTexts; shown: string }>([
    { row: { loanAmount: "180000" }, shown: "₦180,000" },
    { row: { outstandingBalance: "1250000.5" }, shown: "₦1,250,000.50" },
    { row: { overdueAmount: "0" }, shown: "₦0" },
    { row: { monthly_instalment: "007,500.00" }, shown: "₦7,500" },
    { row: { balance: "-20" }, shown: "-₦20" },
    { row: { loanAmount: "180000", currency: "Naira" }, shown: "₦180,000" },
    { row: { loanAmount: "180000", currency: "USD" }, shown: "$180,000.00" },
    { row: { loanAmount: "180000", currencyCode: "GBP" }, shown: "180,000" },
    { row: { loanAmount: "about 5000" }, shown: "about 5000" },
    { row: { loanAmount: "null" }, shown: "-" },
    { row: { daysOverdue: "30" }, shown: "30" },
    { row: { numberOfInstalments: "12" }, shown: "12" },
    { row: { balanceDate: "2023-04-01" }, shown: "April 1, 2023" },
  ])("formats $row as $shown in a bureau's table [RESULT-CREDIT-11 RESULT-CREDIT-12]", ({ row, shown }) => {
    const [column = ""] = Object.keys(row);
    expect(formatBureauCell(column, row)).toBe(shown);
  });

  test("shows every column of any row except two [RESULT-CREDIT-12 RESULT-CREDIT-13]", () => {
    const rows: Record<string, string>[] = [
      { lender: "A", insertionDate: "2026-01-01" },
      { lender: "B", loan_type: "car", lastUpdatedAt: "x" },
    ];
    expect(visibleColumns(rows)).toEqual(["lender", "loan_type"]);
    expect(["totalNoOfLoans", "loan_type", "Loan", "last12Month"].map(humanizeFieldName)).toEqual([
      "Total no of loans",
      "Loan type",
      "Loan",
      "Last 12 month",
    ]);
  });
});
