import { joinUrl, type ProviderClient } from "../provider-client.ts";
import { faultUnless, jsonBodyOf, unusableOutcome } from "../lookup-outcome.ts";
import type { HttpOutcome } from "../http-client.ts";
import type { LookupResult, Source, StolenFound } from "../source.ts";
import { membersOf, wireText } from "../wire-json.ts";
import { parseRows } from "../wire-rows.ts";

/** A register of stolen vehicles, with our own contract, because no public one is known. See docs/sandbox.md. */

export type StolenRegisterSettings = { readonly baseUrl: string; readonly key: string };

export function stolenRegister(client: ProviderClient, settings: StolenRegisterSettings): Source<string, StolenFound> {
  const headers = { authorization: `Bearer ${settings.key}` };
  return {
    provider: client.name,
    health: () => client.health(),
    async query(chassis) {
      const url = `${joinUrl(settings.baseUrl, "v1/stolen")}?${new URLSearchParams({ chassis }).toString()}`;
      return parseStolenRecord(await client.request({ method: "GET", url, headers }, findFault));
    },
  };
}

const findFault = faultUnless(({ json }) => wireText(membersOf(json)["chasisNumber"]) !== undefined);

/** `stolen: null` means that the register itself is unreachable: not billed, so it may be repeated. */
function parseStolenRecord(end: HttpOutcome): LookupResult<StolenFound> {
  const rejected = unusableOutcome(end);
  if (rejected) return rejected;
  const { chasisNumber, stolen, report } = membersOf(jsonBodyOf(end));
  const chassis = wireText(chasisNumber)?.toUpperCase();
  if (chassis === undefined) return { kind: "failed", why: "unreadable" };
  if (stolen === null) return { kind: "not_accepted", why: "source_away" };
  if (typeof stolen !== "boolean") return { kind: "failed", why: "unreadable" };
  return { kind: "found", record: { chassis, stolen, reports: parseRows(report) } };
}
