/** Reads the ids of the requests just paid for from the history state; empty if the state has none. */
export function readRecentRequestIds(state: unknown): readonly string[] {
  if (typeof state !== "object" || state === null || !("asked" in state) || !Array.isArray(state.asked)) return [];
  return state.asked.filter((id): id is string => typeof id === "string");
}
