import { base64Image, searchNin } from "../../fields.ts";
import type { CheckRow } from "../check-row.ts";

export const ninFaceRow = {
  profile: "person",
  label: "NIN + Face",
  historyType: "Basic Profile",
  searchParameter: "Face+NIN",
  fields: { nin: { schema: searchNin }, face: { schema: base64Image } },
  options: [],
  priceItem: "face",
  consent: true,
  retention: "person",
  audience: "everyone",
  disabled: true,
  resultKind: "record",
  resultPage: "person",
  capturesFace: true,
  nameIn: "person",
} as const satisfies CheckRow;
