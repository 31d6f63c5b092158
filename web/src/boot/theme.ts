/**
 * Runs before the first paint of every document, as a file of its own so that no page needs script of its own inside: sets the
 * theme, and whether somebody seems to be signed in, so that nothing is drawn twice.
 */
import { deviceIsDark, paintWantedTheme } from "../lib/paint-theme.ts";
import { mirrorTheme, storedRoot } from "../lib/storage.ts";

paintWantedTheme();
deviceIsDark().addEventListener("change", paintWantedTheme);
mirrorTheme();
document.documentElement.dataset["script"] = "";
if (storedRoot.get()) document.documentElement.dataset["signedIn"] = "";
