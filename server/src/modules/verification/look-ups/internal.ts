import { personFound } from "../../../providers/source.ts";
import type { Sources } from "../../../providers/sources.ts";
import type { LookUp } from "../look-up.ts";
import { oneQuestion, question } from "../part.ts";
import type { SearchValues } from "../rules.ts";
import { nimc, personEnd } from "./nin.ts";

/** Persons by their names and birth date; whether the record is of that day, its source has checked. Source: O-49. */
export function demographicsLookUp(sources: Sources["demographics"]): LookUp {
  return oneQuestion({
    source: nimc,
    question: question("main", sources, personFound, ({ subject }, { birthDate }) => subject.birthDate === birthDate),
    asked: ({ firstname = "", lastname = "", dateOfBirth = "", gender }: SearchValues) => ({
      firstname,
      lastname,
      birthDate: dateOfBirth.split("/").reverse().join("-"), // typed as DD/MM/YYYY
      gender: gender === "f" ? ("f" as const) : ("m" as const),
    }),
    end: personEnd,
  });
}

/** The person of a NIN, if the finger is theirs. */
export function fingerprintLookUp(sources: Sources["fingerprint"]): LookUp {
  return oneQuestion({
    source: nimc,
    question: question("main", sources, personFound, (record, { nin }) => record.number === nin),
    asked: ({ nin = "", finger = "" }) => ({ nin, finger }),
    end: personEnd,
  });
}
