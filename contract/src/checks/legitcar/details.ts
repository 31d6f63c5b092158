import type { CheckExample } from "../check-example.ts";
import type { LegitCarRecord } from "./record.ts";
import type { CheckDetails } from "../check-details.ts";
import { vinInput } from "../shared-inputs.ts";
import type { legitcarRow } from "./row.ts";

export const legitcarDetails = {
  inputs: { vin: vinInput },
  optionLabels: { legitcar: "Check whether it is reported stolen" },
} as const satisfies CheckDetails<typeof legitcarRow>;

/** The misspelt name is part of the wire format. */
export const legitcarExample = {
  search: { vin: "1HGBH41JXMN109186", legitcar: true },
  record: { chasisNumber: "JXMN109186", stolen: true, report: [{ station: "Ikeja", date: "2024-01-01" }] },
} satisfies CheckExample<LegitCarRecord>;
