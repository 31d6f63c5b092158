import type { Theme } from "@idanimo/contract/theme";
import { storedTheme } from "./storage.ts";

/** The page's own colours, for the browser's bar around it; the same as `--page` in `styles/tokens.css`. */
export const themePageColours: Record<Theme, string> = { light: "#fbfaf6", dark: "#0e1512" };

/** Shows a theme on this page. Remembering it is the caller's part. */
export function applyTheme(theme: Theme): void {
  document.documentElement.dataset["theme"] = theme;
  for (const meta of document.querySelectorAll("meta[name=theme-color]"))
    meta.setAttribute("content", themePageColours[theme]);
}

/** What the device is set to. */
export const darkModeQuery = (): MediaQueryList => matchMedia("(prefers-color-scheme: dark)");

/** Shows the theme that the reader chose; with nothing chosen, that of the device. Source: LAND-22. */
export function applyPreferredTheme(): void {
  applyTheme(storedTheme.get() ?? (darkModeQuery().matches ? "dark" : "light"));
}
