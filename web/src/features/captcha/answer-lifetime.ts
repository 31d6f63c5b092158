/**
 * The maximum time for which the server accepts a captcha answer [T-08], and how long before its end a new one is
 * requested.
 */
const maxLifetimeMs = 120_000;
const minLifetimeMs = 30_000;
const renewBeforeMs = 25_000;

/**
 * How long to use a captcha answer before requesting the next, so that the current answer is never expired.
 * A device's clock may be wrong by hours, so the server's expiry is used only if it is between half a minute and
 * two minutes away.
 * @param expiresAt the expiry of the server's challenge, Unix time in seconds
 * @param requestedAt Unix time in milliseconds, by this device's clock
 * @param now Unix time in milliseconds when it was solved
 */
export function renewAfterMs(expiresAt: number | undefined, requestedAt: number, now: number): number {
  const statedLifetimeMs = expiresAt === undefined ? maxLifetimeMs : expiresAt * 1000 - requestedAt;
  const lifetimeMs = Math.min(Math.max(statedLifetimeMs, minLifetimeMs), maxLifetimeMs);
  return Math.max(lifetimeMs - renewBeforeMs - (now - requestedAt), 1_000);
}
