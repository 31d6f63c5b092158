import { base64Image, searchCompany, searchNin, searchPlate, searchVin } from "../fields.ts";
import { ninLength, vinLength } from "../limits.ts";
import type { CheckField } from "./check-row.ts";

/** Fields of several types. */

export const ninField = {
  schema: searchNin,
  input: {
    kind: "digits",
    label: "National ID number (NIN)",
    hint: `${ninLength} digits. It is on the person's NIN slip or card.`,
    length: ninLength,
    groups: [3, 4, 4],
  },
} as const satisfies CheckField;

export const companyNameField = {
  schema: searchCompany,
  input: { kind: "text", label: "Business name", maxLength: 200 },
} as const satisfies CheckField;

export const vinField = {
  schema: searchVin,
  input: {
    kind: "code",
    label: "VIN",
    hint: `${vinLength} characters. Enter it without spaces or hyphens.`,
    maxLength: vinLength,
    isExact: true,
  },
} as const satisfies CheckField;

export const plateField = {
  schema: searchPlate,
  input: {
    kind: "code",
    label: "Registration number",
    hint: "Letters and digits only.",
    maxLength: 20,
    isExact: false,
  },
} as const satisfies CheckField;

/** A face comes from the live capture. */
export const faceField = { schema: base64Image, input: null } as const satisfies CheckField;
