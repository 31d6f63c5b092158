import { useSyncExternalStore } from "react";
import { paintTheme } from "./paint-theme.ts";
import { storedTheme, type Theme } from "./storage.ts";

const listeners = new Set<() => void>();

/** The theme in use. Light unless the reader chose otherwise. Source: A§3, O-41. */
export function currentTheme(): Theme {
  return document.documentElement.dataset["theme"] === "dark" ? "dark" : "light";
}

/** Changes the theme here and remembers it. */
export function setTheme(theme: Theme): void {
  paintTheme(theme);
  storedTheme.set(theme);
  for (const listener of listeners) listener();
}

function subscribe(changed: () => void) {
  listeners.add(changed);
  return () => void listeners.delete(changed);
}

/** The theme and how to switch it. */
export function useTheme(): { readonly theme: Theme; readonly toggle: () => void } {
  const theme = useSyncExternalStore(subscribe, currentTheme, (): Theme => "light");
  return { theme, toggle: () => setTheme(theme === "dark" ? "light" : "dark") };
}
