import { below, type Line } from "../line.ts";
import { faultUnless, jsonOf, unusable } from "../look-up.ts";
import type { End } from "../outside.ts";
import { readPerson } from "../person-records/person.ts";
import { ninShape } from "../person-records/prembly-shapes.ts";
import type { Demographics, LookupAnswer, PersonFound, Source } from "../source.ts";
import { membersOf, textOf } from "../wire-json.ts";

/** A matcher of fingerprints and of names with a birth date, by our own contract: no public one is known. Source: docs/sandbox.md. */

type Settings = { readonly baseUrl: string; readonly key: string };

/** The person of a NIN, if the finger is theirs. */
export function matchFinger(
  line: Line,
  settings: Settings,
): Source<{ readonly nin: string; readonly finger: string }, PersonFound> {
  return {
    provider: line.name,
    standing: () => line.standing(),
    ask: async ({ nin, finger }, attemptId) =>
      personOf(await post(line, settings, "v1/fingerprint", { nin, finger, reference: attemptId })),
  };
}

/** The one person of these names, born that day. Where several fit, nobody is told. */
export function matchDemographics(line: Line, settings: Settings): Source<Demographics, PersonFound> {
  return {
    provider: line.name,
    standing: () => line.standing(),
    async ask({ firstname, lastname, birthDate, gender }, attemptId) {
      const body = { firstname, lastname, dateOfBirth: birthDate, gender, reference: attemptId };
      const answer = personOf(await post(line, settings, "v1/demographics", body));
      // no number was asked that could be compared; a record of another day is of somebody else (T-62)
      if (answer.kind === "found" && answer.record.subject.birthDate !== birthDate)
        return { kind: "failed", why: "wrong_person" };
      return answer;
    },
  };
}

function post(line: Line, { baseUrl, key }: Settings, path: string, body: unknown): Promise<End> {
  const headers = { authorization: `Bearer ${key}` };
  return line.ask({ method: "POST", url: below(baseUrl, path), headers, body }, faultIn);
}

const faultIn = faultUnless(({ json }) => typeof membersOf(json)["match"] === "boolean");

/** A 503 is the matcher's word that it could not ask and bills nothing. */
function personOf(end: End): LookupAnswer<PersonFound> {
  const refused = unusable(end, [503]);
  if (refused) return refused;
  const { match, record, reference, error } = membersOf(jsonOf(end));
  if (end.kind === "answer" && end.status === 503)
    return textOf(error) === "source_away"
      ? { kind: "not_taken", why: "source_away" }
      : { kind: "failed", why: "server_error" };
  if (match === false) return { kind: "not_found" };
  const person = match === true ? readPerson(record, ninShape) : undefined;
  if (person === undefined) return { kind: "failed", why: "unreadable" };
  return { kind: "found", record: { ...person, reference: textOf(reference) ?? null } };
}
