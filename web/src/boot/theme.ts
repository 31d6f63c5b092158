/**
 * Runs before the first paint of every document, as a file of its own so that no page needs script of its own inside: sets the
 * theme, and whether somebody seems to be signed in, so that nothing is drawn twice.
 */
import { darkModeQuery, applyPreferredTheme } from "../lib/apply-theme.ts";
import { syncThemeCookie, storedSignedInHint } from "../lib/storage.ts";

applyPreferredTheme();
darkModeQuery().addEventListener("change", applyPreferredTheme);
syncThemeCookie();
document.documentElement.dataset["script"] = "";
if (storedSignedInHint.get()) document.documentElement.dataset["signedIn"] = "";
