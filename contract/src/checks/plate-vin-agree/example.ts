import type { AnswerRecord } from "../../answers.ts";
import type { CheckExample } from "../check-example.ts";

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
