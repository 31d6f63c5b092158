import type { SearchType } from "@idanimo/contract/catalogue";
import type { ResultPage } from "@idanimo/contract/checks/check-row";
import { bvnGroups } from "@idanimo/contract/checks/phone/view";
import { personGroups } from "@idanimo/contract/checks/person/view";
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
const valuesOf = (groups: typeof personGroups) =>
  Object.fromEntries(
    groups.flatMap(({ fields }) =>
      fields.map(({ names: [name = ""], kind, label }) => [name, kind === "date" ? sampleDate : `${label} ẹọṣ`]),
    ),
  );
const person = { ...valuesOf(personGroups), firstName: "Ọlúwaṣeun", lastName: "ADÉBÁYỌ̀", nin: "70123456789" };
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
  corporation_name: "",
  surname,
  stake,
});
const company = {
  id: "1",
  cacid: "77",
  approvedName: "BRIGHT HOMES AND PROPERTIES LIMITED",
  rcNumber: "123456",
  email: "office@brighthomes.example",
  status: "ACTIVE",
  companyStatus: "ACTIVE",
  address: "12 Allen Avenue, Ikeja, Lagos",
  branchAddress: null,
  state: "LAGOS",
  lga: "IKEJA",
  city: "IKEJA",
  postalCode: "100271",
  code: "RC",
  classificationId: "2",
  registrationDate: "2011-03-02",
};
const noCompany = Object.fromEntries(
  Object.keys(company).map((name) => [name, ["id", "cacid", "approvedName"].includes(name) ? "X" : null]),
);
const vehicle = {
  vin: "1HGBH41JXMN109186",
  year: "2018",
  madeIn: "UNITED STATES",
  model: "Accord",
  trim: "EX-L",
  engine: "2.4L L4 DOHC",
  make: "HONDA",
  style: "SEDAN 4-DR",
  invoice: "$21,400",
  msrp: "$24,150",
  previewImageURL: null,
  pdfUri: null,
  stolen: true,
  history: {
    titles: [{ state: "TX", date: "2019-02-01", meter: "41210", current: "true" }],
    salvageAuctionRecords: [],
  },
};
const allNull = (record: object, kept: Readonly<Record<string, unknown>>) => ({
  ...Object.fromEntries(Object.keys(record).map((name) => [name, null])),
  ...kept,
});
const plate = {
  license_number: "KJA123AB",
  vin: "1HGBH41JXMN109186",
  model: "Accord",
  make: "Honda",
  decision: "Valid",
  reason: "Paid until 2027",
  chassisNumber: "JXMN109186",
  stolen: false,
  stolenReports: [{ station: "Ikeja", date: "2024-01-01" }],
  category: "Private",
  owner_first_name: "Ada",
  owner_middle_name: "N",
  owner_last_name: "Obi",
  owner_address: "12 Allen Avenue, Ikeja",
  owner_lga: "Ikeja",
  owner_state: "Lagos",
  owner_phone: "08030001122",
};
const credit = {
  asked: ["crc", "firstCentral"],
  "basic-data": [
    {
      name: "ADA OBI",
      dateOfBirth: sampleDate,
      gender: "F",
      phone: "08030001122",
      bvn: "22212345678",
      address: "12 Allen Avenue",
      email: "ada@example.test",
    },
  ],
  "FICO-Score": { ficoScore: "702" },
  "crc-data": bureau,
  "firstCentral-data": noFigures,
  "creditRegistry-data": null,
};

const samples: Readonly<Record<Exclude<ResultPage, "answer">, RecordSample>> = {
  person: {
    searchType: "nin",
    value: "70123456789",
    full: person,
    sparse: { firstName: "Ada", nin: "70123456789" },
    empty: { firstName: "null", nin: "" },
  },
  extension: {
    searchType: "phone",
    value: "08030001122",
    full: {
      premblyPhoneVerification: { verificationStatus: "VERIFIED", verificationReference: "ref-1", data: person },
      premblyBvnVerification: {
        verificationStatus: "VERIFIED",
        verificationReference: "ref-2",
        data: { ...valuesOf(bvnGroups), bvn: "22212345678" },
      },
    },
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
    value: vehicle.vin,
    full: vehicle,
    sparse: allNull(vehicle, { vin: "X", history: {} }),
  },
  plate: {
    searchType: "license_number",
    value: plate.license_number,
    full: plate,
    sparse: allNull(plate, { license_number: "X", stolenReports: [] }),
  },
  legitCar: {
    searchType: "legitcar",
    value: vehicle.vin,
    full: { chasisNumber: "JXMN109186", stolen: true, report: [{ station: "Ikeja", date: "2024-01-01" }] },
    sparse: { chasisNumber: "JXMN109186", stolen: false, report: [] },
  },
  labelled: {
    searchType: "bank_account",
    value: "0690000032",
    full: { account_name: "ADA NGỌZI OBI", account_number: "0690000032", bank: "Access Bank" },
    sparse: { account_name: null, account_number: "0690000032", bank: null },
    empty: { account_name: null, account_number: null, bank: "null" },
  },
};
/** One per result page. */
export const recordSamples: readonly RecordSample[] = Object.values(samples);
