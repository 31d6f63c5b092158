import type { Theme } from "@idanimo/contract/theme";
import { useSyncExternalStore } from "react";
import { darkModeQuery, applyTheme } from "./apply-theme.ts";
import { storedTheme } from "./storage.ts";

const listeners = new Set<() => void>();

/** The theme in use: the one chosen, or else that of the device. Source: LAND-22. */
export function readCurrentTheme(): Theme {
  return document.documentElement.dataset["theme"] === "dark" ? "dark" : "light";
}

/** Changes the theme here and remembers it. */
export function setTheme(theme: Theme): void {
  applyTheme(theme);
  storedTheme.set(theme);
  for (const listener of listeners) listener();
}

function subscribe(changed: () => void) {
  listeners.add(changed);
  const device = darkModeQuery();
  device.addEventListener("change", changed);
  return () => {
    listeners.delete(changed);
    device.removeEventListener("change", changed);
  };
}

/** The theme and how to switch it. */
export function useTheme(): { readonly theme: Theme; readonly toggle: () => void } {
  const theme = useSyncExternalStore(subscribe, readCurrentTheme, (): Theme => "light");
  return { theme, toggle: () => setTheme(theme === "dark" ? "light" : "dark") };
}
