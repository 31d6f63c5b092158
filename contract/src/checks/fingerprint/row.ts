import { base64Image, searchNin } from "../../fields.ts";
import type { CheckRow } from "../check-row.ts";

export const fingerprintRow = {
  profile: "person",
  label: "Fingerprint",
  historyType: "Basic Profile",
  searchParameter: "Fingerprint+NIN",
  fields: { nin: { schema: searchNin }, finger: { schema: base64Image } },
  options: [],
  priceItem: "face",
  consent: true,
  retention: "person",
  audience: "internal",
  resultKind: "record",
  resultPage: "person",
  nameIn: "person",
} as const satisfies CheckRow;
