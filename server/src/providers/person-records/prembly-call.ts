import { below, type Line, usualFault } from "../line.ts";
import { jsonOf, unusable } from "../look-up.ts";
import type { Answer, End } from "../outside.ts";
import type { LookupAnswer } from "../source.ts";
import { membersOf, textOf } from "../wire-json.ts";

/** Asking Prembly, and what its envelope says. Source: providers 2.1. */

export type PremblySettings = {
  readonly baseUrl: string;
  /** Three generations of paths are in use there; this goes before the path. */
  readonly pathPrefix: string;
  readonly apiKey: string;
  readonly appId: string;
};

export type Members = Readonly<Record<string, unknown>>;

/** Asks one path with a body, and has an answer of success read. Undefined from `read`: the record is none. */
export type PremblyCall = <Found>(
  path: string,
  body: Members,
  read: (answer: Members, reference: string | null) => LookupAnswer<Found> | undefined,
) => Promise<LookupAnswer<Found>>;

/**
 * What each code means for a charge. Decided on the code alone: all of them come with HTTP 200, and `status` may be true for
 * a failure. `02` is documented as not billed; everything unknown may have been billed.
 */
const meanings: Readonly<Record<string, "found" | "not_found" | "not_taken" | "quota" | "blocked">> = {
  "00": "found",
  "01": "not_found",
  "02": "not_taken",
  "03": "quota",
  "07": "blocked",
};

export function premblyCall(line: Line, settings: PremblySettings): PremblyCall {
  const base = below(settings.baseUrl, settings.pathPrefix);
  const headers = { "x-api-key": settings.apiKey, "app-id": settings.appId };
  return async (path, body, read) => {
    const url = below(base, `verification/${path}`);
    const end = await line.ask({ method: "POST", url, headers, body }, faultIn);
    const refused = refusalIn(end);
    if (refused) return refused;
    const answer = membersOf(jsonOf(end));
    const { status, reference } = membersOf(answer["verification"]);
    // an unfinished look-up is repeated by the provider in its own time: nothing we could wait for
    if (textOf(status)?.toUpperCase() === "PENDING") return { kind: "failed", why: "pending" };
    return read(answer, textOf(reference)?.slice(0, longestReference) ?? null) ?? { kind: "failed", why: "unreadable" };
  };
}

const longestReference = 100;

/** An empty account there and a source that is away count against the provider too: asking on would help nobody. */
function faultIn(answer: Answer): string | undefined {
  const fault = usualFault(answer);
  if (fault) return fault;
  const code = codeIn(answer.json);
  if (code === undefined) return "unreadable";
  if (meanings[code] === "quota") return "quota";
  return meanings[code] === "not_taken" ? "source_away" : undefined;
}

function codeIn(json: unknown): string | undefined {
  return textOf(membersOf(json)["response_code"]);
}

function refusalIn(end: End): Exclude<LookupAnswer<never>, { readonly kind: "found" }> | undefined {
  const refused = unusable(end);
  if (refused) return refused;
  const code = codeIn(jsonOf(end));
  const meaning = code === undefined ? undefined : meanings[code];
  if (meaning === "found") return undefined;
  if (meaning === "not_found") return { kind: "not_found" };
  if (meaning === "not_taken") return { kind: "not_taken", why: "source_away" };
  return { kind: "failed", why: meaning ?? "unreadable" };
}
