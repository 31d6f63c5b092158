import { storedKeyboardShortcuts } from "./storage.ts";

/** Single-key shortcuts of the application; a dialog lists them. */
export const shortcutKeys = { search: "/", newCheck: "n", help: "?" } as const;

/**
 * Whether a key press is a shortcut: without modifiers, outside text fields and dialogs, on a wide screen, and unless
 * the user has turned shortcuts off, because speech input may trigger them by accident. Source: WCAG 2.1.4.
 */
export function isShortcut(event: KeyboardEvent, key: string): boolean {
  if (event.key !== key || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return false;
  if (isTextField(event.target) || document.querySelector("dialog[open]")) return false;
  // a narrow screen has no menu to turn shortcuts off
  return storedKeyboardShortcuts.get() !== "off" && matchMedia("(min-width: 60em)").matches;
}

/** Whether an element takes text input. */
function isTextField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest("input, select, textarea, [contenteditable]") !== null;
}
