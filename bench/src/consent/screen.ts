import { evaluate, newPage, openBrowser, setCookie } from "../browser.ts";

/** A browser of its own with one page. */
export type Screen = {
  /** Opens an address and waits until the page's stream of events stands. */
  open(address: string): Promise<void>;
  /** What an expression answers in the page, once it has: a promise is waited for. */
  evaluate(expression: string): Promise<unknown>;
  close(): Promise<void>;
};

/** @param cookie sent to `origin` with every request, as if it had signed in */
export async function openScreen(
  folder: string,
  origin: string,
  cookie: { readonly name: string; readonly value: string },
): Promise<Screen> {
  const browser = await openBrowser(folder);
  await setCookie(browser, origin, cookie);
  const session = await newPage(browser);
  return {
    async open(to) {
      const stands = Promise.withResolvers<void>();
      const stop = browser.hear(({ method, params }) => {
        if (method === "Network.responseReceived" && JSON.stringify(params).includes('/events"')) stands.resolve();
      });
      await browser.ask("Page.navigate", { url: to }, session);
      await stands.promise;
      stop();
    },
    evaluate: (expression) => evaluate(browser, session, expression),
    close: browser.close,
  };
}

/** Answers, in the page, the moment at which the record of a request is drawn: milliseconds since 1970. */
export const recordDrawn = (requestId: string): string => `new Promise((resolve) => {
  const look = () => location.pathname === "/result/${requestId}" && /NIN\\s*\\d/.test(document.body.innerText);
  const tell = () => {
    if (!look()) return;
    observer.disconnect();
    resolve(performance.timeOrigin + performance.now());
  };
  const observer = new MutationObserver(tell);
  observer.observe(document.body, { childList: true, subtree: true, characterData: true });
  tell();
})`;
