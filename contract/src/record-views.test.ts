import { expect, test } from "vitest";
import { cellText } from "./record-views.ts";

test.each([
  { column: "dateAccountOpened", value: "2023-04-01", shown: "April 1, 2023" },
  { column: "dateAccountOpened", value: "2023-13-41", shown: "2023-13-41" },
  { column: "loanAmount", value: "180000", shown: "180,000" },
  { column: "outstandingBalance", value: "1250000.5", shown: "1,250,000.5" },
  { column: "monthly_instalment", value: "007", shown: "7" },
  { column: "loanAmount", value: "about 5000", shown: "about 5000" },
  { column: "accountNumber", value: "0123456789", shown: "0123456789" },
  { column: "loanAmount", value: "null", shown: "-" },
  { column: "status", value: undefined, shown: "-" },
])("RESULT-CREDIT-12 CONST-17 O-23 in a table, $value as $column reads $shown", ({ column, value, shown }) => {
  expect(cellText(column, value)).toBe(shown);
});
