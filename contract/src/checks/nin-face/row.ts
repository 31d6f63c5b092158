import type { CheckRow } from "../check-row.ts";
import { faceField, ninField } from "../shared-fields.ts";

export const ninFaceRow = {
  profile: "person",
  label: "NIN + Face",
  historyType: "Basic Profile",
  searchParameter: "Face+NIN",
  fields: { nin: ninField, face: faceField },
  options: [],
  priceItem: "face",
  consent: true,
  retention: "person",
  audience: "everyone",
  disabled: true,
  resultKind: "record",
  resultPage: "person",
  nameIn: "person",
} as const satisfies CheckRow;
