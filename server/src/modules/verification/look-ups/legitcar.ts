import type { LegitCarRecord } from "@idanimo/contract/records";
import type { Sources } from "../../../providers/sources.ts";
import { found, type LookUp } from "../look-up.ts";
import { oneQuestion, question } from "../part.ts";
import { stolenFound } from "./shapes.ts";

/** Whether a vehicle is in the register of stolen ones: the basic check. */
export function legitCarLookUp(sources: Sources["stolen"]): LookUp {
  return oneQuestion({
    source: "Register of stolen vehicles",
    question: question("main", sources, stolenFound, (record, vin) => record.chassis === vin),
    asked: ({ vin = "" }) => vin,
    end: ({ chassis, stolen, reports }) => {
      const record: LegitCarRecord = { chasisNumber: chassis, stolen, report: [...reports] };
      return found(record);
    },
  });
}
