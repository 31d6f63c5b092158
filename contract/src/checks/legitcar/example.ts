import type { CheckExample } from "../check-example.ts";
import type { LegitCarRecord } from "./record.ts";

/** The misspelt name is part of the wire format. */
export const legitcarExample = {
  search: { vin: "1HGBH41JXMN109186", legitcar: true },
  record: { chasisNumber: "JXMN109186", stolen: true, report: [{ station: "Ikeja", date: "2024-01-01" }] },
} satisfies CheckExample<LegitCarRecord>;
