import * as z from "zod/mini";
import { namedTexts, nullableText } from "../../named-texts.ts";

/** See RESULT-PLATE-03. The owner's fields are missing until the owner consents [CL-15]. */
export const plateRecord = z.object({
  license_number: z.string(),
  vin: nullableText,
  model: nullableText,
  make: nullableText,
  decision: nullableText,
  reason: nullableText,
  chassisNumber: nullableText,
  stolen: z.nullable(z.boolean()),
  stolenReports: z.array(namedTexts),
  category: nullableText,
  owner_first_name: z._default(nullableText, null),
  owner_middle_name: z._default(nullableText, null),
  owner_last_name: z._default(nullableText, null),
  owner_address: z._default(nullableText, null),
  owner_lga: z._default(nullableText, null),
  owner_state: z._default(nullableText, null),
  owner_phone: z._default(nullableText, null),
});
export type PlateRecord = z.output<typeof plateRecord>;
