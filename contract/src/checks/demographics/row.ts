import { searchBirthDate, searchGender, searchName } from "../../fields.ts";
import type { CheckRow } from "../check-row.ts";

export const demographicsRow = {
  profile: "person",
  label: "Demographics",
  historyType: "Basic Profile",
  searchParameter: "Demographics",
  fields: {
    firstname: {
      schema: searchName,
      input: { kind: "text", label: "First name", maxLength: 200, isMarkedRequired: true },
    },
    lastname: {
      schema: searchName,
      input: { kind: "text", label: "Last name", maxLength: 200, isMarkedRequired: true },
    },
    dateOfBirth: {
      schema: searchBirthDate,
      input: { kind: "date", label: "Date of birth", hint: "DD/MM/YYYY", isMarkedRequired: true },
    },
    gender: {
      schema: searchGender,
      input: { kind: "choice", label: "Gender", choices: { m: "Male", f: "Female" }, isMarkedRequired: true },
    },
  },
  options: [],
  priceItem: "nin",
  consent: true,
  retention: "person",
  audience: "internal",
  resultKind: "record",
  resultPage: "person",
} as const satisfies CheckRow;
