import { vehicleAnswerRow } from "../answer-rows.ts";
import type { CheckRow } from "../check-row.ts";
import { plateField, vinField } from "../shared-fields.ts";

export const plateVinAgreeRow = {
  ...vehicleAnswerRow,
  label: "Registration number and VIN agree",
  searchParameter: "Registration number and VIN",
  fields: { license_number: plateField, vin: vinField },
  options: [],
  priceItem: "plateVinAgree",
  question: {
    text: "Do registration number {license_number} and VIN {vin} belong to one vehicle?",
    learns: "which of make, model, year and colour agree, never the owner",
    unanswered: "The sources have neither make nor model in common.",
  },
} as const satisfies CheckRow;
