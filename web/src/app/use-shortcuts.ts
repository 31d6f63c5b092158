import { useEffect, useEffectEvent } from "react";
import { navigate } from "../lib/router.ts";
import { isShortcut, shortcutKeys } from "../lib/shortcut-key.ts";

const wizardPath = "/dashboard";

/** The shortcuts of every screen: a new check, and the list of shortcuts. The history has its own for its search. */
export function useShortcuts(openHelp: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (isShortcut(event, shortcutKeys.newCheck)) {
      event.preventDefault();
      // what was typed into the wizard stays
      if (location.pathname !== wizardPath) navigate(wizardPath);
    } else if (isShortcut(event, shortcutKeys.help)) {
      event.preventDefault();
      openHelp();
    }
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
}
