import { expect, test } from "vitest";
import * as z from "zod/mini";
import { formatField } from "./record-fields.ts";
import { formatBureauCell, formatCell, visibleColumns, humanizeFieldName } from "./record-tables.ts";
import { bureaus } from "./checks/bvn/bureaus.ts";
import { creditHeaderFields, bureauFigureRows, isEmptyCreditRecord } from "./checks/bvn/view.ts";
import { bvnGroups } from "./checks/phone/view.ts";
import { companyFields } from "./checks/company/view.ts";
import { plateGroups, plateStolenCheck } from "./checks/license-number/view.ts";
import { legitCarStolenCheck } from "./checks/legitcar/view.ts";
import { unreportedVehicleFields, vehicleFields } from "./checks/vin/view.ts";
import { companyRecord } from "./checks/company/record.ts";
import { creditRecord } from "./checks/bvn/record.ts";
import { legitCarRecord } from "./checks/legitcar/record.ts";
import type { NamedTexts } from "./named-texts.ts";
import { plateRecord } from "./checks/license-number/record.ts";
import { vehicleRecord } from "./checks/vin/record.ts";

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

const namesOf = (fields: readonly { readonly names: readonly string[] }[]) => fields.flatMap(({ names }) => names);
const words = (line: string) => line.split(" ");

test.each([
  {
    id: "RESULT-EXT-05",
    known: namesOf(bvnGroups.flatMap(({ fields }) => fields)),
    wanted: words(
      "firstName middleName lastName bvn phoneNumber dateOfBirth gender stateOfOrigin lgaOfOrigin maritalStatus levelOfAccount title residentialAddress stateOfResidence lgaOfResidence nameOnCard phoneNumber1 phoneNumber2 nationality registrationDate",
    ),
  },
  {
    id: "RESULT-CREDIT-04",
    known: namesOf(creditHeaderFields),
    wanted: words("name dateOfBirth gender phone bvn address email"),
  },
  {
    id: "RESULT-PLATE-02 RESULT-PLATE-03",
    known: [...namesOf(plateGroups.flatMap(({ fields }) => fields)), "stolen", "stolenReports"],
    wanted: Object.keys(plateRecord.def.shape),
  },
  {
    id: "RESULT-BUSINESS-05",
    // the two ids are internal to the register
    known: [...namesOf(companyFields), "id", "cacid", "approvedName", "shareholders-data"],
    wanted: Object.keys(companyRecord.def.shape),
  },
])("shows every name of the record [$id]", ({ known, wanted }) => {
  expect(known.toSorted()).toEqual(wanted.toSorted());
});

test("has the specified labels in order, and six that are always a dash [RESULT-VIN-03 RESULT-VIN-04]", () => {
  expect(vehicleFields.map(({ label }) => label).join(", ")).toBe(
    "Vin, Year, Made In, Model, Trim, Engine, Make, Style, Msrp, Invoice",
  );
  expect(namesOf(vehicleFields).every((name) => Object.hasOwn(vehicleRecord.def.shape, name))).toBe(true);
  const all = Object.fromEntries(Object.keys(vehicleRecord.def.shape).map((name) => [name, "9"]));
  expect(unreportedVehicleFields.map((field) => formatField(all, field))).toEqual(["-", "-", "-", "-", "-", "-"]);
});

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

test("reads the two stolen checks alike despite their names [C-22 RESULT-LEGITCAR-03]", () => {
  const reports = [{ station: "Ikeja" }];
  const legitCar = z.parse(legitCarRecord, { chasisNumber: "C1", stolen: true, report: reports });
  const nothing = Object.fromEntries(Object.keys(plateRecord.def.shape).map((name) => [name, null]));
  const plate = z.parse(plateRecord, {
    ...nothing,
    license_number: "ABC123DE",
    chassisNumber: "C1",
    stolen: true,
    stolenReports: reports,
  });
  expect(legitCarStolenCheck(legitCar)).toEqual(plateStolenCheck(plate));
});

test("treats a credit record without people, score and bureaus as empty [RESULT-COMMON-07]", () => {
  const none = { asked: ["crc"], "basic-data": [], "FICO-Score": { ficoScore: null } };
  const bureausOf = { "crc-data": null, "firstCentral-data": null, "creditRegistry-data": null };
  expect(isEmptyCreditRecord(z.parse(creditRecord, { ...none, ...bureausOf }))).toBe(true);
  expect(
    isEmptyCreditRecord(z.parse(creditRecord, { ...none, ...bureausOf, "FICO-Score": { ficoScore: "700" } })),
  ).toBe(false);
});
