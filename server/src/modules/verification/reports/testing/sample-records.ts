import { catalogueRowOf, type SearchType, searchTypes } from "@idanimo/contract/catalogue";
import type { ResultPage } from "@idanimo/contract/checks/check-row";
import { companyExample } from "@idanimo/contract/checks/company/example";
import { examples } from "@idanimo/contract/checks/details";
import { stakeholderGroups } from "@idanimo/contract/checks/company/view";
import { bureauFigures } from "@idanimo/contract/checks/bvn/record";

/** Sample records of every kind: full, sparse and empty. */

export type RecordSample = {
  readonly searchType: SearchType;
  readonly value: string;
  readonly full: Readonly<Record<string, unknown>>;
  readonly sparse: Readonly<Record<string, unknown>>;
  /** Undefined if a source never returns such a record. */
  readonly empty?: Readonly<Record<string, unknown>>;
};

const sampleDate = "1991-05-04";
const loans = Array.from({ length: 14 }, (_none, at) => ({
  lender: `${["First City", "Access", "Sterling"][at % 3]} Microfinance Bank`,
  loanType: "Personal loan",
  loanAmount: String(180_000 + at * 12_500),
  accountStatus: at % 4 === 0 ? "Delinquent" : "Performing",
  dateOpened: `2024-0${(at % 9) + 1}-17`,
  insertionDate: "HIDDEN",
}));
const wideLoans = loans.slice(0, 3).map((loan, at) => ({
  ...loan,
  ...Object.fromEntries(Array.from({ length: 9 }, (_none, of) => [`detailNumber${of}`, `detail ${at} ${of}`])),
}));
const bureau = {
  summary: Object.fromEntries(bureauFigures.map((figure, at) => [figure, String(at * 52_000)])),
  tables: { loans, repaymentHistory: wideLoans, enquiries: [] },
};
const noFigures = { summary: Object.fromEntries(bureauFigures.map((figure) => [figure, null])), tables: {} };
const notVerified = { verificationStatus: "NOT-VERIFIED", verificationReference: null, data: null };
const stakeholder = (stake: "Director" | "Shareholder", surname: string) => ({
  ...Object.fromEntries(
    stakeholderGroups.flatMap(({ fields }) =>
      fields.map(({ names: [name = ""], kind, label }) => [
        name,
        { date: sampleDate, yes: "true", count: "120000" }[String(kind)] ?? `${label} text`,
      ]),
    ),
  ),
  corporation_name: "Allen Holdings",
  surname,
  stake,
});
const company = companyExample;
const noCompany = Object.fromEntries(
  Object.keys(company).map((name) => [name, ["id", "cacid", "approvedName"].includes(name) ? "X" : null]),
);
const allNull = (record: object, kept: Readonly<Record<string, unknown>>) => ({
  ...Object.fromEntries(Object.keys(record).map((name) => [name, null])),
  ...kept,
});
/** Long tables of one bureau, and another bureau without figures. */
const credit = {
  ...examples.bvn.record,
  asked: ["crc", "firstCentral"],
  "crc-data": bureau,
  "firstCentral-data": noFigures,
};

const samples: Readonly<Record<Exclude<ResultPage, "answer" | "labelled">, RecordSample>> = {
  person: {
    searchType: "nin",
    value: "70123456789",
    full: examples.nin.record,
    sparse: { firstName: "Ada", nin: "70123456789" },
    empty: { firstName: "null", nin: "" },
  },
  extension: {
    searchType: "phone",
    value: "08030001122",
    full: examples.phone.record,
    sparse: {
      premblyPhoneVerification: {
        verificationStatus: "VERIFIED",
        verificationReference: "ref-1",
        data: { firstname: "Ada" },
      },
      premblyBvnVerification: notVerified,
    },
    empty: { premblyPhoneVerification: notVerified, premblyBvnVerification: notVerified },
  },
  credit: {
    searchType: "bvn",
    value: "22212345678",
    full: credit,
    sparse: { ...credit, "basic-data": [], "FICO-Score": { ficoScore: null }, "crc-data": null },
    empty: {
      ...credit,
      "basic-data": [],
      "FICO-Score": { ficoScore: null },
      "crc-data": null,
      "firstCentral-data": null,
    },
  },
  companies: {
    searchType: "rc",
    value: "123456",
    full: {
      companies: [
        { ...company, "shareholders-data": [stakeholder("Shareholder", "OBI"), stakeholder("Director", "BELLO")] },
      ],
    },
    sparse: { companies: [noCompany, { ...noCompany, "shareholders-data": [] }] },
    empty: { companies: [] },
  },
  vehicle: {
    searchType: "vin",
    value: "1HGBH41JXMN109186",
    full: examples.vin.record,
    sparse: allNull(examples.vin.record, { vin: "X", history: {} }),
  },
  plate: {
    searchType: "license_number",
    value: "KJA123AB",
    full: examples.license_number.record,
    sparse: allNull(examples.license_number.record, { license_number: "X", stolenReports: [] }),
  },
  legitCar: {
    searchType: "legitcar",
    value: "1HGBH41JXMN109186",
    full: examples.legitcar.record,
    sparse: { chasisNumber: "JXMN109186", stolen: false, report: [] },
  },
};

/** Every type with a labelled record, by its example. Without the title, and with no value at all. */
const labelledSamples = searchTypes
  .filter((type) => catalogueRowOf(type).resultPage === "labelled")
  .map((searchType): RecordSample => {
    const { search, record } = examples[searchType];
    const [field] = Object.keys(catalogueRowOf(searchType).fields);
    const [, value = ""] = Object.entries(search ?? {}).find(([name]) => name === field) ?? [];
    const last = Object.keys(record).at(-1) ?? "";
    return {
      searchType,
      value: String(value),
      full: record,
      sparse: allNull(record, { [last]: "X" }),
      empty: allNull(record, { [last]: "null" }),
    };
  });

/** One per result page, and one per type with a labelled record. */
export const recordSamples: readonly RecordSample[] = [...Object.values(samples), ...labelledSamples];
