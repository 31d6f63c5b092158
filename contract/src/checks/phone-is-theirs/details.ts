import type { CheckDetails } from "../check-details.ts";
import { phoneDetails } from "../phone/details.ts";
import { ninInput } from "../shared-inputs.ts";
import type { phoneIsTheirsRow } from "./row.ts";

export const phoneIsTheirsDetails = {
  inputs: { nin: ninInput, phone: phoneDetails.inputs.phone },
} as const satisfies CheckDetails<typeof phoneIsTheirsRow>;
