import { expect, type Page } from "@playwright/test";

import { expectFitsWidth } from "./appearance.ts";

/**
 * What somebody with a screen reader, a keyboard, a tremor or bad eyes would stumble over on a screen, a line each: none or several that
 * are its heading or its main part (WCAG 2.4.6, 1.3.1), a title that says no more than our name (2.4.2), a stop of the Tab key whose focus
 * is not drawn (WCAG 2.4.7), lies under something else (2.4.11) or where nobody can scroll to (1.4.4), a target that is too small and
 * too close to another (2.5.8), and what moves although less motion was asked for (2.3.3).
 */
async function accessibilityFindings(page: Page): Promise<string[]> {
  await page.keyboard.press("Tab"); // from now on the browser draws the focus as it does for a keyboard
  return page.evaluate(async () => {
    type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
    const least = 24;
    const found: string[] = [];
    const top = [...document.querySelectorAll("dialog")].findLast((dialog) => dialog.matches(":modal")) ?? document;
    const before = document.activeElement;
    const scrolled = [scrollX, scrollY] as const;
    const menus = [...document.querySelectorAll<HTMLElement>("[popover='auto']:popover-open")];
    const frame = () => new Promise(requestAnimationFrame);

    const called = (element: Element) => {
      const words = element.getAttribute("aria-label") ?? (element.textContent.trim() || element.id);
      return `${element.tagName.toLowerCase()} "${words.slice(0, 40)}"`;
    };
    /** A box or a dot is pressed by its label as well. */
    const partsOf = (stop: HTMLElement) => [stop, ...(stop instanceof HTMLInputElement ? (stop.labels ?? []) : [])];
    const isRing = (element: Element | null) => {
      if (!element) return false;
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
      return (outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2) || boxShadow.includes("0px 0px 0px");
    };
    const hasRing = (stop: HTMLElement) =>
      [...partsOf(stop), stop.parentElement, stop.nextElementSibling].some((element) => isRing(element));
    const firstBox = (stop: HTMLElement): Box => stop.getClientRects()[0] ?? stop.getBoundingClientRect();
    const isSeen = (stop: HTMLElement) => {
      const { x, y, width, height } = firstBox(stop);
      const parts = partsOf(stop);
      return [0.1, 0.5, 0.9].some((across) =>
        [0.1, 0.5, 0.9].some((down) => {
          const there = document.elementFromPoint(x + width * across, y + height * down);
          return there !== null && (there.contains(stop) || parts.some((part) => part.contains(there)));
        }),
      );
    };

    /** Around it is something that a keyboard alone moves: nobody could scroll to it. */
    const isCutOff = (stop: HTMLElement) => {
      for (let around = stop.parentElement; around && around !== document.body; around = around.parentElement)
        if (around.scrollTop > 0 && getComputedStyle(around).overflowY === "hidden") return true;
      return false;
    };

    // the stops of an open menu come first: it closes when the focus goes elsewhere
    const inMenu = (stop: HTMLElement) => Number(menus.some((menu) => menu.contains(stop)));
    const stops = [
      ...top.querySelectorAll<HTMLElement>("a[href], button, input, select, textarea, summary, [tabindex='0']"),
    ].filter(
      (stop) =>
        !stop.matches(":disabled, [tabindex='-1'], [type='hidden']") &&
        stop.checkVisibility({ visibilityProperty: true }) &&
        stop.getClientRects().length > 0,
    );
    stops.sort((one, other) => inMenu(other) - inMenu(one));
    const sizes = new Map(stops.map((stop) => [stop, partsOf(stop).map((part) => part.getBoundingClientRect())]));
    const isLarge = ({ width, height }: Box) => Math.round(width) >= least && Math.round(height) >= least;
    /** Whether a circle of the least size around the middle of a small one meets nothing else to press. */
    const standsAlone = (stop: HTMLElement) => {
      const { x, y, width, height } = firstBox(stop);
      return stops.every((other) => {
        if (other === stop || other.contains(stop)) return true;
        const box = firstBox(other);
        const [middleX, middleY] = [x + width / 2, y + height / 2];
        const acrossFrom = Math.max(box.x - middleX, middleX - box.x - box.width, 0);
        const downFrom = Math.max(box.y - middleY, middleY - box.y - box.height, 0);
        return Math.hypot(acrossFrom, downFrom) >= least / 2;
      });
    };
    const isInSentence = (stop: HTMLElement) =>
      getComputedStyle(stop).display === "inline" && stop.parentElement?.textContent.trim() !== stop.textContent.trim();

    for (const alone of ["h1", "main"]) {
      // what a dialog covers is not heard, and one that holds a document has the document's heading
      const count = [...top.querySelectorAll(alone)].filter((each) => each.checkVisibility()).length;
      if (top === document ? count !== 1 : count > 1) found.push(`${count} elements ${alone}`);
    }
    if (!/\p{L}/u.test(document.title.replace("Idanimo", ""))) found.push(`the title "${document.title}"`);

    for (const stop of stops) {
      const isLargeEnough = sizes.get(stop)?.some(isLarge) || isInSentence(stop) || standsAlone(stop);
      const { width, height } = firstBox(stop);
      if (!isLargeEnough) found.push(`${called(stop)} is ${Math.round(width)} by ${Math.round(height)} px`);
      if (stop instanceof HTMLInputElement && stop.type === "radio" && !stop.checked) continue; // arrow keys lead there
      stop.focus();
      if (document.activeElement !== stop) continue; // a frame of another site
      // what comes into view when it has the focus does so within a few frames
      for (let frames = 0; frames < 5 && !(hasRing(stop) && isSeen(stop)); frames += 1) await frame();
      if (!hasRing(stop)) found.push(`${called(stop)} does not show that it has the focus`);
      if (!isSeen(stop)) found.push(`${called(stop)} has the focus where nobody sees it`);
      if (isCutOff(stop)) found.push(`${called(stop)} is reached by the keyboard alone`);
    }
    for (const { effect, playState } of document.getAnimations()) {
      if (playState !== "running" || !(effect instanceof KeyframeEffect) || !effect.target) continue;
      if (Number(effect.getComputedTiming().duration) > 1) found.push(`${called(effect.target)} moves`);
    }
    for (const menu of menus) if (menu.isConnected && !menu.matches(":popover-open")) menu.showPopover();
    if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    scrollTo(...scrolled);
    return found;
  });
}

/** Lines, words and letters as far apart as WCAG 1.4.12 says a reader may set them. */
const wideTextSpacing = `
  * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
  p { margin-bottom: 2em !important; }`;

const setStyleSheet = (page: Page, rules: string) =>
  page.evaluate((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    document.adoptedStyleSheets = [sheet];
  }, rules);

/** Nothing to stumble over, and room for wider text. */
export async function expectAccessible(page: Page, what = page.url()): Promise<void> {
  expect.soft(await accessibilityFindings(page), `access on ${what}`).toEqual([]);
  await setStyleSheet(page, wideTextSpacing);
  await expectFitsWidth(page, `${what}, with wider text,`);
  await setStyleSheet(page, "");
}
