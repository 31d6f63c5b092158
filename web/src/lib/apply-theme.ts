import type { Theme } from "@idanimo/contract/theme";
import { storedTheme } from "./storage.ts";

/** Page colours for the browser's own toolbar; equal to `--page` in `styles/tokens.css`. */
export const themePageColours: Record<Theme, string> = { light: "#fbfaf6", dark: "#0e1512" };

/** Shows a theme on this page. The caller stores the choice. */
export function applyTheme(theme: Theme): void {
  document.documentElement.dataset["theme"] = theme;
  for (const meta of document.querySelectorAll("meta[name=theme-color]"))
    meta.setAttribute("content", themePageColours[theme]);
}

export const darkModeQuery = (): MediaQueryList => matchMedia("(prefers-color-scheme: dark)");

/** Applies the stored theme, or the device's if none is stored [LAND-22]. */
export function applyPreferredTheme(): void {
  applyTheme(storedTheme.get() ?? (darkModeQuery().matches ? "dark" : "light"));
}
