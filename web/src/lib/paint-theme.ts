import type { Theme } from "./storage.ts";

/** The page's own colours, for the browser's bar around it; the same as `--page` in `styles/tokens.css`. */
const pageColours: Record<Theme, string> = { light: "#fbfaf6", dark: "#0e1512" };

/** Shows a theme on this page. Remembering it is the caller's part. */
export function paintTheme(theme: Theme): void {
  document.documentElement.dataset["theme"] = theme;
  document.querySelector("meta[name=theme-color]")?.setAttribute("content", pageColours[theme]);
}
