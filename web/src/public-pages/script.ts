/**
 * The only script of the public pages, at most 3 KB: theme, menu, the two policies above the page, the click id of a landing
 * link, the name in the bar. Everything is usable without it.
 */
import { openLegalLinks } from "../lib/legal-dialog.ts";
import { paintTheme } from "../lib/paint-theme.ts";
import { sharedComputer, storedClickId, storedLeftAt, storedRoot, storedTheme } from "../lib/storage.ts";
import { clickIdIn } from "./click-id.ts";

const root = document.documentElement;
const each = (selector: string, act: (element: HTMLElement) => void) => {
  for (const element of document.querySelectorAll<HTMLElement>(selector)) act(element);
};

const name = storedRoot.get();
if (name?.firstName) each("[data-name]", (element) => (element.textContent = `${name.firstName} ${name.lastName}`));
each("[data-year]", (element) => (element.textContent = String(new Date().getFullYear())));

const clickId = clickIdIn(location.pathname);
if (clickId) storedClickId.set(clickId);

addEventListener("click", (event) => {
  const pressed = event.target instanceof Element ? event.target : root;
  if (pressed.closest("[data-theme-switch]")) {
    const theme = root.dataset["theme"] === "dark" ? "light" : "dark";
    paintTheme(theme);
    storedTheme.set(theme);
  }
  each("[data-menu][open]", (menu) => {
    if (!menu.contains(pressed) || pressed.closest("a")) menu.removeAttribute("open");
  });
});
addEventListener("keydown", (event) => {
  if (event.key === "Escape") each("[data-menu][open]", (menu) => menu.removeAttribute("open"));
});
// who reads here on a shared computer goes on with their visit
addEventListener("pagehide", () => sharedComputer.get() && storedLeftAt.set(String(Date.now())));
openLegalLinks();
