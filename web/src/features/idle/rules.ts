import { idleCountdownSeconds } from "@idanimo/contract/limits";

export type Idleness =
  | { readonly step: "active"; readonly nextInMs: number }
  | { readonly step: "warned"; readonly secondsLeft: number }
  | { readonly step: "over" };

/**
 * The idle state after a time without activity: active, then one minute of warning, then over. Uses the clock and
 * no counter, because timers do not run on a sleeping device [C-01].
 * @param lastActivity Unix time in milliseconds, like `now`
 * @param warnAfterMs idle time before the warning
 */
export function idlenessAt(lastActivity: number, now: number, warnAfterMs: number): Idleness {
  const quietMs = now - lastActivity;
  if (quietMs < warnAfterMs) return { step: "active", nextInMs: warnAfterMs - quietMs };
  const leftMs = warnAfterMs + idleCountdownSeconds * 1000 - quietMs;
  return leftMs > 0 ? { step: "warned", secondsLeft: Math.ceil(leftMs / 1000) } : { step: "over" };
}

/**
 * The server ends an idle session one minute later than this page, counted from the last activity it saw. The page
 * reports activity at least this often.
 */
export const keepAliveIntervalMs = 50_000;

/** How often activity is sent to other open pages: typing causes many events a second. */
export const broadcastIntervalMs = 1_000;

/** A page that has just loaded reports to the server after this delay, unless another one did. */
export const keepAliveAfterLoadMs = 5_000;
