import type { Theme } from "@idanimo/contract/theme";
import { useSyncExternalStore } from "react";
import { darkModeQuery, applyTheme } from "./apply-theme.ts";
import { storedTheme } from "./storage.ts";

const listeners = new Set<() => void>();

/** The theme in use: the chosen one, or else the device's [LAND-22]. */
export function readCurrentTheme(): Theme {
  return document.documentElement.dataset["theme"] === "dark" ? "dark" : "light";
}

/** Applies a theme and stores the choice. */
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

export function useTheme(): { readonly theme: Theme; readonly toggle: () => void } {
  const theme = useSyncExternalStore(subscribe, readCurrentTheme, (): Theme => "light");
  return { theme, toggle: () => setTheme(theme === "dark" ? "light" : "dark") };
}
