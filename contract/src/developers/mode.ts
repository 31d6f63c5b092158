/** Whether a call works with real data and money, or with play data in a database of its own. */
export const modes = ["live", "test"] as const;
export type Mode = (typeof modes)[number];

/** With this header a browser's call works in test mode; a key has its mode. */
export const modeHeader = "Idanimo-Mode";
