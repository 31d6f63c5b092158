import { ninLength, vinLength } from "../limits.ts";
import type { FieldInput } from "./check-details.ts";

/** Inputs of fields that several types have. */

export const ninInput: FieldInput = {
  kind: "digits",
  label: "National ID number (NIN)",
  hint: `${ninLength} digits. It is on the person's NIN slip or card.`,
  length: ninLength,
  groups: [3, 4, 4],
};

export const companyNameInput: FieldInput = { kind: "text", label: "Business name", maxLength: 200 };

export const vinInput: FieldInput = {
  kind: "code",
  label: "VIN",
  hint: `${vinLength} characters. Enter it without spaces or hyphens.`,
  maxLength: vinLength,
  isExact: true,
};

export const plateInput: FieldInput = {
  kind: "code",
  label: "Registration number",
  hint: "Letters and digits only.",
  maxLength: 20,
  isExact: false,
};
