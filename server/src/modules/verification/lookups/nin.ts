import { type PersonFound, personFound } from "../../../providers/source.ts";
import type { Sources } from "../../../providers/sources.ts";
import { endWithRecord, type LookupPlan, type LookupStep } from "../lookup-plan.ts";
import { singlePartPlan, definePart } from "../lookup-part.ts";

export const nimcLabel = "National Identity Management Commission (NIMC)";

/** Ends with the person's record unchanged. */
export const endWithPerson = ({ fields, subject }: PersonFound): LookupStep => endWithRecord(fields, subject);

export function ninLookup(sources: Sources["nin"]): LookupPlan {
  return singlePartPlan({
    sourceLabel: nimcLabel,
    part: definePart("main", sources, personFound, (record, nin) => record.number === nin),
    inputOf: ({ nin = "" }) => nin,
    endWith: endWithPerson,
  });
}
