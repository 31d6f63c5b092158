import {
  bureauFigures,
  type BureauFigure,
  type BureauRecord,
  type CreditRecord,
} from "@idanimo/contract/checks/bvn/record";
import { creditResponseFields } from "./result-shapes.ts";

/** Credit responses that the sandbox does not produce. */

const request = {
  consent: "granted",
  searchType: "bvn",
  searchValue: "*********11",
  message: "View Result",
  error: null,
  outcome: "DELIVERED",
  createdAt: "2026-11-21T10:00:00.000Z",
  decidedAt: "2026-11-21T10:20:00.000Z",
  decidedBy: "sms",
  deadline: null,
  goneAt: null,
  now: "2026-11-21T12:00:00.000Z",
  asked: [],
  guardian: null,
  purpose: "credit",
  requester: "Tola Obi",
  withheld: [],
  plateOwner: null,
  nameMatch: null,
  label: null,
  reminder: null,
  source: "Nigeria Inter-Bank Settlement System (NIBSS) and the credit bureaus",
};

const lenders = ["UNITY SAVINGS BANK", "PALMWINE MICROFINANCE", "HARMATTAN CREDIT", "MARKET WOMEN COOPERATIVE"];
const loans = (count: number) =>
  Array.from({ length: count }, (_none, at) => ({
    loanProvider: lenders[at % lenders.length] ?? "",
    accountNumber: `XXXXXX${1_000 + at}`,
    loanAmount: String(50_000 + at * 1_000),
    status: at % 2 === 0 ? "OPEN" : "CLOSED",
    dateAccountOpened: "2023-04-01",
    lastUpdatedAt: "2025-01-01",
    insertionDate: "2025-01-01",
  }));

const figures = (values: Partial<Record<BureauFigure, string>>) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one entry for each figure, created here
  Object.fromEntries(bureauFigures.map((figure) => [figure, values[figure] ?? null])) as BureauRecord["summary"];
const known = {
  highestLoanAmount: "1250000",
  totalNoOfInstitutions: "4",
  totalOverdue: "52000.50",
  totalBorrowed: "3480000",
  totalOutstanding: "610000",
  totalNoOfLoans: "9",
  totalNoOfActiveLoans: "2",
  totalNoOfDelinquentFacilities: "1",
  maxNoOfDays: "31",
  totalNoOfClosedLoans: "7",
};
const person = {
  name: "ADEBAYO OLUWASEUN GRACE",
  dateOfBirth: "1991-05-04",
  gender: "f",
  phone: "08031114567",
  bvn: "22200010011",
  address: "12 BROAD STREET, LAGOS ISLAND, LAGOS",
  email: "oluwaseun.adebayo.of.lagos.island@mail.example",
};

const full: CreditRecord = {
  asked: ["crc", "firstCentral", "creditRegistry"],
  "basic-data": [person, { ...person, address: "12 BROAD ST" }, { ...person, phone: "null" }],
  "FICO-Score": { ficoScore: "702" },
  "crc-data": {
    summary: figures(known),
    tables: { creditors: [{ Name: "UNITY SAVINGS BANK", Phone: "" }], creditEnquiries: [], loanHistory: loans(1_000) },
  },
  "firstCentral-data": { summary: figures({ ...known, totalOverdue: "0" }), tables: { loanHistory: loans(5) } },
  "creditRegistry-data": { summary: figures({}), tables: { loanHistory: [] } },
};
const empty: CreditRecord = {
  asked: ["crc"],
  "basic-data": [],
  "FICO-Score": { ficoScore: null },
  "crc-data": null,
  "firstCentral-data": null,
  "creditRegistry-data": null,
};
const records = {
  full,
  beyond: { ...full, "FICO-Score": { ficoScore: "1240" } },
  sparse: {
    ...empty,
    asked: ["crc", "firstCentral"],
    "basic-data": [{ name: "ADEBAYO" }],
    "crc-data": { summary: figures({ totalNoOfLoans: "0" }), tables: { loanHistory: [] } },
  },
  empty,
} satisfies Record<string, CreditRecord>;

/** The response for one request with a sample record. */
export const creditResponse = (kind: keyof typeof records) => ({ ...request, ...creditResponseFields(records[kind]) });
