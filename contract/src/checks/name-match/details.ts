import { expectedNameMaxLength } from "../../limits.ts";
import type { CheckDetails } from "../check-details.ts";
import { ninInput } from "../shared-inputs.ts";
import type { nameMatchRow } from "./row.ts";

export const nameMatchDetails = {
  inputs: {
    nin: ninInput,
    firstname: { kind: "text", label: "First name", maxLength: expectedNameMaxLength },
    lastname: { kind: "text", label: "Last name", maxLength: expectedNameMaxLength },
    middlename: { kind: "text", label: "Middle name (optional)", maxLength: expectedNameMaxLength },
  },
} as const satisfies CheckDetails<typeof nameMatchRow>;
