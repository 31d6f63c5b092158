import type { BrowserContext, Page } from "@playwright/test";

import { expect } from "./patient-expect.ts";

/**
 * Browsers translate by putting each text into two `<font>` elements: the text node itself, or a new one in its
 * place.
 */
export const translatorModes = ["moves the text nodes", "replaces the text nodes"] as const;
export type TranslatorMode = (typeof translatorModes)[number];

type Findings = { readonly beside: string[]; readonly lost: string[] };

/**
 * Translates each page that opens as Chrome does, and again whenever its texts change. The words stay the same, so
 * that tests find them.
 */
export async function simulateTranslator(context: BrowserContext, how: TranslatorMode): Promise<void> {
  await context.addInitScript((replaces) => {
    if (window !== window.top) return;
    const findings: { beside: string[]; lost: string[] } = { beside: [], lost: [] };
    Object.assign(window, { translatorFindings: findings });
    // a change of a text node that is no longer in the page is not observed
    const replaced = new MutationObserver((changes) =>
      findings.lost.push(...changes.map(({ target }) => target.textContent ?? "")),
    );

    function wrap(text: Text) {
      const parent = text.parentElement;
      if (!parent || parent.closest("font, script, style, title, textarea, noscript")) return;
      const siblings = [...parent.childNodes].some((other) => other !== text && !(other instanceof Comment));
      if (siblings && parent.closest("#root")) findings.beside.push(parent.outerHTML.slice(0, 200));
      const outer = document.createElement("font");
      const inner = document.createElement("font");
      text.replaceWith(outer);
      outer.append(inner);
      inner.append(replaces ? document.createTextNode(text.data) : text);
      if (replaces) replaced.observe(text, { characterData: true });
    }
    function wrapAll(root: Node) {
      const texts: Text[] = [];
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      for (let node: Node | null = walker.currentNode; node; node = walker.nextNode())
        if (node instanceof Text) texts.push(node);
      texts.forEach(wrap);
    }
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) for (const node of addedNodes) if (node.isConnected) wrapAll(node);
    }).observe(document, { childList: true, subtree: true });
  }, how === "replaces the text nodes");
}

/** Checks that the page is translated, each text is alone in its element, and no detached text node has changed. */
export async function expectTranslated(page: Page): Promise<void> {
  await expect(page.locator("body font font").first()).toBeAttached();
  await expect(page.getByText("Something went wrong on this page")).toHaveCount(0);
  const { beside, lost } = await page.evaluate(
    () => (window as unknown as { readonly translatorFindings: Findings }).translatorFindings,
  );
  expect(beside, `texts with siblings on ${page.url()}`).toEqual([]);
  expect(lost, `changed text nodes outside the page, on ${page.url()}`).toEqual([]);
}
