import type { CheckDetails } from "../check-details.ts";
import type { rcRow } from "./row.ts";

export const rcDetails = {
  inputs: { rc: { kind: "text", label: "RC number", hint: "As it is in the companies register.", maxLength: 40 } },
} as const satisfies CheckDetails<typeof rcRow>;
