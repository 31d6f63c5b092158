/** Live data and money, or an organisation's test data and play money [DP-17]. */
export const modes = ["live", "test"] as const;
export type Mode = (typeof modes)[number];

/** The mode of a browser's call; without it, live. */
export const modeHeader = "Idanimo-Mode";
/** The same in the address of a download or an event stream, which a browser opens without our headers. */
export const modeQuery = "mode";

/** How an API key of each mode begins. */
export const keyPrefixes = { live: "idn_live_", test: "idn_test_" } as const satisfies Record<Mode, string>;
