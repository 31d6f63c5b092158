import type { SearchType } from "@idanimo/contract/catalogue";
import { bureauFigures } from "@idanimo/contract/checks/bvn/record";
import { companyRecord, stakeholderFields, stakeholderRecord } from "@idanimo/contract/checks/company/record";
import { plateRecord } from "@idanimo/contract/checks/license-number/record";

/** A kind of result: its page, and a full, a sparse and an empty sample record. */
export type ResultShape = {
  readonly searchType: SearchType;
  readonly route: string;
  readonly full: object;
  /** Most values missing, in each of the ways in which a provider omits them. */
  readonly sparse: object;
  readonly empty: object;
};

/** A PNG of one colour, 64 by 64 pixels. */
export const plainPicture =
  "iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAIAAAAlC+aJAAAAeklEQVR4nO3PUQkAIBTAwBfbOMYxliH8OITBAtzm7PV1wwUNaEEDWtCAFjSgBQ1oQQNa0IAWNKAFDWhBA1rQgBY0oAUNaEEDWtCAFjSgBQ1oQQNa0IAWNKAFDWhBA1rQgBY0oAUNaEEDWtCAFjSgBQ1oQQNa0IAWPHYBm0EBwwUA//0AAAAASUVORK5CYII=";

const person = {
  title: "mr",
  firstName: "Oluwaseun",
  middleName: "Grace",
  lastName: "ADÉBÁYỌ̀-WILLIAMS",
  nin: "70123456789",
  dob: "1991-05-04",
  gender: "f",
  residenceAddress: "24 Adétòkunbọ̀ Adémọ́lá Crescent, off Ajose Adeogun Street, Victoria Island",
  phone: "08031122334",
  maritalStatus: "MARRIED",
  religion: "CHRISTIANITY",
  educationLevel: "TERTIARY",
  profession: "CIVIL ENGINEER",
  email: "oluwaseun.grace.adebayo-williams@mail.example.test",
  originLGA: "Ijebu North",
  originState: "OGUN",
  originPlace: "Ìjẹ̀bú-Igbó",
  birthCountry: "NIGERIA",
  birthState: "LAGOS",
  birthLGA: "Ikeja",
  employmentSatus: "SELF EMPLOYED",
  residenceLGA: "Eti-Osa",
  residenceState: "LAGOS",
  height: "167",
  photo: plainPicture,
};

const alternatePerson = {
  title: "Mallam",
  firstname: "IBRAHIM",
  middlename: "ƙasim",
  surname: "ƁALARABE",
  nin: "70123456780",
  birthDate: "04-05-1971",
  gender: "m",
  telephoneno: "08099887766",
  maritalstatus: "single",
  educationallevel: "secondary",
  birthstate: "KANO",
  birthlga: "Fagge",
  residenceAddress: "3 Zoo Road",
  residenceLga: "Tarauni",
  residenceTown: "KANO",
  residenceState: "KANO",
  employmentstatus: "employed",
  heigth: "180",
  selfOriginState: "KANO",
  selfOriginLga: "Gwale",
  selfOriginPlace: "Gwale",
  nokFirstname: "AISHA",
  nokMiddlename: "Bello",
  nokSurname: "ƁALARABE",
  nokAddress1: "3 Zoo Road",
  nokAddress2: "Flat 2",
  nokTown: "KANO",
  nokState: "KANO",
  nokLga: "Tarauni",
  pfirstname: "UMAR",
  psurname: "ƁALARABE",
  photo: `data:image/png;base64,${plainPicture}`,
  signature: plainPicture,
};

const bankCustomer = {
  firstName: "Ibrahim",
  middleName: "Kasim",
  lastName: "Balarabe",
  bvn: "22200010011",
  phoneNumber: "08099887766",
  dateOfBirth: "1971-05-04",
  gender: "Male",
  stateOfOrigin: "Kano State",
  lgaOfOrigin: "Gwale",
  maritalStatus: "Single",
  levelOfAccount: "Level 2 - Medium Level Accounts",
  title: "Mr",
  residentialAddress: "3 Zoo Road, Kano",
  stateOfResidence: "Kano State",
  lgaOfResidence: "Tarauni",
  nameOnCard: "IBRAHIM K BALARABE",
  phoneNumber1: "08099887766",
  phoneNumber2: "07011112222",
  nationality: "Nigeria",
  registrationDate: "15/11/2014",
};

const vehicle = {
  vin: "1HGCM82633A007777",
  year: "2003",
  madeIn: "United States",
  model: "Accord",
  trim: "EX V6 Coupe 2-Door",
  engine: "3.0L V6 SOHC 24V, 240 hp at 6,250 rpm",
  make: "Honda",
  style: "COUPE 2-DR",
  invoice: "$23,204",
  msrp: "$25,800",
  previewImageURL: null,
  pdfUri: "/api/v2/results/5f0c1a3e-0000-4000-8000-000000000001/source.pdf",
  stolen: false,
  history: {
    titles: [
      { date: "2004-02-11", state: "TX", mileage: "12043", title: "ORIGINAL", current: "No" },
      { date: "2019-08-30", state: "FL", mileage: "143209", title: "SALVAGE", current: "Yes" },
    ],
    accidents: [{ date: "2019-07-02", place: "Miami, FL", damage: "FRONT END, severe; airbags deployed" }],
    liens: [],
  },
};

const plate = {
  license_number: "LAG123AB",
  vin: "1HGCM82633A007777",
  model: "Corolla",
  make: "Toyota",
  decision: "VALID",
  reason: "The papers are in order",
  chassisNumber: "JTDBR32E720012345",
  stolen: true,
  stolenReports: [{ date: "2026-03-02", station: "Ikeja Division", reference: "IKJ/2026/0117", status: "Open" }],
  category: "Private saloon",
  owner_first_name: "Chinẹdu",
  owner_middle_name: "Emeka",
  owner_last_name: "Ọkọrọ",
  owner_address: "9 Bode Thomas Street, Surulere",
  owner_lga: "Surulere",
  owner_state: "Lagos",
  owner_phone: "08055554444",
};

const figures = Object.fromEntries(bureauFigures.map((name, at) => [name, String(180_000 + at * 12_500.5)]));
const bureau = {
  summary: figures,
  tables: {
    creditFacilities: [
      { institution: "Alpha Microfinance", loan_amount: "180000", status: "Performing", insertionDate: "2026-01-01" },
      { institution: "Beta Bank", loan_amount: "52000.50", overdueDays: "31", lastUpdatedAt: "2026-01-02" },
    ],
    enquiries: [],
  },
};
const credit = {
  asked: ["crc", "firstCentral", "creditRegistry"],
  "basic-data": [
    {
      name: "Oluwaseun Adébáyọ̀",
      dateOfBirth: "1991-05-04",
      gender: "Female",
      phone: "08031122334",
      bvn: "22200010011",
      address: "24 Crescent",
      email: "oluwaseun@mail.example.test",
    },
  ],
  "FICO-Score": { ficoScore: "702" },
  "crc-data": bureau,
  "firstCentral-data": bureau,
  "creditRegistry-data": bureau,
};
const noBureau = { "crc-data": null, "firstCentral-data": null, "creditRegistry-data": null };

const filled = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, `Some ${name}`]));
const empty = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, null]));
const company = {
  ...filled(Object.keys(companyRecord.def.shape)),
  approvedName: "ÌDÁNIMỌ̀ TRADING LIMITED",
  rcNumber: "1234567",
  registrationDate: "2011-02-03",
  "shareholders-data": stakeholderRecord.def.shape.stake.options.map((stake) => ({
    stake,
    ...filled(stakeholderFields),
  })),
};

const notQueried = { verificationStatus: "NOT-VERIFIED", verificationReference: null, data: null };

export const resultShapes = {
  person: {
    searchType: "nin",
    route: "/premblyNinResult",
    full: person,
    sparse: { firstName: "", middleName: "null", lastName: "ADEBAYO", dob: "unknown", email: null, photo: "none" },
    empty: { firstName: "null", lastName: "", photo: null },
  },
  "person, other spelling": {
    searchType: "nin",
    route: "/result",
    full: { data: alternatePerson },
    sparse: { data: { surname: "BELLO", nokSurname: "NULL", birthDate: "1980-13-45" } },
    empty: { data: {} },
  },
  extension: {
    searchType: "phone",
    route: "/search-extension",
    full: {
      premblyPhoneVerification: {
        verificationStatus: "VERIFIED",
        verificationReference: "PH-2b7e151628aed2a6abf7158809cf4f3c",
        data: alternatePerson,
      },
      premblyBvnVerification: { verificationStatus: "VERIFIED", verificationReference: "BV-1", data: bankCustomer },
    },
    sparse: {
      premblyPhoneVerification: { ...notQueried, verificationReference: "PH-2" },
      premblyBvnVerification: {
        verificationStatus: "VERIFIED",
        verificationReference: null,
        data: { lastName: "Balarabe", bvn: "22200010011" },
      },
    },
    empty: { data: {} },
  },
  vehicle: {
    searchType: "vin",
    route: "/vehicle",
    full: vehicle,
    sparse: { ...empty(Object.keys(vehicle)), vin: vehicle.vin, make: "null", year: "2003", history: {} },
    empty: {},
  },
  plate: {
    searchType: "license_number",
    route: "/vehicle2",
    full: plate,
    sparse: { ...empty(Object.keys(plateRecord.def.shape)), license_number: "LAG123AB", stolenReports: [] },
    empty: {},
  },
  "legit car": {
    searchType: "legitcar",
    route: "/legit-car",
    full: { chasisNumber: vehicle.vin, stolen: true, report: plate.stolenReports },
    sparse: { chasisNumber: vehicle.vin, stolen: false, report: [] },
    empty: {},
  },
  credit: {
    searchType: "bvn",
    route: "/financial",
    full: credit,
    sparse: {
      asked: ["crc", "firstCentral"],
      "basic-data": [{ name: "Oluwaseun", gender: "null" }],
      "FICO-Score": { ficoScore: null },
      ...noBureau,
      "crc-data": { summary: { ...figures, totalOverdue: null, totalBorrowed: "null" }, tables: {} },
    },
    empty: { asked: ["crc"], "basic-data": [], "FICO-Score": { ficoScore: null }, ...noBureau },
  },
  companies: {
    searchType: "rc",
    route: "/businessName",
    full: { companies: [company, { ...company, id: "2", cacid: "C2", approvedName: "SECOND VENTURES" }] },
    sparse: {
      companies: [
        {
          ...empty(Object.keys(companyRecord.def.shape).filter((name) => name !== "shareholders-data")),
          id: "1",
          cacid: "C1",
          approvedName: "ONLY A NAME",
        },
      ],
    },
    empty: { companies: [] },
  },
} as const satisfies Record<string, ResultShape>;

export const resultShapeNames = Object.keys(resultShapes).filter((name): name is keyof typeof resultShapes =>
  Object.hasOwn(resultShapes, name),
);

export const exampleRequestId = "5f0c1a3e-0000-4000-8000-000000000001";

/** A bureau as the API sends it: its tables are beside the summary. */
const bureauOnWire = (bureau: unknown) => {
  if (typeof bureau !== "object" || bureau === null || !("tables" in bureau) || typeof bureau.tables !== "object")
    return bureau;
  const { tables, ...rest } = bureau;
  return { ...tables, ...rest };
};

/** The fields of a response with a credit record: all but the requested bureaus are beside `consent`. */
export function creditResponseFields(record: object) {
  const { asked, ...beside } = Object.fromEntries(
    Object.entries(record).map(([name, value]) => [name, name.endsWith("-data") ? bureauOnWire(value) : value]),
  );
  return { data: { asked }, ...beside };
}

/** A check-consent response for a readable request. A company record has no expiry and needs no consent. */
export function consentResponse({ searchType }: ResultShape, data: object | null, more: object = {}) {
  const ofPerson = ["nin", "phone", "bvn"].includes(searchType);
  return {
    consent: "granted",
    searchType,
    searchValue: "70123456789",
    message: "View Result",
    error: null,
    outcome: "DELIVERED",
    createdAt: "2026-11-20T09:00:00.000Z",
    decidedAt: ofPerson ? "2026-11-20T10:42:00.000Z" : null,
    decidedBy: ofPerson ? "sms" : null,
    deadline: null,
    goneAt: searchType === "rc" ? null : "2026-11-21T10:42:00.000Z",
    now: "2026-11-20T11:30:00.000Z",
    asked: [],
    reminder: null,
    guardian: null,
    purpose: ofPerson ? "tenancy" : null,
    requester: "Tola Obi",
    withheld: [],
    plateOwner: null,
    nameMatch: null,
    label: null,
    source: "The register of a test",
    ...(searchType === "bvn" && data ? creditResponseFields(data) : { data }),
    ...more,
  };
}
