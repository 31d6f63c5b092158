import type { RecordGroup } from "../../record-fields.ts";

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
      { label: "Phone", names: ["phoneNumber"], kind: "phone" },
      { label: "First phone", names: ["phoneNumber1"], kind: "phone" },
      { label: "Second phone", names: ["phoneNumber2"], kind: "phone" },
      { label: "Home address", names: ["residentialAddress"] },
      { label: "State", names: ["stateOfResidence"], kind: "words" },
      { label: "Local government", names: ["lgaOfResidence"], kind: "words" },
    ],
  },
];
