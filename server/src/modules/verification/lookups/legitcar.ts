import type { LegitCarRecord } from "@idanimo/contract/checks/legitcar/record";
import type { Sources } from "../../../providers/sources.ts";
import { endWithRecord, type LookupPlan } from "../lookup-plan.ts";
import { singlePartPlan, definePart } from "../lookup-part.ts";
import { stolenFound } from "./result-schemas.ts";

/** The basic stolen check: whether a vehicle is in the register of stolen vehicles. */
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
