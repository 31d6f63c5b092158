/**
 * Runs before the first paint of every document: sets the theme and whether a user seems to be signed in, so that
 * nothing renders twice. A separate file, so that no page needs inline script.
 */
import { darkModeQuery, applyPreferredTheme } from "../lib/apply-theme.ts";
import { syncThemeCookie, storedSignedInHint } from "../lib/storage.ts";

applyPreferredTheme();
darkModeQuery().addEventListener("change", applyPreferredTheme);
syncThemeCookie();
document.documentElement.dataset["script"] = "";
if (storedSignedInHint.get()) document.documentElement.dataset["signedIn"] = "";
