import { base64Image } from "../../fields.ts";
import type { CheckRow } from "../check-row.ts";
import { ninField } from "../shared-fields.ts";

export const fingerprintRow = {
  profile: "person",
  label: "Fingerprint",
  historyType: "Basic Profile",
  searchParameter: "Fingerprint+NIN",
  fields: {
    nin: ninField,
    finger: {
      schema: base64Image,
      input: { kind: "picture", label: "Picture of the finger", hint: "JPG or PNG, at most 2 MB. It is not stored." },
    },
  },
  options: [],
  priceItem: "face",
  consent: true,
  retention: "person",
  audience: "internal",
  resultKind: "record",
  resultPage: "person",
  nameIn: "person",
} as const satisfies CheckRow;
