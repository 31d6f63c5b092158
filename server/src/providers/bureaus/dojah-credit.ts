import type { SourceSettings } from "../source-settings.ts";
import { joinUrl, type ProviderClient } from "../provider-client.ts";
import { faultUnless, jsonBodyOf, unusableOutcome } from "../lookup-outcome.ts";
import type { HttpOutcome } from "../http-client.ts";
import type { Bureau, BureauFound, LookupResult, Source } from "../source.ts";
import { membersOf, wireText } from "../wire-json.ts";
import { parseBureauRecord, parseFicoScore, parseBasicData } from "./bureau-record.ts";

/** Dojah's credit lookup. */

const names = {
  crc: { source: "CRC", status: "crc" },
  firstCentral: { source: "FIRST_CENTRAL", status: "firstCentral" },
  creditRegistry: { source: "CREDIT_REGISTRY", status: "creditRegistry" },
} as const satisfies Record<Bureau, { readonly source: string; readonly status: string }>;

/**
 * Returns one bureau's part of Dojah's response. Each call returns and bills all three bureaus, so a purchase of
 * several bureaus pays Dojah once for each: every part is a charge of its own, called once and refunded alone.
 */
export function dojahCredit(
  client: ProviderClient,
  settings: NonNullable<SourceSettings["dojah"]>,
  bureau: Bureau,
): Source<string, BureauFound> {
  const headers = { AppId: settings.appId, Authorization: settings.secretKey };
  return {
    provider: client.name,
    health: () => client.health(),
    async query(bvn) {
      const url = `${joinUrl(settings.baseUrl, "api/v1/credit_bureau")}?${new URLSearchParams({ bvn }).toString()}`;
      return parseBureauPart(await client.request({ method: "GET", url, headers }, findFault), bureau);
    },
  };
}

const entityOf = (json: unknown) => membersOf(membersOf(json)["entity"]);
const findFault = faultUnless(({ json }) => wireText(entityOf(json)["bvn"]) !== undefined);

function parseBureauPart(end: HttpOutcome, bureau: Bureau): LookupResult<BureauFound> {
  const rejected = unusableOutcome(end, [400, 404]);
  if (rejected) return rejected;
  if (end.kind === "response" && end.status >= 400) {
    const message = wireText(membersOf(jsonBodyOf(end))["error"]) ?? "";
    return /not found|no credit data/i.test(message)
      ? { kind: "not_found" }
      : { kind: "failed", why: `http_${end.status}` };
  }
  const entity = entityOf(jsonBodyOf(end));
  const bvn = wireText(entity["bvn"]);
  if (bvn === undefined) return { kind: "failed", why: "unreadable" };
  const score = membersOf(entity["score"]);
  const status = wireText(membersOf(score["bureauStatus"])[names[bureau].status]);
  const own = partOfSource(score, names[bureau].source);
  if ((status !== undefined && status.toLowerCase() !== "success") || own === undefined) return { kind: "not_found" };
  return {
    kind: "found",
    record: { bvn, bureau: parseBureauRecord(own), ficoScore: parseFicoScore(own), basic: parseBasicData(entity) },
  };
}

/** Every field of a score is a list of `{source, value}`; returns one source's fields, undefined if it has none. */
function partOfSource(score: Readonly<Record<string, unknown>>, source: string) {
  const fields = Object.entries(score).flatMap(([name, list]) => {
    const entries: readonly unknown[] = Array.isArray(list) ? list : [];
    const own = entries.map(membersOf).find((entry) => wireText(entry["source"])?.toUpperCase() === source);
    return own === undefined ? [] : [[name, own["value"]] as const];
  });
  return fields.length === 0 ? undefined : Object.fromEntries(fields);
}
