import type { ScoredBureau } from "@idanimo/contract/checks/bvn/bureaus";
import type { SourceSettings } from "../source-settings.ts";
import { joinUrl, type ProviderClient } from "../provider-client.ts";
import { faultUnless, jsonBodyOf, unusableOutcome } from "../lookup-outcome.ts";
import type { HttpResponse, HttpOutcome } from "../http-client.ts";
import type { Bureau, BureauFound, LookupResult, Source } from "../source.ts";
import { membersOf, wireText } from "../wire-json.ts";
import { parseBureauRecord, parseFicoScore, parseBasicData } from "./bureau-record.ts";

/** SmartComply's credit lookups: one call for each table and each score. */

/**
 * Paths below the base, with their trailing slash. First Central's full path is by analogy, since its documentation
 * names none. Its score call exists and is billed, but returns that bureau's own consumer score instead of a FICO
 * score, and the product does not show it.
 */
const paths = {
  crc: { full: "crc_full", score: "credit_scores_crc" },
  firstCentral: { full: "first_central_full", score: undefined },
  creditRegistry: { full: "credit_registry_full", score: undefined },
} as const satisfies {
  [Name in Bureau]: { readonly full: string; readonly score: Name extends ScoredBureau ? string : undefined };
};

/**
 * Looks up one bureau's record of a BVN: its tables, and its score if it has one, which is a second billed call.
 */
export function smartcomply(
  client: ProviderClient,
  settings: SourceSettings["smartcomply"],
  bureau: Bureau,
): Source<string, BureauFound> {
  const headers = { "x-access-token": settings.accessToken };
  const ask = (path: string, bvn: string) => {
    const url = `${joinUrl(settings.baseUrl, `api/onboarding/individual/${path}`)}/`;
    return client.request({ method: "POST", url, headers, body: { bvn } }, findFault);
  };
  return {
    provider: client.name,
    health: () => client.health(),
    async query(bvn) {
      const full = parseData(await ask(paths[bureau].full, bvn));
      const { score: scorePath } = paths[bureau];
      if (full.kind !== "found" || scorePath === undefined) return recordOf(full, null);
      const scored = parseData(await ask(scorePath, bvn));
      if (scored.kind === "not_found") return recordOf(full, null); // too few loans for a score
      if (scored.kind === "found") return recordOf(full, scored.record);
      return { kind: "failed", why: scored.why }; // the first call was billed, so the lookup must not be repeated
    },
  };
}

type Data = Readonly<Record<string, unknown>>;

function recordOf(full: LookupResult<Data>, scored: Data | null): LookupResult<BureauFound> {
  if (full.kind !== "found") return full;
  const data = full.record;
  const bvn = wireText(data["bvn"]);
  if (bvn === undefined) return { kind: "failed", why: "unreadable" };
  const scoredBvn = wireText(scored?.["bvn"]);
  if (scoredBvn !== undefined && scoredBvn !== bvn) return { kind: "failed", why: "wrong_person" };
  const ficoScore = parseFicoScore(scored?.["score"]) ?? parseFicoScore(data["score"]);
  return {
    kind: "found",
    record: { bvn, bureau: parseBureauRecord(data["score"]), ficoScore, basic: parseBasicData(data) },
  };
}

/** `{status, data, message}`, or `{success, statusCode, message, response_code, data}` from older calls. */
function isSuccess(body: Data): boolean {
  return body["success"] === true || wireText(body["status"])?.toLowerCase() === "success";
}

function hasEnvelope(body: Data): boolean {
  return typeof body["success"] === "boolean" || wireText(body["status"]) !== undefined;
}

const findFault = faultUnless(({ json }: HttpResponse) => hasEnvelope(membersOf(json)));

function parseData(end: HttpOutcome): LookupResult<Data> {
  const rejected = unusableOutcome(end, [400, 404]);
  if (rejected) return rejected;
  const body = membersOf(jsonBodyOf(end));
  if (end.kind === "response" && end.status >= 400) return parseNoRecord(end.status, body);
  if (isSuccess(body) && wireText(membersOf(body["data"])["bvn"]) !== undefined)
    return { kind: "found", record: membersOf(body["data"]) };
  return isNoRecord(body) ? { kind: "not_found" } : { kind: "failed", why: "unreadable" };
}

/** A 404 in their envelope is about the BVN; any other is about the path, and must not count as "no record". */
function parseNoRecord(status: number, body: Data): LookupResult<never> {
  if (isNoRecord(body) || (status === 404 && hasEnvelope(body))) return { kind: "not_found" };
  return { kind: "failed", why: `http_${status}` };
}

function isNoRecord(body: Data): boolean {
  return /no credit data available/i.test(wireText(body["message"]) ?? "");
}
