import type { SourceSettings } from "../../source-settings.ts";
import { below, type Line } from "../line.ts";
import { faultUnless, jsonOf, unusable } from "../look-up.ts";
import type { End } from "../outside.ts";
import type { LookupAnswer, PersonFound, Source } from "../source.ts";
import { membersOf, textOf } from "../wire-json.ts";
import { bvnShape, ninShape, phoneShape } from "./dojah-shapes.ts";
import { type PersonShape, readPerson } from "./person.ts";

/** Dojah's look-ups of persons: all by GET, without a reference of ours or theirs. Source: providers 2.2. */
export function dojah(line: Line, settings: NonNullable<SourceSettings["dojah"]>) {
  const headers = { AppId: settings.appId, Authorization: settings.secretKey };
  const byNumber = (path: string, query: string, shape: PersonShape): Source<string, PersonFound> => ({
    provider: line.name,
    standing: () => line.standing(),
    async ask(number) {
      const asked = new URLSearchParams({ [query]: number }).toString();
      const url = `${below(settings.baseUrl, `api/v1/kyc/${path}`)}?${asked}`;
      return personIn(await line.ask({ method: "GET", url, headers }, faultIn), shape, number);
    },
  });
  return {
    nin: byNumber("nin/advance", "nin", ninShape),
    phone: byNumber("phone_number", "phone_number", phoneShape),
    bvn: byNumber("bvn/advance", "bvn", bvnShape),
  };
}

const entityIn = (json: unknown) => membersOf(json)["entity"];
const faultIn = faultUnless(({ json }) => Object.keys(membersOf(entityIn(json))).length > 0);

/** A record that is not there is 400 in one register and 404 in another: only the words tell it from a wrong address. */
const saysNoRecord = /\b(nin|bvn|phone( number)?|record) not found\b|\bno record/i;

function personIn(end: End, shape: PersonShape, asked: string): LookupAnswer<PersonFound> {
  const refused = unusable(end, [400, 404]);
  if (refused) return refused;
  const json = jsonOf(end);
  if (end.kind === "answer" && end.status >= 400)
    return saysNoRecord.test(textOf(membersOf(json)["error"]) ?? "")
      ? { kind: "not_found" }
      : { kind: "failed", why: `http_${end.status}` };
  const person = readPerson(entityIn(json), shape, asked);
  return person ? { kind: "found", record: person } : { kind: "failed", why: "unreadable" };
}
