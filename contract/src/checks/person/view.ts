import { type KeyFact, knownFacts } from "../../key-facts.ts";
import { firstValue, formatField, formatRegisterDay, type RecordGroup, type WireRecord } from "../../record-fields.ts";
import { completedYears } from "../../register-name.ts";

/**
 * A person of the identity register, in both wire shapes [RESULT-NIN-03 RESULT-NIN-04 RESULT-NIN-05 RESULT-NIN-06].
 */
export const personGroups: readonly RecordGroup[] = [
  {
    title: "Personal details",
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
    title: "Contact",
    fields: [
      { label: "Phone", names: ["phone", "telephoneno"], kind: "phone" },
      { label: "Email", names: ["email"], long: true },
      { label: "Home address", names: ["residenceAddress"], long: true },
      { label: "Town", names: ["residenceTown"], kind: "words" },
      { label: "Local government", names: ["residenceLGA", "residenceLga"], kind: "words" },
      { label: "State", names: ["residenceState"], kind: "words" },
    ],
  },
  {
    title: "Work and education",
    fields: [
      { label: "Profession", names: ["profession"], kind: "words" },
      { label: "Employment", names: ["employmentSatus", "employmentstatus"], kind: "words" },
      { label: "Education", names: ["educationLevel", "educationallevel"], kind: "words" },
    ],
  },
  {
    title: "Origin",
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
      { label: "Address", names: ["nokAddress1"], long: true },
      { label: "Address, second line", names: ["nokAddress2"], long: true },
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

const birthNames = { names: ["dob", "birthDate", "birthdate", "dateOfBirth"] };

/**
 * Numbers, birth date with age, and gender of a person, in every shape of such a record.
 * @param at ISO 8601; the age on that day
 */
export function personKeyFacts(record: WireRecord | undefined, at: string | undefined): readonly KeyFact[] {
  const day = firstValue(record, birthNames);
  const age = at === undefined ? undefined : completedYears(day, at);
  return knownFacts([
    { label: "NIN", value: formatField(record, { label: "NIN", names: ["nin"], kind: "digits" }) },
    { label: "BVN", value: formatField(record, { label: "BVN", names: ["bvn"], kind: "digits" }) },
    { label: "Born", value: day && formatRegisterDay(day) + (age === undefined ? "" : ` (age ${age})`) },
    { label: "Gender", value: formatField(record, { label: "Gender", names: ["gender"], kind: "gender" }) },
  ]);
}
