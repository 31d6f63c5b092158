import { below, type Line } from "../line.ts";
import { faultUnless, jsonOf, unusable } from "../look-up.ts";
import type { End } from "../outside.ts";
import type { LookupAnswer, Source, StolenFound } from "../source.ts";
import { membersOf, textOf } from "../wire-json.ts";
import { rowsIn } from "../wire-rows.ts";

/** A register of stolen vehicles, by our own contract: no public one is known. Source: providers 3.5, docs/sandbox.md. */

export type PartnerSettings = { readonly baseUrl: string; readonly key: string };

export function stolenRegister(line: Line, settings: PartnerSettings): Source<string, StolenFound> {
  const headers = { authorization: `Bearer ${settings.key}` };
  return {
    provider: line.name,
    standing: () => line.standing(),
    async ask(chassis) {
      const url = `${below(settings.baseUrl, "v1/stolen")}?${new URLSearchParams({ chassis }).toString()}`;
      return wordIn(await line.ask({ method: "GET", url, headers }, faultIn));
    },
  };
}

const faultIn = faultUnless(({ json }) => textOf(membersOf(json)["chasisNumber"]) !== undefined);

/** `stolen: null` says that the register itself cannot be reached: not billed, so it may be asked again. */
function wordIn(end: End): LookupAnswer<StolenFound> {
  const refused = unusable(end);
  if (refused) return refused;
  const { chasisNumber, stolen, report } = membersOf(jsonOf(end));
  const chassis = textOf(chasisNumber)?.toUpperCase();
  if (chassis === undefined) return { kind: "failed", why: "unreadable" };
  if (stolen === null) return { kind: "not_taken", why: "source_away" };
  if (typeof stolen !== "boolean") return { kind: "failed", why: "unreadable" };
  return { kind: "found", record: { chassis, stolen, reports: rowsIn(report) } };
}
