import { formatCount } from "./date-format.ts";
import { currencies, formatMoney, parseMinor, money } from "./money.ts";
import { formatRegisterDay, type RecordField, type RecordGroup, nonEmptyText } from "./record-fields.ts";
import {
  type BureauFigure,
  type BureauRecord,
  bureauFigures,
  type CreditRecord,
  type LegitCarRecord,
  type NamedTexts,
  type PlateRecord,
  type StakeholderField,
} from "./records.ts";

/** Fields of each kind of record, their order and labels, by their wire names. */

/**
 * A person of the identity register, in both wire shapes [RESULT-NIN-03 RESULT-NIN-04 RESULT-NIN-05 RESULT-NIN-06].
 */
export const personGroups: readonly RecordGroup[] = [
  {
    title: "Who they are",
    fields: [
      { label: "Title", names: ["title"], kind: "words" },
      { label: "First name", names: ["firstName", "firstname"] },
      { label: "Middle name", names: ["middleName", "middlename"] },
      { label: "Last name", names: ["lastName", "surname"] },
      { label: "NIN", names: ["nin"], kind: "digits" },
      { label: "Date of birth", names: ["dob", "birthDate", "birthdate"], kind: "date" },
      { label: "Gender", names: ["gender"], kind: "gender" },
      { label: "Marital status", names: ["maritalStatus", "maritalstatus"], kind: "words" },
      { label: "Religion", names: ["religion"], kind: "words" },
      { label: "Height", names: ["height", "heigth"], kind: "height" },
    ],
  },
  {
    title: "Where to reach them",
    fields: [
      { label: "Phone", names: ["phone", "telephoneno"] },
      { label: "Mail", names: ["email"], long: true },
      { label: "Home address", names: ["residenceAddress"] },
      { label: "Town", names: ["residenceTown"], kind: "words" },
      { label: "Local government", names: ["residenceLGA", "residenceLga"], kind: "words" },
      { label: "State", names: ["residenceState"], kind: "words" },
    ],
  },
  {
    title: "Work and learning",
    fields: [
      { label: "Profession", names: ["profession"], kind: "words" },
      { label: "Employment", names: ["employmentSatus", "employmentstatus"], kind: "words" },
      { label: "Education", names: ["educationLevel", "educationallevel"], kind: "words" },
    ],
  },
  {
    title: "Where they come from",
    fields: [
      { label: "Place of origin", names: ["originPlace", "selfOriginPlace"], kind: "words" },
      { label: "Local government of origin", names: ["originLGA", "selfOriginLga"], kind: "words" },
      { label: "State of origin", names: ["originState", "selfOriginState"], kind: "words" },
      { label: "Country of birth", names: ["birthCountry"], kind: "words" },
      { label: "State of birth", names: ["birthState", "birthstate"], kind: "words" },
      { label: "Local government of birth", names: ["birthLGA", "birthlga"], kind: "words" },
    ],
  },
  {
    title: "Next of kin",
    onlyIfKnown: true,
    fields: [
      { label: "First name", names: ["nokFirstname"] },
      { label: "Middle name", names: ["nokMiddlename"] },
      { label: "Last name", names: ["nokSurname"] },
      { label: "Address", names: ["nokAddress1"] },
      { label: "Address, second line", names: ["nokAddress2"] },
      { label: "Town", names: ["nokTown"], kind: "words" },
      { label: "Local government", names: ["nokLga"], kind: "words" },
      { label: "State", names: ["nokState"], kind: "words" },
    ],
  },
  {
    title: "Parent",
    onlyIfKnown: true,
    fields: [
      { label: "First name", names: ["pfirstname"] },
      { label: "Last name", names: ["psurname"] },
    ],
  },
];

/** The BVN part of a search extension [RESULT-EXT-05]. */
export const bvnGroups: readonly RecordGroup[] = [
  {
    title: "BVN: who they are",
    fields: [
      { label: "Title", names: ["title"], kind: "words" },
      { label: "First name", names: ["firstName"] },
      { label: "Middle name", names: ["middleName"] },
      { label: "Last name", names: ["lastName"] },
      { label: "BVN", names: ["bvn"], kind: "digits" },
      { label: "Date of birth", names: ["dateOfBirth"], kind: "date" },
      { label: "Gender", names: ["gender"], kind: "gender" },
      { label: "Marital status", names: ["maritalStatus"], kind: "words" },
      { label: "Nationality", names: ["nationality"], kind: "words" },
      { label: "State of origin", names: ["stateOfOrigin"], kind: "words" },
      { label: "Local government of origin", names: ["lgaOfOrigin"], kind: "words" },
    ],
  },
  {
    title: "BVN: account and address",
    fields: [
      { label: "Name on card", names: ["nameOnCard"] },
      { label: "Level of account", names: ["levelOfAccount"] },
      { label: "Registration date", names: ["registrationDate"], kind: "date" },
      { label: "Phone", names: ["phoneNumber"] },
      { label: "First phone", names: ["phoneNumber1"] },
      { label: "Second phone", names: ["phoneNumber2"] },
      { label: "Home address", names: ["residentialAddress"] },
      { label: "State", names: ["stateOfResidence"], kind: "words" },
      { label: "Local government", names: ["lgaOfResidence"], kind: "words" },
    ],
  },
];

/** The header of a credit record [RESULT-CREDIT-04]. */
export const creditHeaderFields: readonly RecordField[] = [
  { label: "Name", names: ["name"] },
  { label: "Date of birth", names: ["dateOfBirth"], kind: "date" },
  { label: "Gender", names: ["gender"], kind: "gender" },
  { label: "Phone", names: ["phone"] },
  { label: "BVN", names: ["bvn"], kind: "digits" },
  { label: "Address", names: ["address"] },
  { label: "Mail", names: ["email"], long: true },
];

/** The bureaus in the order of the page, by their wire names [RESULT-CREDIT-09]. */
export const bureaus = [
  { name: "First Central", tick: "firstCentral", member: "firstCentral-data" },
  { name: "CRC", tick: "crc", member: "crc-data" },
  { name: "Credit Registry", tick: "creditRegistry", member: "creditRegistry-data" },
] as const;

const figureLabels = {
  highestLoanAmount: "Highest loan",
  totalNoOfInstitutions: "Institutions",
  totalOverdue: "Overdue",
  totalBorrowed: "Borrowed",
  totalOutstanding: "Outstanding",
  totalNoOfLoans: "Loans",
  totalNoOfActiveLoans: "Active loans",
  totalNoOfDelinquentFacilities: "Delinquent loans",
  maxNoOfDays: "Most days late",
  totalNoOfClosedLoans: "Closed loans",
} as const satisfies Record<BureauFigure, string>;

const nairaFigures: readonly BureauFigure[] = [
  "highestLoanAmount",
  "totalOverdue",
  "totalBorrowed",
  "totalOutstanding",
];

/**
 * The ten values of a bureau with their labels; money has its sign and separators [RESULT-CREDIT-10
 * RESULT-CREDIT-11].
 */
export function bureauFigureRows(
  summary: BureauRecord["summary"] | undefined,
): readonly { figure: BureauFigure; label: string; value: string }[] {
  return bureauFigures.map((figure) => ({
    figure,
    label: figureLabels[figure],
    value: formatFigure(summary?.[figure] ?? null, nairaFigures.includes(figure)),
  }));
}

function formatFigure(value: string | null, isMoney: boolean): string {
  const text = value?.trim() ?? "";
  if (text === "" || text.toLowerCase() === "null") return "-";
  const minor = isMoney ? parseMinor(text) : undefined;
  return minor === undefined ? text : formatMoney(money("NGN", minor));
}

/** Whether a credit record is empty [RESULT-COMMON-07]. */
export function isEmptyCreditRecord(record: CreditRecord): boolean {
  return (
    record["basic-data"].length === 0 &&
    record["FICO-Score"].ficoScore === null &&
    bureaus.every(({ member }) => record[member] === null)
  );
}

/** See RESULT-VIN-03. */
export const vehicleFields: readonly RecordField[] = [
  { label: "Vin", names: ["vin"], long: true },
  { label: "Year", names: ["year"] },
  { label: "Made In", names: ["madeIn"] },
  { label: "Model", names: ["model"] },
  { label: "Trim", names: ["trim"] },
  { label: "Engine", names: ["engine"] },
  { label: "Make", names: ["make"] },
  { label: "Style", names: ["style"] },
  { label: "Msrp", names: ["msrp"] },
  { label: "Invoice", names: ["invoice"] },
];
/** The wire has these names, but never a value for them [RESULT-VIN-04]. */
export const unknownVehicleFields: readonly RecordField[] = [
  "Steering",
  "Tires",
  "Tank size",
  "Wheel drive",
  "Width",
  "Highway mileage",
].map((label) => ({ label, names: [] }));

const plateVehicleGroup: RecordGroup = {
  title: "The vehicle",
  fields: [
    { label: "Registration number", names: ["license_number"] },
    { label: "Chassis number", names: ["chassisNumber"], long: true },
    { label: "VIN", names: ["vin"], long: true },
    { label: "Make", names: ["make"] },
    { label: "Model", names: ["model"] },
    { label: "Vehicle category", names: ["category"] },
    { label: "Decision", names: ["decision"] },
    { label: "Reason", names: ["reason"] },
  ],
};
/** Shown after the owner consents [CL-15]. */
export const plateOwnerGroup: RecordGroup = {
  title: "The owner",
  fields: [
    { label: "First name", names: ["owner_first_name"] },
    { label: "Middle name", names: ["owner_middle_name"] },
    { label: "Last name", names: ["owner_last_name"] },
    { label: "Phone", names: ["owner_phone"] },
    { label: "Address", names: ["owner_address"] },
    { label: "Local government", names: ["owner_lga"] },
    { label: "State", names: ["owner_state"] },
  ],
};
/** See RESULT-PLATE-02 and C-20. */
export const plateGroups: readonly RecordGroup[] = [plateVehicleGroup, plateOwnerGroup];

/** The two stolen checks, whose wire names differ [C-22]. */
export type StolenCheck = {
  readonly chassis: string | null;
  readonly stolen: boolean | null;
  readonly reports: readonly NamedTexts[];
};
export function plateStolenCheck({ chassisNumber, stolen, stolenReports }: PlateRecord): StolenCheck {
  return { chassis: chassisNumber, stolen, reports: stolenReports };
}
export function legitCarStolenCheck({ chasisNumber, stolen, report }: LegitCarRecord): StolenCheck {
  return { chassis: chasisNumber, stolen, reports: report };
}

/** See RESULT-BUSINESS-05. */
export const companyFields: readonly RecordField[] = [
  { label: "RC number", names: ["rcNumber"] },
  { label: "Status", names: ["status"], kind: "words" },
  { label: "Company status", names: ["companyStatus"], kind: "words" },
  { label: "Registration date", names: ["registrationDate"], kind: "date" },
  { label: "Mail", names: ["email"], long: true },
  { label: "Address", names: ["address"] },
  { label: "Branch address", names: ["branchAddress"] },
  { label: "City", names: ["city"], kind: "words" },
  { label: "Local government", names: ["lga"], kind: "words" },
  { label: "State", names: ["state"], kind: "words" },
  { label: "Postal code", names: ["postalCode"] },
  { label: "Code", names: ["code"] },
  { label: "Classification", names: ["classificationId"] },
];

/** Columns that a table does not show [RESULT-CREDIT-13]. */
const hiddenColumns: readonly string[] = ["insertionDate", "lastUpdatedAt"];

/** The columns of a table in the order in which its rows first name them [RESULT-CREDIT-12 RESULT-CREDIT-13]. */
export function visibleColumns(rows: readonly NamedTexts[]): readonly string[] {
  return [...new Set(rows.flatMap((row) => Object.keys(row)))].filter((name) => !hiddenColumns.includes(name));
}

const amountNames = /amount|balance|instal|overdue|outstanding|arrears/i;
/** Columns that count, date or describe amounts. */
const nonAmountNames = /\b(numbers?|counts?|no of|days|dates?|status|types?|frequency)\b/i;

/** Whether a column of a table has amounts, which are right-aligned. */
export const isAmountColumn = (column: string): boolean =>
  amountNames.test(column) && !nonAmountNames.test(humanizeFieldName(column));

/**
 * Formats a value in a table of a record: days in long US form, amounts with separators; a dash for none [CONST-17
 * O-23].
 */
export function formatCell(column: string, value: string | undefined): string {
  const text = nonEmptyText(value);
  if (text === undefined) return "-";
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return formatRegisterDay(text);
  const amount = isAmountColumn(column) ? /^(\d{1,15})(\.\d{1,2})?$/.exec(text) : null;
  return amount ? `${formatCount(BigInt(amount[1] ?? 0))}${amount[2] ?? ""}` : text;
}

/**
 * The same in a bureau's table, with the currency sign: naira, unless the row names another currency
 * [RESULT-CREDIT-11].
 */
export function formatBureauCell(column: string, row: NamedTexts): string {
  const named = Object.keys(row).find((name) => /^currency/i.test(name));
  const code = nonEmptyText(named && row[named])?.toUpperCase() ?? "NGN";
  const currency = code === "NAIRA" ? "NGN" : currencies.find((known) => known === code);
  const digits = nonEmptyText(row[column])?.replace(/^0+(?=\d)|,(?=\d{3}\b)/g, "") ?? "";
  const minor = isAmountColumn(column) ? parseMinor(digits) : undefined;
  return currency && minor !== undefined ? formatMoney(money(currency, minor)) : formatCell(column, row[column]);
}

/** `totalNoOfLoans`, `loan_type` and `Loan type` as `Total no of loans`, `Loan type`. */
export function humanizeFieldName(name: string): string {
  const words = name
    .replace(/[_-]+/g, " ")
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .replace(/([A-Za-z])(\d)/g, "$1 $2")
    .trim()
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A person or body behind a company [RESULT-BUSINESS-07]. */
type StakeholderRecordField = Omit<RecordField, "names"> & { readonly names: readonly StakeholderField[] };
export const stakeholderGroups: readonly {
  readonly title: string;
  readonly fields: readonly StakeholderRecordField[];
}[] = [
  {
    title: "Who they are",
    fields: [
      { label: "Surname", names: ["surname"] },
      { label: "First name", names: ["firstname"] },
      { label: "Other name", names: ["other_name"] },
      { label: "Former name", names: ["former_name"] },
      { label: "Gender", names: ["gender"], kind: "gender" },
      { label: "Date of birth", names: ["date_of_birth"], kind: "date" },
      { label: "Age", names: ["age"] },
      { label: "Occupation", names: ["occupation"], kind: "words" },
      { label: "Nationality", names: ["nationality"], kind: "words" },
      { label: "Former nationality", names: ["former_nationality"], kind: "words" },
      { label: "Identity number", names: ["identity_number"] },
    ],
  },
  {
    title: "Where to reach them",
    fields: [
      { label: "Phone", names: ["phone_number"] },
      { label: "Email", names: ["email"], long: true },
      { label: "Address", names: ["address"] },
      { label: "Address, second line", names: ["full_address2"] },
      { label: "City", names: ["city"], kind: "words" },
      { label: "State", names: ["state"], kind: "words" },
      { label: "Country", names: ["country_of_residence"], kind: "words" },
    ],
  },
  {
    title: "Their part in the company",
    fields: [
      { label: "Status", names: ["status"], kind: "words" },
      { label: "Appointed", names: ["date_of_appointment"], kind: "date" },
      { label: "Appointed by", names: ["appointed_by"] },
      { label: "Ended", names: ["date_of_termination"], kind: "date" },
      { label: "Status changed", names: ["date_of_status_change"], kind: "date" },
      { label: "Chairman", names: ["is_chairman"], kind: "yes" },
      { label: "Lawyer", names: ["is_lawyer"], kind: "yes" },
      { label: "Type of shares", names: ["type_of_shares"], kind: "words" },
      { label: "Shares allotted", names: ["num_shares_alloted"], kind: "count" },
      { label: "Form", names: ["form_type"] },
      { label: "Carried over from name availability", names: ["is_carried_over_from_name_avai"], kind: "yes" },
    ],
  },
  {
    title: "Where it is a body",
    fields: [
      { label: "A body", names: ["is_corporate"], kind: "yes" },
      { label: "Its name", names: ["corporation_name"] },
      { label: "RC number", names: ["rc_number"] },
      { label: "Government organisation", names: ["government_organisation_name"] },
      { label: "Foreign organisation", names: ["foreign_organisation_name"] },
    ],
  },
];
