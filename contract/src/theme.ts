/**
 * Light or dark: chosen in the browser, read by the server for the pages that it renders [LAND-20 LAND-21 LAND-22].
 */
export const themes = ["light", "dark"] as const;
export type Theme = (typeof themes)[number];

/** The chosen theme, also in the browser's storage, which only a script can read. */
export const themeCookieName = "theme";
