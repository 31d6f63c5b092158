import { expect, test } from "vitest";
import * as z from "zod/mini";
import {
  companyRecord,
  creditRecord,
  extensionRecord,
  legitCarRecord,
  plateRecord,
  vehicleRecord,
} from "@idanimo/contract/records";
import {
  basicFields,
  bureaus,
  bvnGroups,
  columnsOf,
  companyFields,
  figuresOf,
  isEmptyCredit,
  plateGroups,
  stolenOfLegitCar,
  stolenOfPlate,
  unknownVehicleFields,
  vehicleFields,
  wordsOf,
} from "@idanimo/contract/record-views";
import { openable } from "./kinds.ts";
import { shownValue } from "@idanimo/contract/record-fields";
import { recordIn } from "./rules.ts";

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
    known: namesOf(basicFields),
    wanted: words("name dateOfBirth gender phone bvn address email"),
  },
  {
    id: "RESULT-PLATE-02 RESULT-PLATE-03",
    known: [...namesOf(plateGroups.flatMap(({ fields }) => fields)), "stolen", "stolenReports"],
    wanted: Object.keys(plateRecord.def.shape),
  },
  {
    id: "RESULT-BUSINESS-05",
    // the two ids are the register's own and say nothing to a reader
    known: [...namesOf(companyFields), "id", "cacid", "approvedName", "shareholders-data"],
    wanted: Object.keys(companyRecord.def.shape),
  },
])("$id every name of the record has its place", ({ known, wanted }) => {
  expect(known.toSorted()).toEqual(wanted.toSorted());
});

test("RESULT-VIN-03 RESULT-VIN-04 the grid has the specification's labels in its order, and six that are always a dash", () => {
  expect(vehicleFields.map(({ label }) => label).join(", ")).toBe(
    "Vin, Year, Made In, Model, Trim, Engine, Make, Style, Msrp, Invoice",
  );
  expect(namesOf(vehicleFields).every((name) => Object.hasOwn(vehicleRecord.def.shape, name))).toBe(true);
  const all = Object.fromEntries(Object.keys(vehicleRecord.def.shape).map((name) => [name, "9"]));
  expect(unknownVehicleFields.map((field) => shownValue(all, field))).toEqual(["-", "-", "-", "-", "-", "-"]);
});

test("RESULT-CREDIT-09 the bureaus stand as First Central, CRC, Credit Registry", () => {
  expect(bureaus.map(({ name }) => name)).toEqual(["First Central", "CRC", "Credit Registry"]);
  for (const { member } of bureaus) expect(creditRecord.def.shape).toHaveProperty(member);
});

test("RESULT-CREDIT-10 RESULT-CREDIT-11 of ten figures money has a naira sign and separators, what is unknown is a dash", () => {
  const shown = figuresOf({
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
  expect(figuresOf(undefined).every(({ value }) => value === "-")).toBe(true);
});

test("RESULT-CREDIT-12 RESULT-CREDIT-13 a table shows every column any row has, but two", () => {
  const rows: Record<string, string>[] = [
    { lender: "A", insertionDate: "2026-01-01" },
    { lender: "B", loan_type: "car", lastUpdatedAt: "x" },
  ];
  expect(columnsOf(rows)).toEqual(["lender", "loan_type"]);
  expect(["totalNoOfLoans", "loan_type", "Loan"].map(wordsOf)).toEqual(["Total no of loans", "Loan type", "Loan"]);
});

test("C-22 RESULT-LEGITCAR-03 the two stolen checks read alike although their names differ", () => {
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
  expect(stolenOfLegitCar(legitCar)).toEqual(stolenOfPlate(plate));
});

test("RESULT-COMMON-07 a credit record without people, score and bureaus is none; a record of two refused parts is one", () => {
  const none = { asked: ["crc"], "basic-data": [], "FICO-Score": { ficoScore: null } };
  const bureausOf = { "crc-data": null, "firstCentral-data": null, "creditRegistry-data": null };
  expect(isEmptyCredit(z.parse(creditRecord, { ...none, ...bureausOf }))).toBe(true);
  expect(isEmptyCredit(z.parse(creditRecord, { ...none, ...bureausOf, "FICO-Score": { ficoScore: "700" } }))).toBe(
    false,
  );
  const part = { verificationStatus: "NOT-VERIFIED", verificationReference: null, data: null };
  const extension = { premblyPhoneVerification: part, premblyBvnVerification: part };
  expect(z.safeParse(extensionRecord, recordIn(extension)).success).toBe(true);
  expect(recordIn({ companies: [] })).toBeUndefined();
});

test.each([
  { address: "/api/v2/results/5f0c1a3e-0000-4000-8000-000000000001/source.pdf", opens: true },
  { address: "/api/v2/results/../../login", opens: false },
  { address: "/api/v2/results/1/source.pdf?next=//evil.example", opens: false },
  { address: "/api/v2//evil.example", opens: false },
  { address: "/sms#YES", opens: false },
  { address: "https://reports.example/1.pdf", opens: false },
  { address: "//evil.example/api/v2/1", opens: false },
  { address: "/\\evil.example", opens: false },
  { address: "javascript:alert(1)", opens: false },
  { address: "", opens: false },
  { address: null, opens: false },
])("RESULT-VIN-05 T-56 T-60 a record leads to a file of our own and nowhere else: $address", ({ address, opens }) => {
  expect(openable(address)).toBe(opens ? address : undefined);
});
