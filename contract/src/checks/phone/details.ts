import type { CheckDetails } from "../check-details.ts";
import type { phoneRow } from "./row.ts";

export const phoneDetails = {
  inputs: {
    phone: {
      kind: "phone",
      label: "Phone number",
      hint: "A Nigerian number, such as 0803 555 1122 or +234 803 555 1122.",
    },
  },
} as const satisfies CheckDetails<typeof phoneRow>;
