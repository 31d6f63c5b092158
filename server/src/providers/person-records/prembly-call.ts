import { joinUrl, type ProviderClient, defaultFault } from "../provider-client.ts";
import { jsonBodyOf, unusableOutcome } from "../lookup-outcome.ts";
import type { HttpResponse, HttpOutcome } from "../http-client.ts";
import type { LookupResult } from "../source.ts";
import { membersOf, wireText } from "../wire-json.ts";

/** Calls Prembly and reads its envelope. */

export type PremblySettings = {
  readonly baseUrl: string;
  /** Three versions of paths are in use; this goes before the path. */
  readonly pathPrefix: string;
  readonly apiKey: string;
  readonly appId: string;
};

export type Members = Readonly<Record<string, unknown>>;

/** Calls one path with a body, and reads a successful response. `read` returns undefined if it is no record. */
export type PremblyCall = <Found>(
  path: string,
  body: Members,
  read: (response: Members, reference: string | null) => LookupResult<Found> | undefined,
) => Promise<LookupResult<Found>>;

/**
 * What each code means for a charge. Only the code decides: all responses have HTTP 200, and `status` may be true
 * for a failure. `02` is documented as not billed; anything unknown may have been billed.
 */
const meanings: Readonly<Record<string, "found" | "not_found" | "not_accepted" | "quota" | "blocked">> = {
  "00": "found",
  "01": "not_found",
  "02": "not_accepted",
  "03": "quota",
  "07": "blocked",
};

export function premblyCall(client: ProviderClient, settings: PremblySettings): PremblyCall {
  const base = joinUrl(settings.baseUrl, settings.pathPrefix);
  const headers = { "x-api-key": settings.apiKey, "app-id": settings.appId };
  return async (path, body, read) => {
    const url = joinUrl(base, `verification/${path}`);
    const end = await client.request({ method: "POST", url, headers, body }, findFault);
    const rejection = parseRejection(end);
    if (rejection) return rejection;
    const response = membersOf(jsonBodyOf(end));
    const { status, reference } = membersOf(response["verification"]);
    // the provider repeats an unfinished lookup later, so waiting does not help
    if (wireText(status)?.toUpperCase() === "PENDING") return { kind: "failed", why: "pending" };
    return (
      read(response, wireText(reference)?.slice(0, referenceMaxLength) ?? null) ?? { kind: "failed", why: "unreadable" }
    );
  };
}

const referenceMaxLength = 100;

/** An empty account and an unavailable source count as failures too, because further calls would not help. */
function findFault(response: HttpResponse): string | undefined {
  const fault = defaultFault(response);
  if (fault) return fault;
  const code = parseCode(response.json);
  if (code === undefined) return "unreadable";
  if (meanings[code] === "quota") return "quota";
  return meanings[code] === "not_accepted" ? "source_away" : undefined;
}

function parseCode(json: unknown): string | undefined {
  return wireText(membersOf(json)["response_code"]);
}

function parseRejection(end: HttpOutcome): Exclude<LookupResult<never>, { readonly kind: "found" }> | undefined {
  const rejected = unusableOutcome(end);
  if (rejected) return rejected;
  const code = parseCode(jsonBodyOf(end));
  const meaning = code === undefined ? undefined : meanings[code];
  if (meaning === "found") return undefined;
  if (meaning === "not_found") return { kind: "not_found" };
  if (meaning === "not_accepted") return { kind: "not_accepted", why: "source_away" };
  return { kind: "failed", why: meaning ?? "unreadable" };
}
