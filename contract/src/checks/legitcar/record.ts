import * as z from "zod/mini";
import { namedTexts } from "../../named-texts.ts";

/** The misspelt name is part of the wire format [RESULT-LEGITCAR-03]. */
export const legitCarRecord = z.object({ chasisNumber: z.string(), stolen: z.boolean(), report: z.array(namedTexts) });
export type LegitCarRecord = z.output<typeof legitCarRecord>;
