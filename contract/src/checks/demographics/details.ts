import type { CheckExample } from "../check-example.ts";
import { personExample } from "../person/example.ts";
import type { CheckDetails } from "../check-details.ts";
import type { demographicsRow } from "./row.ts";

export const demographicsDetails = {
  inputs: {
    firstname: { kind: "text", label: "First name", maxLength: 200, isMarkedRequired: true },
    lastname: { kind: "text", label: "Last name", maxLength: 200, isMarkedRequired: true },
    dateOfBirth: { kind: "date", label: "Date of birth", hint: "DD/MM/YYYY", isMarkedRequired: true },
    gender: {
      kind: "choice",
      label: "Gender",
      choices: [
        ["m", "Male"],
        ["f", "Female"],
      ],
      isMarkedRequired: true,
    },
  },
} as const satisfies CheckDetails<typeof demographicsRow>;

export const demographicsExample = {
  search: { firstname: "Oluwaseun", lastname: "Adebayo", dateOfBirth: "04/05/1991", gender: "f" },
  record: personExample,
} as const satisfies CheckExample;
