import type { StolenCheck } from "../stolen-check.ts";
import type { LegitCarRecord } from "./record.ts";

export function legitCarStolenCheck({ chasisNumber, stolen, report }: LegitCarRecord): StolenCheck {
  return { chassis: chasisNumber, stolen, reports: report };
}
