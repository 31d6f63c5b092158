/** How long the server takes a solved check at most, and how long before that a new one is begun. Source: T-08. */
const maxLifetimeMs = 120_000;
const minLifetimeMs = 30_000;
const renewBeforeMs = 25_000;

/**
 * How long to keep a solved check before the next is begun, so that the answer at hand is never an old one.
 * @param challenge what the server sent; its `expiresAt` is in seconds
 * @param requestedAt milliseconds since 1970, by this device's clock
 * @param now     the same, when it was solved
 *
 * A device's clock may be wrong by hours, so the server's end is only believed between half a minute and two minutes.
 */
export function renewAfterMs(expiresAt: unknown, requestedAt: number, now: number): number {
  const statedLifetimeMs = typeof expiresAt === "number" ? expiresAt * 1000 - requestedAt : maxLifetimeMs;
  const lifetimeMs = Math.min(Math.max(statedLifetimeMs, minLifetimeMs), maxLifetimeMs);
  return Math.max(lifetimeMs - renewBeforeMs - (now - requestedAt), 1_000);
}
