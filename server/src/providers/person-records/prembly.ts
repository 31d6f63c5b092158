import { below, type Line, usualFault } from "../line.ts";
import type { Answer, End } from "../outside.ts";
import type { LookupAnswer, PersonFound, Source } from "../source.ts";
import { membersOf, textOf } from "../wire-json.ts";
import { personIn } from "./prembly-person.ts";

/** Prembly's register look-ups. Source: providers 2.1. */

export type PremblySettings = {
  readonly baseUrl: string;
  /** Three generations of paths are in use there; this goes before the path. */
  readonly pathPrefix: string;
  readonly apiKey: string;
  readonly appId: string;
};

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

export type PremblySources = { readonly nin: Source<string, PersonFound> };

export function prembly(line: Line, settings: PremblySettings): PremblySources {
  const base = below(settings.baseUrl, settings.pathPrefix);
  const headers = { "x-api-key": settings.apiKey, "app-id": settings.appId };
  return {
    nin: {
      provider: line.name,
      standing: () => line.standing(),
      async ask(nin, attemptId) {
        const body = { number: nin, customer_reference: attemptId };
        return lookupIn(
          await line.ask({ method: "POST", url: below(base, "verification/vnin"), headers, body }, faultIn),
        );
      },
    },
  };
}

/** An empty account there and a source that is away count against the provider too: asking on would help nobody. */
function faultIn(answer: Answer): string | undefined {
  const fault = usualFault(answer);
  if (fault) return fault;
  const code = codeIn(answer);
  if (code === undefined) return "unreadable";
  if (meanings[code] === "quota") return "quota";
  return meanings[code] === "not_taken" ? "source_away" : undefined;
}

function codeIn({ json }: Answer): string | undefined {
  return textOf(membersOf(json)["response_code"]);
}

function lookupIn(end: End): LookupAnswer<PersonFound> {
  if (end.kind === "refused_connection") return { kind: "not_taken", why: end.why };
  if (end.kind !== "answer") return { kind: "failed", why: end.kind === "timeout" ? "timeout" : end.why };
  // too many at once is refused before any work is done; nothing else but success is proof of anything
  if (end.status === 429) return { kind: "not_taken", why: "rate_limited" };
  if (end.status !== 200) return { kind: "failed", why: usualFault(end) ?? `http_${end.status}` };
  const code = codeIn(end);
  const meaning = code === undefined ? undefined : meanings[code];
  if (meaning === "not_found") return { kind: "not_found" };
  if (meaning === "not_taken") return { kind: "not_taken", why: "source_away" };
  if (meaning !== "found") return { kind: "failed", why: meaning ?? "unreadable" };
  return recordIn(membersOf(end.json));
}

function recordIn(body: Readonly<Record<string, unknown>>): LookupAnswer<PersonFound> {
  // an unfinished look-up is repeated by the provider in its own time: nothing we could wait for
  if (textOf(membersOf(body["verification"])["status"])?.toUpperCase() === "PENDING")
    return { kind: "failed", why: "pending" };
  const record = personIn(body["nin_data"] ?? body["data"]);
  return record ? { kind: "found", record } : { kind: "failed", why: "unreadable" };
}
