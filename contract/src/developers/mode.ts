/** Live checks, or the test mode that costs nothing and contacts no one. */
export const modes = ["live", "test"] as const;
export type Mode = (typeof modes)[number];
