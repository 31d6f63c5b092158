import * as z from "zod/mini";
import { namedTexts } from "../../named-texts.ts";

/** One part of the search extension: its status, its reference, and the record if there is one [RESULT-EXT-04]. */
const extensionPart = z.object({
  verificationStatus: z.enum(["VERIFIED", "NOT-VERIFIED"]),
  verificationReference: z.nullable(z.string()),
  data: z.nullable(namedTexts),
});
/** See RESULT-EXT-03. */
export const extensionRecord = z.object({
  premblyPhoneVerification: extensionPart,
  premblyBvnVerification: extensionPart,
});
export type ExtensionRecord = z.output<typeof extensionRecord>;
