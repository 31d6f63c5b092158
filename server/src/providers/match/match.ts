import { joinUrl, type ProviderClient } from "../provider-client.ts";
import { faultUnless, jsonBodyOf, unusableOutcome } from "../lookup-outcome.ts";
import type { HttpOutcome } from "../http-client.ts";
import { parsePerson } from "../person-records/person.ts";
import { ninShape } from "../person-records/prembly-shapes.ts";
import type { Demographics, LookupResult, PersonFound, Source } from "../source.ts";
import { membersOf, wireText } from "../wire-json.ts";

/**
 * A matcher of fingerprints and of names with a birth date, with our own contract, because no public one is known.
 * See docs/sandbox.md.
 */

type Settings = { readonly baseUrl: string; readonly key: string };

/** The person of a NIN, if the fingerprint matches. */
export function matchFinger(
  client: ProviderClient,
  settings: Settings,
): Source<{ readonly nin: string; readonly finger: string }, PersonFound> {
  return {
    provider: client.name,
    health: () => client.health(),
    query: async ({ nin, finger }, attemptId) =>
      parsePersonResult(await post(client, settings, "v1/fingerprint", { nin, finger, reference: attemptId })),
  };
}

/** The only person with these names, born that day. Not found if several match. */
export function matchDemographics(client: ProviderClient, settings: Settings): Source<Demographics, PersonFound> {
  return {
    provider: client.name,
    health: () => client.health(),
    async query({ firstname, lastname, birthDate, gender }, attemptId) {
      const body = { firstname, lastname, dateOfBirth: birthDate, gender, reference: attemptId };
      const result = parsePersonResult(await post(client, settings, "v1/demographics", body));
      // no requested number to compare; a record with another birth date is another person's [T-62]
      if (result.kind === "found" && result.record.subject.birthDate !== birthDate)
        return { kind: "failed", why: "wrong_person" };
      return result;
    },
  };
}

function post(client: ProviderClient, { baseUrl, key }: Settings, path: string, body: unknown): Promise<HttpOutcome> {
  const headers = { authorization: `Bearer ${key}` };
  return client.request({ method: "POST", url: joinUrl(baseUrl, path), headers, body }, findFault);
}

const findFault = faultUnless(({ json }) => typeof membersOf(json)["match"] === "boolean");

/** A 503 means that the matcher could not search and bills nothing. */
function parsePersonResult(end: HttpOutcome): LookupResult<PersonFound> {
  const rejected = unusableOutcome(end, [503]);
  if (rejected) return rejected;
  const { match, record, reference, error } = membersOf(jsonBodyOf(end));
  if (end.kind === "response" && end.status === 503)
    return wireText(error) === "source_away"
      ? { kind: "not_accepted", why: "source_away" }
      : { kind: "failed", why: "server_error" };
  if (match === false) return { kind: "not_found" };
  const person = match === true ? parsePerson(record, ninShape) : undefined;
  if (person === undefined) return { kind: "failed", why: "unreadable" };
  return { kind: "found", record: { ...person, reference: wireText(reference) ?? null } };
}
