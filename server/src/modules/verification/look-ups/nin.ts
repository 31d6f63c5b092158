import { type PersonFound, personFound } from "../../../providers/source.ts";
import type { Sources } from "../../../providers/sources.ts";
import { found, type LookUp, type Step } from "../look-up.ts";
import { oneQuestion, question } from "../part.ts";

export const nimc = "National Identity Management Commission (NIMC)";

/** A person's record as it is. */
export const personEnd = ({ fields, subject }: PersonFound): Step => found(fields, subject);

/** The national identity record of a NIN. */
export function ninLookUp(sources: Sources["nin"]): LookUp {
  return oneQuestion({
    source: nimc,
    question: question("main", sources, personFound, (record, nin) => record.number === nin),
    asked: ({ nin = "" }) => nin,
    end: personEnd,
  });
}
