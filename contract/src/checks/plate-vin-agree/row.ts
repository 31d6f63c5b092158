import { searchPlate, searchVin } from "../../fields.ts";
import { vehicleAnswerRow } from "../answer-rows.ts";
import type { CheckRow } from "../check-row.ts";

export const plateVinAgreeRow = {
  ...vehicleAnswerRow,
  label: "Registration number and VIN agree",
  searchParameter: "Registration number and VIN",
  fields: { license_number: { schema: searchPlate }, vin: { schema: searchVin } },
  options: [],
  priceItem: "plateVinAgree",
  question: {
    text: "Do registration number {license_number} and VIN {vin} belong to one vehicle?",
    learns: "which of make, model, year and colour agree, never the owner",
    fullChecks: ["license_number", "vin"],
    unanswered: "The sources have neither make nor model in common.",
  },
} as const satisfies CheckRow;
