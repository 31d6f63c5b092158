import type { CheckExample } from "../check-example.ts";
import type { BureauRecord, CreditRecord } from "./record.ts";
import { bvnLength } from "../../limits.ts";
import type { CheckDetails } from "../check-details.ts";
import type { bvnRow } from "./row.ts";

export const bvnDetails = {
  inputs: {
    bvn: {
      kind: "digits",
      label: "Bank verification number (BVN)",
      hint: `${bvnLength} digits.`,
      length: bvnLength,
      groups: [3, 4, 4],
    },
  },
  optionLabels: { crc: "CRC", firstCentral: "First Central", creditRegistry: "Credit Registry" },
  optionsLegend: { legend: "Credit bureaus", hint: "You pay for each bureau you select." },
} as const satisfies CheckDetails<typeof bvnRow>;

const crcRecord: BureauRecord = {
  summary: {
    highestLoanAmount: "350000",
    totalNoOfInstitutions: "3",
    totalOverdue: "104000",
    totalBorrowed: "780000",
    totalOutstanding: "192500.50",
    totalNoOfLoans: "5",
    totalNoOfActiveLoans: "2",
    totalNoOfDelinquentFacilities: "1",
    maxNoOfDays: "31",
    totalNoOfClosedLoans: "3",
  },
  tables: {
    loans: [
      {
        lender: "Access Microfinance Bank",
        loanType: "Personal loan",
        loanAmount: "180000",
        accountStatus: "Performing",
        dateOpened: "2024-01-17",
      },
    ],
  },
};

export const bvnExample = {
  search: { bvn: "22212345678", crc: true },
  record: {
    asked: ["crc"],
    "basic-data": [
      {
        name: "OLUWASEUN ADEBAYO",
        dateOfBirth: "1991-05-04",
        gender: "f",
        phone: "08030001122",
        bvn: "22212345678",
        address: "12 Allen Avenue",
        email: "seun.adebayo@example.test",
      },
    ],
    "FICO-Score": { ficoScore: "702" },
    "crc-data": crcRecord,
    "firstCentral-data": null,
    "creditRegistry-data": null,
  },
} satisfies CheckExample<CreditRecord>;
