import type { HttpResponse, HttpOutcome } from "./http-client.ts";
import { defaultFault } from "./provider-client.ts";
import type { LookupResult } from "./source.ts";

type NoRecord = Extract<LookupResult<never>, { readonly kind: "not_taken" | "failed" }>;

/**
 * What an end that is no usable answer means for a charge, the same for every source; undefined for an answer below 300, and
 * for the statuses a source gives a meaning of its own. Too many at once is refused before any work is done; nothing else but
 * a connection that never stood is proof of anything.
 * @param own statuses that the caller reads by itself
 */
export function unusableOutcome(end: HttpOutcome, own: readonly number[] = []): NoRecord | undefined {
  if (end.kind === "refused_connection") return { kind: "not_taken", why: end.why };
  if (end.kind !== "answer") return { kind: "failed", why: end.kind === "timeout" ? "timeout" : end.why };
  if (end.status === 429) return { kind: "not_taken", why: "rate_limited" };
  if (end.status < 300 || own.includes(end.status)) return undefined;
  return { kind: "failed", why: defaultFault(end) ?? `http_${end.status}` };
}

/** The JSON of an answer that is one; undefined for every other end. */
export function jsonBodyOf(end: HttpOutcome): unknown {
  return end.kind === "answer" ? end.json : undefined;
}

/** Counts an answer that arrived whole but cannot be read against its source. */
export function faultUnless(
  isReadable: (answer: HttpResponse) => boolean,
): (answer: HttpResponse) => string | undefined {
  return (answer) => defaultFault(answer) ?? (answer.status < 300 && !isReadable(answer) ? "unreadable" : undefined);
}
