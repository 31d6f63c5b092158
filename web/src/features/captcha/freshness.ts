/** How long the server takes a solved check at most, and how long before that a new one is begun. Source: T-08. */
const lifeMs = 120_000;
const shortestLifeMs = 30_000;
const headStartMs = 25_000;

/**
 * How long to keep a solved check before the next is begun, so that the answer at hand is never an old one.
 * @param challenge what the server sent; its `expiresAt` is in seconds
 * @param askedAt milliseconds since 1970, by this device's clock
 * @param now     the same, when it was solved
 *
 * A device's clock may be wrong by hours, so the server's end is only believed between half a minute and two minutes.
 */
export function freshForMs(expiresAt: unknown, askedAt: number, now: number): number {
  const told = typeof expiresAt === "number" ? expiresAt * 1000 - askedAt : lifeMs;
  const life = Math.min(Math.max(told, shortestLifeMs), lifeMs);
  return Math.max(life - headStartMs - (now - askedAt), 1_000);
}
