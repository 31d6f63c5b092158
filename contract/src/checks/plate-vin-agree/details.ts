import type { AnswerRecord } from "../../answers.ts";
import type { CheckExample } from "../check-example.ts";
import type { CheckDetails } from "../check-details.ts";
import { plateInput, vinInput } from "../shared-inputs.ts";
import type { plateVinAgreeRow } from "./row.ts";

export const plateVinAgreeDetails = {
  inputs: { license_number: plateInput, vin: vinInput },
} as const satisfies CheckDetails<typeof plateVinAgreeRow>;

export const plateVinAgreeExample = {
  search: { check: "plate_vin_agree", license_number: "KJA123AB", vin: "1HGBH41JXMN109186" },
  record: {
    answer: "yes",
    askedAt: "2026-11-21T09:42:00Z",
    fields: [
      { field: "make", agree: true, sources: ["FRSC", "VinAudit"] },
      { field: "model", agree: true, sources: ["FRSC", "VinAudit"] },
      { field: "year", agree: null, sources: ["VinAudit"] },
      { field: "colour", agree: null, sources: [] },
    ],
  },
} satisfies CheckExample<AnswerRecord>;
