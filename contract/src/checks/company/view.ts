import { type KeyFact, knownFacts } from "../../key-facts.ts";
import { formatField, formatRegisterDay, nonEmptyText, type RecordField } from "../../record-fields.ts";
import { completedYears } from "../../register-name.ts";
import type { CompanyRecord, StakeholderField } from "./record.ts";

/** See RESULT-BUSINESS-05. */
export const companyFields: readonly RecordField[] = [
  { label: "Registered name", names: ["approvedName"] },
  { label: "RC number", names: ["rcNumber"] },
  { label: "Status", names: ["status"], kind: "words" },
  { label: "Company status", names: ["companyStatus"], kind: "words" },
  { label: "Registration date", names: ["registrationDate"], kind: "date" },
  { label: "Email", names: ["email"], long: true },
  { label: "Address", names: ["address"], long: true },
  { label: "Branch address", names: ["branchAddress"], long: true },
  { label: "City", names: ["city"], kind: "words" },
  { label: "Local government", names: ["lga"], kind: "words" },
  { label: "State", names: ["state"], kind: "words" },
  { label: "Postal code", names: ["postalCode"] },
  { label: "Code", names: ["code"] },
  { label: "Classification", names: ["classificationId"] },
];

/**
 * Status, number, age and address of a company.
 * @param at ISO 8601; the age on that day
 */
export function companyKeyFacts(company: CompanyRecord, at: string | undefined): readonly KeyFact[] {
  const day = nonEmptyText(company.registrationDate);
  const age = at === undefined ? undefined : completedYears(day, at);
  const status = { label: "Status", names: ["companyStatus", "status"], kind: "words" } as const;
  return knownFacts([
    { label: "Status", value: formatField(company, status) },
    { label: "RC number", value: company.rcNumber },
    { label: "Registered", value: day && formatRegisterDay(day) + yearsAgo(age) },
    { label: "Address", value: company.address },
  ]);
}

const yearsAgo = (age: number | undefined): string =>
  age === undefined ? "" : age === 0 ? " (less than a year ago)" : ` (${age} ${age === 1 ? "year" : "years"} ago)`;

/** A person or body behind a company [RESULT-BUSINESS-07]. */
type StakeholderRecordField = Omit<RecordField, "names"> & { readonly names: readonly StakeholderField[] };
export const stakeholderGroups: readonly {
  readonly title: string;
  readonly fields: readonly StakeholderRecordField[];
}[] = [
  {
    title: "Personal details",
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
    title: "Contact",
    fields: [
      { label: "Phone", names: ["phone_number"], kind: "phone" },
      { label: "Email", names: ["email"], long: true },
      { label: "Address", names: ["address"], long: true },
      { label: "Address, second line", names: ["full_address2"], long: true },
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
