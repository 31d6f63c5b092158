import { runWhenIdle } from "./when-idle.ts";

/** Whether the reader has asked for few bytes, or the line is too slow to spend any on what may not be wanted. */
export function isSavingData(browser: object = navigator): boolean {
  const connection: unknown = "connection" in browser ? browser.connection : undefined;
  if (typeof connection !== "object" || connection === null) return false;
  const isSlow =
    "effectiveType" in connection && (connection.effectiveType === "slow-2g" || connection.effectiveType === "2g");
  return isSlow || ("saveData" in connection && connection.saveData === true);
}

/** Fetches the code of a screen that is likely to be next. One that does not come is asked for again when it is opened. */
export function prefetchRoute(route: { readonly load: () => Promise<unknown> } | undefined): void {
  if (route && !isSavingData()) route.load().catch(() => undefined);
}

/** After a page has loaded, what it shows still asks the server: what may be wanted later must not come in between. */
const settleDelayMs = 3_000;

/** Does something once this page has all it shows and the browser has nothing better to do. */
function runWhenSettled(act: () => void): void {
  const later = () => void setTimeout(() => runWhenIdle(act), settleDelayMs);
  if (document.readyState === "complete") later();
  else addEventListener("load", later, { once: true });
}

/** The same, once this page is settled. */
export const prefetchRouteWhenIdle = (screen: Parameters<typeof prefetchRoute>[0]): void =>
  runWhenSettled(() => prefetchRoute(screen));

/** Has the browser keep the files of the document that comes next, where the build has named them in this one. */
export function prefetchNextDocumentWhenIdle(): void {
  const files = document.querySelector<HTMLMetaElement>("meta[name=next-files]")?.content.split(" ") ?? [];
  runWhenSettled(() => {
    if (!isSavingData())
      for (const href of files)
        document.head.append(Object.assign(document.createElement("link"), { rel: "prefetch", href }));
  });
}
