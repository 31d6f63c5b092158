import { idleCountdownSeconds } from "@idanimo/contract/limits";

export type Idleness =
  | { readonly step: "active"; readonly nextInMs: number }
  | { readonly step: "warned"; readonly secondsLeft: number }
  | { readonly step: "over" };

/**
 * How a sign-in stands after a time without activity: some minutes quiet, one minute of warning, then it ends. Told from the
 * clock and not by counting, since a sleeping device does not count.
 * @param lastActivity and now: milliseconds since 1970
 * @param warnAfterMs the quiet time before the warning
 * Source: A§4, C-01.
 */
export function idlenessAt(lastActivity: number, now: number, warnAfterMs: number): Idleness {
  const quietMs = now - lastActivity;
  if (quietMs < warnAfterMs) return { step: "active", nextInMs: warnAfterMs - quietMs };
  const leftMs = warnAfterMs + idleCountdownSeconds * 1000 - quietMs;
  return leftMs > 0 ? { step: "warned", secondsLeft: Math.ceil(leftMs / 1000) } : { step: "over" };
}

/**
 * The server ends a sign-in a minute later than this page, counted from what it saw last. So it is told of activity at
 * least this often. Source: design 3.
 */
export const keepAliveIntervalMs = 50_000;

/** Other open pages hear of a burst of activity once: typing is many signs a second. */
export const broadcastIntervalMs = 1_000;

/** A page that has just loaded tells the server after this long, unless another one did. */
export const keepAliveAfterLoadMs = 5_000;
