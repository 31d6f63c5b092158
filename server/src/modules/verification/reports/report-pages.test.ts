import { bureauFigures } from "@idanimo/contract/checks/bvn/record";
import { catalogueRowOf, type SearchType } from "@idanimo/contract/catalogue";
import { describe, expect, test } from "vitest";
import { drawDocument } from "../../../documents/index.ts";
import { type ParsedPdf, parsePdf } from "../../../documents/testing/parse-pdf.ts";
import { buildReport } from "./report-document.ts";
import { recordSamples } from "./testing/sample-records.ts";

const at = new Date("2026-11-27T09:42:00Z");

async function drawReport(searchType: SearchType, value: string, record: object): Promise<ParsedPdf> {
  const isOfPerson = catalogueRowOf(searchType).consent;
  const document = buildReport(
    {
      code: "23456-789AB-CDEFG-HJKMN",
      requestId: "a3f122c9-77de-4b01-9c55-0e1a77aab2c3",
      searchType,
      value,
      requester: { name: "Ada Obi", businessName: "Bright Homes Ltd" },
      purpose: isOfPerson ? { code: "tenancy", note: undefined } : undefined,
      requestedAt: at,
      decidedAt: isOfPerson ? at : null,
      decidedBy: isOfPerson ? "sms" : null,
      goneAt: catalogueRowOf(searchType).retention === "register" ? null : new Date(at.getTime() + 86_400_000),
      madeAt: at,
      source: "National Identity Management Commission (NIMC)",
      record: { ...record },
      question: undefined,
      withheld: [],
      nameMatch: undefined,
      label: "Flat 3: Chinedu",
    },
    "https://idanimo.example",
  );
  return parsePdf(await drawDocument(document, at));
}

const contentOf = (page: ParsedPdf["pages"][number] | undefined): string =>
  (page ?? [])
    .filter(({ tag }) => tag !== "Artifact")
    .map(({ text }) => text)
    .join(" ");

/** Seven loans as each of three bureaus reports them, with the columns of the wire. */
const loans = Array.from({ length: 7 }, (_none, at) => ({
  loanProvider: ["UNITY SAVINGS BANK", "PALMWINE MICROFINANCE", "MARKET WOMEN COOPERATIVE"][at % 3] ?? "",
  accountNumber: `XXXXXX${1_000 + at}`,
  type: at % 2 === 0 ? "PERSONAL LOAN" : "SALARY ADVANCE",
  loanAmount: String(1_250_000 + at * 1_000),
  outstandingBalance: String(at * 100_000),
  overdueAmount: at === 6 ? "25000" : "0",
  loanDuration: "12 MONTHS",
  repaymentFrequency: "MONTHLY",
  status: at === 0 ? "CLOSED" : "OPEN",
  performanceStatus: at === 6 ? "DELINQUENT" : "PERFORMING",
  dateAccountOpened: "2022-03-04",
  lastUpdatedAt: "2025-01-01",
  insertionDate: "2025-01-01",
}));
const bureau = {
  summary: Object.fromEntries(bureauFigures.map((figure, at) => [figure, String(at * 52_000)])),
  tables: {
    creditors: loans.slice(0, 3).map(({ loanProvider }) => ({ Name: loanProvider, Phone: "", Address: "Lagos" })),
    creditEnquiries: [{ loanProvider: "HARMATTAN CREDIT", reason: "NEW EMPLOYMENT", date: "2025-02-03" }],
    loanPerformance: loans.slice(1),
    loanHistory: loans,
  },
};
const person = {
  name: "GRACE TITILAYO ADEBAYO",
  dateOfBirth: "1991-05-04",
  gender: "Female",
  phone: "08031122334",
  bvn: "22200010011",
  address: "24 ADETOKUNBO ADEMOLA CRESCENT, VICTORIA ISLAND, LAGOS",
  email: "grace.adebayo@mail.example",
};
const credit = {
  asked: ["crc", "firstCentral", "creditRegistry"],
  "basic-data": [person, person, { ...person, address: "24 ADEMOLA", phone: "07011112222" }],
  "FICO-Score": { ficoScore: "702" },
  "crc-data": bureau,
  "firstCentral-data": bureau,
  "creditRegistry-data": bureau,
};

describe("page 1 of a report", () => {
  test.each(recordSamples)("has verdict, purpose, requester, expiry and QR code: $searchType", async (sample) => {
    const { searchType } = sample;
    const { pages, elements } = await drawReport(searchType, sample.value, sample.full);
    const first = contentOf(pages[0]);
    const isStolen = ["vin", "legitcar"].includes(searchType);
    for (const part of [
      isStolen ? "Reported stolen" : "Record found",
      "Requested by Bright Homes Ltd (Ada Obi)",
      "Label Flat 3: Chinedu",
      catalogueRowOf(searchType).retention === "register"
        ? "Public record, does not expire"
        : "Ends on November 28, 2026",
      "23456-789AB",
      "Is this report genuine?",
      ...(catalogueRowOf(searchType).consent ? ["Purpose Renting a home"] : []),
    ])
      expect(first).toContain(part);
    expect(elements).toContain("Figure");
  });

  test.each([
    { searchType: "nin", subject: "Ọlúwaṣeun" },
    { searchType: "rc", subject: "Bright Homes and Properties Limited" },
    { searchType: "bvn", subject: "Oluwaseun Adebayo" },
    { searchType: "vin", subject: "2018 HONDA Accord" },
    { searchType: "bank_account", subject: "Ada Ngọzi Obi" },
  ] as const)("has the subject as its heading: $subject", async ({ searchType, subject }) => {
    const sample = recordSamples.find((one) => one.searchType === searchType);
    const { pages } = await drawReport(searchType, sample?.value ?? "", sample?.full ?? {});
    expect(pages[0]?.find(({ tag }) => tag === "H1")?.text).toContain(subject);
  });

  test.each([
    { searchType: "nin", warns: true },
    { searchType: "license_number", warns: true }, // with the owner's values
    { searchType: "rc", warns: false },
    { searchType: "vin", warns: false },
  ] as const)("warns about personal data only where there is some: $searchType", async ({ searchType, warns }) => {
    const sample = recordSamples.find((one) => one.searchType === searchType);
    const { spokenText } = await drawReport(searchType, sample?.value ?? "", sample?.full ?? {});
    expect(spokenText.includes("contains personal data")).toBe(warns);
  });
});

describe("the length of a report", () => {
  test("is at most 2 pages for a full NIN record", async () => {
    const [nin] = recordSamples;
    const { pages } = await drawReport("nin", nin?.value ?? "", nin?.full ?? {});
    expect(pages.length).toBeLessThanOrEqual(2);
  });

  test("is at most 5 pages for 7 loans at 3 bureaus, and each row is there once", async () => {
    const { pages, spokenText } = await drawReport("bvn", person.bvn, credit);
    expect(pages.length).toBeLessThanOrEqual(5);
    for (const { accountNumber } of loans) expect(spokenText.split(accountNumber)).toHaveLength(2);
    expect(spokenText).toContain("Loan performance: 6 of the rows in Loan history, with the same values.");
    expect(spokenText).toContain("March 4, 2022 All bureaus");
    expect(spokenText.indexOf("XXXXXX1006")).toBeLessThan(spokenText.indexOf("XXXXXX1000")); // delinquent first
    expect(spokenText).not.toContain(": 1 of 7"); // a table, not a list
    expect(spokenText.split("0701 111 2222")).toHaveLength(2); // an entry of a bureau that differs
    expect(spokenText.split("0803 112 2334")).toHaveLength(2);
  });

  test.each(recordSamples)("leaves no last page with a single paragraph: $searchType", async (sample) => {
    const { pages } = await drawReport(sample.searchType, sample.value, sample.full);
    const own = (pages.at(-1) ?? []).filter(({ tag }) => tag !== "Artifact");
    expect(own.length).toBeGreaterThan(4);
  });
});
