import type { LegitCarRecord } from "@idanimo/contract/records";
import type { Sources } from "../../../providers/sources.ts";
import { endWithRecord, type LookupPlan } from "../lookup-plan.ts";
import { singlePartPlan, definePart } from "../lookup-part.ts";
import { stolenFound } from "./result-schemas.ts";

/** Whether a vehicle is in the register of stolen ones: the basic check. */
export function legitCarLookup(sources: Sources["stolen"]): LookupPlan {
  return singlePartPlan({
    sourceLabel: "Register of stolen vehicles",
    part: definePart("main", sources, stolenFound, (record, vin) => record.chassis === vin),
    inputOf: ({ vin = "" }) => vin,
    endWith: ({ chassis, stolen, reports }) => {
      const record: LegitCarRecord = { chasisNumber: chassis, stolen, report: [...reports] };
      return endWithRecord(record);
    },
  });
}
