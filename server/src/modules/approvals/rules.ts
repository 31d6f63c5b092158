/** What an act depends on, as text by name. Amounts are in minor units. */
export type Facts = Readonly<Record<string, string>>;

/** The text whose hash identifies facts: the same for every order of the names. */
export function serializeFacts(facts: Facts): string {
  const names = Object.keys(facts).toSorted();
  return JSON.stringify(names.map((name) => [name, facts[name]]));
}

/** How an approval is at a time: one whose time ran out is expired, whether or not that was recorded. */
export function isExpired(expiresAt: Date, now: Date): boolean {
  return expiresAt.getTime() <= now.getTime();
}
