import { searchBirthDate, searchGender, searchName } from "../../fields.ts";
import type { CheckRow } from "../check-row.ts";

export const demographicsRow = {
  profile: "person",
  label: "Demographics",
  historyType: "Basic Profile",
  searchParameter: "Demographics",
  fields: {
    firstname: { schema: searchName },
    lastname: { schema: searchName },
    dateOfBirth: { schema: searchBirthDate },
    gender: { schema: searchGender },
  },
  options: [],
  priceItem: "nin",
  consent: true,
  retention: "person",
  audience: "internal",
  resultKind: "record",
  resultPage: "person",
} as const satisfies CheckRow;
