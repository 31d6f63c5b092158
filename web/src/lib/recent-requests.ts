/** The requests that have just been paid for, as the dashboard was told by the wizard; nothing that is no such list. */
export function readRecentRequestIds(state: unknown): readonly string[] {
  if (typeof state !== "object" || state === null || !("asked" in state) || !Array.isArray(state.asked)) return [];
  return state.asked.filter((id): id is string => typeof id === "string");
}
