import { bureauRecord } from "@idanimo/contract/checks/bvn/record";
import { companyRecord, stakeholderRecord } from "@idanimo/contract/checks/company/record";
import { namedTexts } from "@idanimo/contract/named-texts";
import * as z from "zod/mini";

/** Schemas of source records; results stored between two steps are parsed with them. */

export const bureauFound = z.object({
  bvn: z.string(),
  bureau: bureauRecord,
  ficoScore: z.nullable(z.string()),
  basic: namedTexts,
});
export const vehicleIdFound = z.object({ vin: z.string(), reportId: z.string(), attributes: namedTexts });
export const vehicleReportFound = z.object({
  vin: z.string(),
  attributes: namedTexts,
  stolen: z.boolean(),
  tables: z.record(z.string(), z.array(namedTexts)),
});
export const fileFound = z.object({ base64: z.string() });
export const plateFound = z.object({ plate: z.string(), fields: namedTexts });
export const stolenFound = z.object({ chassis: z.string(), stolen: z.boolean(), reports: z.array(namedTexts) });
export const companiesFound = z.array(companyRecord);
export const stakeholdersFound = z.array(stakeholderRecord);
