import type { PersonRecords } from "../../../providers/person-records/port.ts";
import type { LookUp } from "../look-up.ts";

/** The national identity record of a NIN. */
export function ninLookUp(persons: PersonRecords): LookUp {
  return {
    source: "National Identity Management Commission (NIMC)",
    provider: persons.name,
    standing: () => persons.standing(),
    ask: async (values, _options, attemptId) => {
      const nin = values["nin"] ?? "";
      const answer = await persons.findByNin(nin, attemptId);
      if (answer.kind !== "found") return answer;
      if (answer.record.nin !== nin) return { kind: "failed", why: "wrong_person" };
      const { birthDate, contact, fields } = answer.record;
      return { kind: "found", record: { record: fields, subject: { birthDate, contact } } };
    },
  };
}
