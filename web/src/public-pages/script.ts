/**
 * The only script of the public pages, at most 3 KB: theme, menu, legal dialogs, the click id of a landing link,
 * the user's name. Every page works without it.
 */
import { openLegalLinksInDialog } from "../lib/legal-dialog.ts";
import { applyTheme } from "../lib/apply-theme.ts";
import { sharedComputer, storedClickId, storedLeftAt, storedSignedInHint, storedTheme } from "../lib/storage.ts";
import { parseClickId } from "./click-id.ts";

const root = document.documentElement;
const forEachElement = (selector: string, act: (element: HTMLElement) => void) => {
  for (const element of document.querySelectorAll<HTMLElement>(selector)) act(element);
};

const signedInHint = storedSignedInHint.get();
if (signedInHint?.firstName)
  forEachElement(
    "[data-name]",
    (element) => (element.textContent = `${signedInHint.firstName} ${signedInHint.lastName}`),
  );
forEachElement("[data-year]", (element) => (element.textContent = String(new Date().getFullYear())));

const clickId = parseClickId(location.pathname);
if (clickId) storedClickId.set(clickId);

addEventListener("click", (event) => {
  const pressed = event.target instanceof Element ? event.target : root;
  if (pressed.closest("[data-theme-switch]")) {
    const theme = root.dataset["theme"] === "dark" ? "light" : "dark";
    applyTheme(theme);
    storedTheme.set(theme);
  }
  forEachElement("[data-menu][open]", (menu) => {
    if (!menu.contains(pressed) || pressed.closest("a")) menu.removeAttribute("open");
  });
});
addEventListener("keydown", (event) => {
  if (event.key === "Escape") forEachElement("[data-menu][open]", (menu) => menu.removeAttribute("open"));
});
// reading a public page on a shared computer does not end the session
addEventListener("pagehide", () => sharedComputer.get() && storedLeftAt.set(String(Date.now())));
openLegalLinksInDialog();
