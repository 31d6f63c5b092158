import * as z from "zod/mini";
import { namedTexts, nullableText } from "../../named-texts.ts";

/** `stolen` is null if the stolen check was not bought. `history`: tables of the report [RESULT-VIN-02]. */
export const vehicleRecord = z.object({
  vin: z.string(),
  year: nullableText,
  madeIn: nullableText,
  model: nullableText,
  trim: nullableText,
  engine: nullableText,
  make: nullableText,
  style: nullableText,
  invoice: nullableText,
  msrp: nullableText,
  previewImageURL: nullableText,
  pdfUri: nullableText,
  stolen: z.nullable(z.boolean()),
  history: z.record(z.string(), z.array(namedTexts)),
});
export type VehicleRecord = z.output<typeof vehicleRecord>;
