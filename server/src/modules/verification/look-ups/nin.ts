import type { PersonFound, Source } from "../../../providers/source.ts";
import type { LookUp } from "../look-up.ts";

/** The national identity record of a NIN. */
export function ninLookUp(persons: Source<string, PersonFound>): LookUp {
  return {
    source: "National Identity Management Commission (NIMC)",
    provider: persons.provider,
    standing: () => persons.standing(),
    ask: async (values, _options, attemptId) => {
      const nin = values["nin"] ?? "";
      const answer = await persons.ask(nin, attemptId);
      if (answer.kind !== "found") return answer;
      if (answer.record.number !== nin) return { kind: "failed", why: "wrong_person" };
      return { kind: "found", record: { record: answer.record.fields, subject: answer.record.subject } };
    },
  };
}
