import type { CheckDetails } from "../check-details.ts";
import { ninInput } from "../shared-inputs.ts";
import type { overAgeRow } from "./row.ts";

export const overAgeDetails = {
  inputs: {
    nin: ninInput,
    age: {
      kind: "choice",
      label: "Age",
      choices: [
        ["18", "18 or older"],
        ["21", "21 or older"],
      ],
    },
  },
} as const satisfies CheckDetails<typeof overAgeRow>;
