/** The requests that have just been paid for, as the dashboard was told by the wizard; nothing that is no such list. */
export function askedIn(said: unknown): readonly string[] {
  if (typeof said !== "object" || said === null || !("asked" in said) || !Array.isArray(said.asked)) return [];
  return said.asked.filter((id): id is string => typeof id === "string");
}
