import type { SourceSettings } from "../source-settings.ts";
import { joinUrl, type ProviderClient } from "../provider-client.ts";
import { faultUnless, jsonBodyOf, unusableOutcome } from "../lookup-outcome.ts";
import type { HttpOutcome } from "../http-client.ts";
import type { LookupResult, PersonFound, Source } from "../source.ts";
import { membersOf, wireText } from "../wire-json.ts";
import { bvnShape, ninShape, phoneShape } from "./dojah-shapes.ts";
import { type PersonShape, parsePerson } from "./person.ts";

/** Dojah's lookups of persons: all by GET, without a reference. */
export function dojah(client: ProviderClient, settings: NonNullable<SourceSettings["dojah"]>) {
  const headers = { AppId: settings.appId, Authorization: settings.secretKey };
  const byNumber = (path: string, query: string, shape: PersonShape): Source<string, PersonFound> => ({
    provider: client.name,
    health: () => client.health(),
    async query(number) {
      const asked = new URLSearchParams({ [query]: number }).toString();
      const url = `${joinUrl(settings.baseUrl, `api/v1/kyc/${path}`)}?${asked}`;
      return parsePersonResult(await client.request({ method: "GET", url, headers }, findFault), shape, number);
    },
  });
  return {
    nin: byNumber("nin/advance", "nin", ninShape),
    phone: byNumber("phone_number", "phone_number", phoneShape),
    bvn: byNumber("bvn/advance", "bvn", bvnShape),
  };
}

const entityOf = (json: unknown) => membersOf(json)["entity"];
const findFault = faultUnless(({ json }) => Object.keys(membersOf(entityOf(json))).length > 0);

/** An unknown record is 400 in one register and 404 in another: only the message tells it from a wrong URL. */
const noRecordPattern = /\b(nin|bvn|phone( number)?|record) not found\b|\bno record/i;

function parsePersonResult(end: HttpOutcome, shape: PersonShape, asked: string): LookupResult<PersonFound> {
  const rejected = unusableOutcome(end, [400, 404]);
  if (rejected) return rejected;
  const json = jsonBodyOf(end);
  if (end.kind === "response" && end.status >= 400)
    return noRecordPattern.test(wireText(membersOf(json)["error"]) ?? "")
      ? { kind: "not_found" }
      : { kind: "failed", why: `http_${end.status}` };
  const person = parsePerson(entityOf(json), shape, asked);
  return person ? { kind: "found", record: person } : { kind: "failed", why: "unreadable" };
}
