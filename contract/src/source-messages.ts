/** Why operators closed a source, from a list; the wizard shows the text beside the check. */

export const sourceMessageCodes = ["maintenance", "outage", "wrong_records", "paused"] as const;
export type SourceMessage = (typeof sourceMessageCodes)[number];

/** At most 21 characters: one line beside the check. */
export const sourceMessages = {
  maintenance: "Under maintenance",
  outage: "Outage at the source",
  wrong_records: "Being corrected",
  paused: "Paused by us",
} as const satisfies Record<SourceMessage, string>;
