import { useTheme } from "../lib/theme.ts";
import { IconButton } from "./Button.tsx";
import { MoonIcon, SunIcon } from "./icons.tsx";

/** Switches between light and dark; its label names the theme it switches to. */
export function ThemeSwitch() {
  const { theme, toggle } = useTheme();
  return (
    <IconButton label={theme === "dark" ? "Use the light theme" : "Use the dark theme"} onClick={toggle}>
      {theme === "dark" ? <SunIcon /> : <MoonIcon />}
    </IconButton>
  );
}
