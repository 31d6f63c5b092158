import { personFound } from "../../../providers/source.ts";
import type { Sources } from "../../../providers/sources.ts";
import type { LookupPlan } from "../lookup-plan.ts";
import { singlePartPlan, definePart } from "../lookup-part.ts";
import type { SearchValues } from "../rules.ts";
import { nimcLabel, endWithPerson } from "./nin.ts";

/** Finds a person by names and birth date [O-49]. */
export function demographicsLookup(sources: Sources["demographics"]): LookupPlan {
  return singlePartPlan({
    sourceLabel: nimcLabel,
    part: definePart("main", sources, personFound, ({ subject }, { birthDate }) => subject.birthDate === birthDate),
    inputOf: ({ firstname = "", lastname = "", dateOfBirth = "", gender }: SearchValues) => ({
      firstname,
      lastname,
      birthDate: dateOfBirth.split("/").reverse().join("-"), // entered as DD/MM/YYYY
      gender: gender === "f" ? ("f" as const) : ("m" as const),
    }),
    endWith: endWithPerson,
  });
}

/** Finds the person of a NIN if the fingerprint matches. */
export function fingerprintLookup(sources: Sources["fingerprint"]): LookupPlan {
  return singlePartPlan({
    sourceLabel: nimcLabel,
    part: definePart("main", sources, personFound, (record, { nin }) => record.number === nin),
    inputOf: ({ nin = "", finger = "" }) => ({ nin, finger }),
    endWith: endWithPerson,
  });
}
