import { expect, type Page } from "@playwright/test";

import { expectFitsWidth } from "./appearance.ts";

/**
 * Accessibility problems of a screen, one per line: no single main heading or main region (WCAG 2.4.6, 1.3.1), a
 * title with only the product's name (2.4.2), a tab stop whose focus ring is missing (2.4.7), obscured (2.4.11) or
 * out of reach of scrolling (1.4.4), a small target too close to another (2.5.8), and animations despite reduced
 * motion (2.3.3).
 */
async function accessibilityFindings(page: Page): Promise<string[]> {
  await page.keyboard.press("Tab"); // from now on the browser shows keyboard focus
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
    /** A checkbox or radio button can also be clicked by its label. */
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

    /** Whether an ancestor that only the keyboard can scroll hides it. */
    const isCutOff = (stop: HTMLElement) => {
      for (let around = stop.parentElement; around && around !== document.body; around = around.parentElement)
        if (around.scrollTop > 0 && getComputedStyle(around).overflowY === "hidden") return true;
      return false;
    };

    // the items of an open menu first: it closes when the focus moves elsewhere
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
    /** Whether a circle of the minimum size around a small target's centre touches no other target. */
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
      // assistive technology skips what a dialog covers, and a dialog with a document has the document's heading
      const count = [...top.querySelectorAll(alone)].filter((each) => each.checkVisibility()).length;
      if (top === document ? count !== 1 : count > 1) found.push(`${count} elements ${alone}`);
    }
    if (!/\p{L}/u.test(document.title.replace("Idanimo", ""))) found.push(`the title "${document.title}"`);

    for (const stop of stops) {
      const isLargeEnough = sizes.get(stop)?.some(isLarge) || isInSentence(stop) || standsAlone(stop);
      const { width, height } = firstBox(stop);
      if (!isLargeEnough) found.push(`${called(stop)} is ${Math.round(width)} by ${Math.round(height)} px`);
      if (stop instanceof HTMLInputElement && stop.type === "radio" && !stop.checked) continue; // reached by arrow keys
      stop.focus();
      if (document.activeElement !== stop) continue; // a frame of another site
      // what scrolls into view on focus does so within a few frames
      for (let frames = 0; frames < 5 && !(hasRing(stop) && isSeen(stop)); frames += 1) await frame();
      if (!hasRing(stop)) found.push(`${called(stop)} has no focus ring`);
      if (!isSeen(stop)) found.push(`${called(stop)} has the focus while out of view or covered`);
      if (isCutOff(stop)) found.push(`${called(stop)} can only be scrolled to by keyboard`);
    }
    for (const { effect, playState } of document.getAnimations()) {
      if (playState !== "running" || !(effect instanceof KeyframeEffect) || !effect.target) continue;
      if (Number(effect.getComputedTiming().duration) > 1) found.push(`${called(effect.target)} is animated`);
    }
    for (const menu of menus) if (menu.isConnected && !menu.matches(":popover-open")) menu.showPopover();
    if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    scrollTo(...scrolled);
    return found;
  });
}

/** Text spacing of WCAG 1.4.12. */
const wideTextSpacing = `
  * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
  p { margin-bottom: 2em !important; }`;

const setStyleSheet = (page: Page, rules: string) =>
  page.evaluate((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    document.adoptedStyleSheets = [sheet];
  }, rules);

/** Checks that there are no accessibility problems, also with wider text spacing. */
export async function expectAccessible(page: Page, what = page.url()): Promise<void> {
  expect.soft(await accessibilityFindings(page), `accessibility of ${what}`).toEqual([]);
  await setStyleSheet(page, wideTextSpacing);
  await expectFitsWidth(page, `${what}, with wider text,`);
  await setStyleSheet(page, "");
}
