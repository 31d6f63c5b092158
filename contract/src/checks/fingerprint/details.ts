import type { CheckDetails } from "../check-details.ts";
import { ninInput } from "../shared-inputs.ts";
import type { fingerprintRow } from "./row.ts";

export const fingerprintDetails = {
  inputs: {
    nin: ninInput,
    finger: { kind: "picture", label: "Picture of the finger", hint: "JPG or PNG, at most 2 MB. It is not stored." },
  },
} as const satisfies CheckDetails<typeof fingerprintRow>;
