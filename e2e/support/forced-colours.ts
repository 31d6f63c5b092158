import { expect, type Page } from "@playwright/test";

/**
 * What is lost in forced colours, one per line: the edge of a field or of a button that has only a background, and
 * what is selected. Backgrounds and shadows are not painted then.
 */
function forcedColourFindings(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const lost: string[] = [];
    const called = (element: HTMLElement) =>
      `${element.tagName.toLowerCase()} "${(element.getAttribute("aria-label") ?? (element.textContent.trim() || element.id)).slice(0, 40)}"`;
    const isDrawn = (element: HTMLElement) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    const hasEdge = (element: HTMLElement | null) => {
      if (!element) return false;
      const { borderBottomStyle, borderBottomWidth, borderBottomColor, backgroundColor, appearance } =
        getComputedStyle(element);
      const isLine = borderBottomStyle !== "none" && Number.parseFloat(borderBottomWidth) > 0;
      return (isLine && borderBottomColor !== backgroundColor) || appearance === "auto";
    };
    const fields = "input:not([type='hidden'], [type='file'], [type='radio'], [type='range']), select, textarea";
    for (const box of document.querySelectorAll<HTMLElement>(`[data-painted], ${fields}`)) {
      if (isDrawn(box) && !hasEdge(box) && !hasEdge(box.parentElement)) lost.push(`${called(box)} has no edge`);
    }

    /** Computed styles return the specified colour; only system colours are painted. */
    const probe = document.body.appendChild(document.createElement("i"));
    const own = new Set(
      ["Highlight", "HighlightText", "SelectedItem", "CanvasText", "ButtonText", "LinkText"].map((name) => {
        probe.style.color = name;
        return getComputedStyle(probe).color;
      }),
    );
    probe.remove();
    const painted = (colour: string) => (own.has(colour) ? colour : "forced");
    /** All styles that may show that an element, or a part of it, is selected. */
    const looks = (element: Element | null | undefined) =>
      element
        ? [null, "::before", "::after"].map((part) => {
            const style = getComputedStyle(element, part);
            const { borderWidth, borderColor, backgroundColor, outlineStyle, textDecorationLine, fontWeight, content } =
              style;
            return [
              borderWidth,
              painted(borderColor),
              painted(backgroundColor),
              outlineStyle,
              textDecorationLine,
              fontWeight,
              content,
            ].join();
          })
        : [];
    const differ = (one: readonly (string | undefined)[], other: readonly (string | undefined)[]) =>
      one.join() !== other.join();
    for (const chosen of document.querySelectorAll<HTMLElement>("[aria-selected='true']")) {
      const other = chosen.parentElement?.querySelector("[aria-selected='false']");
      if (other && !differ(looks(chosen), looks(other))) lost.push(`${called(chosen)} does not look selected`);
    }
    for (const box of document.querySelectorAll<HTMLInputElement>("input:checked")) {
      if (![box, ...(box.labels ?? [])].some(isDrawn)) continue;
      const isNative = getComputedStyle(box).appearance !== "none" && isDrawn(box) && box.offsetWidth > 4;
      const other = [...document.querySelectorAll<HTMLInputElement>("input:enabled:not(:checked, :focus)")].find(
        ({ type, className }) => type === box.type && className === box.className,
      );
      if (isNative || !other) continue;
      const around = (input: HTMLInputElement) => [...looks(input), ...looks(input.labels?.[0])];
      if (!differ(around(box), around(other))) lost.push(`${called(box)} does not look selected`);
    }
    return lost;
  });
}

/** Focusable elements without a visible focus ring, one per line: shadows and backgrounds are not painted then. */
async function focusRingFindings(page: Page): Promise<string[]> {
  await page.keyboard.press("Tab"); // from now on the browser shows keyboard focus
  return page.evaluate(() => {
    const top = [...document.querySelectorAll("dialog")].findLast((dialog) => dialog.matches(":modal")) ?? document;
    const before = document.activeElement;
    const scrolled = [scrollX, scrollY] as const;
    const menus = [...document.querySelectorAll<HTMLElement>("[popover='auto']:popover-open")];
    /** A checkbox or radio button may show it on its label, a field on its wrapper. */
    const rings = (stop: HTMLElement) =>
      [
        stop,
        ...(stop instanceof HTMLInputElement ? (stop.labels ?? []) : []),
        stop.parentElement,
        stop.nextElementSibling,
      ].map((element) => {
        if (!element?.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false;
        const { outlineStyle, outlineWidth } = getComputedStyle(element);
        return outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2;
      });
    const lost: string[] = [];
    for (const stop of top.querySelectorAll<HTMLElement>("a[href], button, input, select, textarea, summary")) {
      if (
        stop.matches(":disabled, [type='hidden'], [type='file']") ||
        !stop.checkVisibility({ visibilityProperty: true })
      )
        continue;
      stop.blur();
      const without = rings(stop);
      stop.focus();
      if (document.activeElement !== stop || rings(stop).some((ring, at) => ring && !without[at])) continue;
      lost.push(
        `${stop.tagName.toLowerCase()} "${(stop.getAttribute("aria-label") ?? (stop.textContent.trim() || stop.id)).slice(0, 40)}" has no ring`,
      );
    }
    for (const menu of menus) if (menu.isConnected && !menu.matches(":popover-open")) menu.showPopover();
    if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    scrollTo(...scrolled);
    return lost;
  });
}

/** Checks that controls, selection and focus are visible in forced colours. */
export async function expectVisibleInForcedColours(page: Page, what: string): Promise<void> {
  await page.evaluate(() => {
    // buttons with a visible background are marked before it disappears
    for (const one of document.querySelectorAll<HTMLElement>("button, a[href]"))
      one.toggleAttribute(
        "data-painted",
        getComputedStyle(one).backgroundColor !== "rgba(0, 0, 0, 0)" && !one.matches(":hover"),
      );
  });
  await page.emulateMedia({ forcedColors: "active" });
  // polls: colours change shortly after the emulation starts
  await expect
    .configure({ soft: true })
    .poll(() => forcedColourFindings(page), { message: `forced colours on ${what}`, timeout: 5_000 })
    .toEqual([]);
  expect.soft(await focusRingFindings(page), `focus in forced colours on ${what}`).toEqual([]);
  await page.emulateMedia({ forcedColors: "none" });
}
