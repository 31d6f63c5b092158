import type { HttpResponse, HttpOutcome } from "./http-client.ts";
import { defaultFault } from "./provider-client.ts";
import type { LookupResult } from "./source.ts";

type NoRecord = Extract<LookupResult<never>, { readonly kind: "not_accepted" | "failed" }>;

/**
 * What an outcome without a usable response means for a charge, the same for every source; undefined for a response
 * below 300 and for statuses in `own`. Only a 429, which comes before any work, and a connection that was never
 * made show that nothing was billed.
 * @param own statuses that the caller handles
 */
export function unusableOutcome(end: HttpOutcome, own: readonly number[] = []): NoRecord | undefined {
  if (end.kind === "refused_connection") return { kind: "not_accepted", why: end.why };
  if (end.kind !== "response") return { kind: "failed", why: end.kind === "timeout" ? "timeout" : end.why };
  if (end.status === 429) return { kind: "not_accepted", why: "rate_limited" };
  if (end.status < 300 || own.includes(end.status)) return undefined;
  return { kind: "failed", why: defaultFault(end) ?? `http_${end.status}` };
}

/** The JSON of a response; undefined for every other outcome. */
export function jsonBodyOf(end: HttpOutcome): unknown {
  return end.kind === "response" ? end.json : undefined;
}

/** Counts a complete response that cannot be read as the source's failure. */
export function faultUnless(
  isReadable: (response: HttpResponse) => boolean,
): (response: HttpResponse) => string | undefined {
  return (response) =>
    defaultFault(response) ?? (response.status < 300 && !isReadable(response) ? "unreadable" : undefined);
}
