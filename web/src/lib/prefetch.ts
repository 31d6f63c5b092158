import { runWhenIdle } from "./when-idle.ts";

/** Whether the user has asked to save data, or the connection is too slow for prefetching. */
export function isSavingData(browser: object = navigator): boolean {
  const connection: unknown = "connection" in browser ? browser.connection : undefined;
  if (typeof connection !== "object" || connection === null) return false;
  const isSlow =
    "effectiveType" in connection && (connection.effectiveType === "slow-2g" || connection.effectiveType === "2g");
  return isSlow || ("saveData" in connection && connection.saveData === true);
}

/** Prefetches the code of a likely next screen. A failed load is repeated when the screen opens. */
export function prefetchRoute(route: { readonly load: () => Promise<unknown> } | undefined): void {
  if (route && !isSavingData()) route.load().catch(() => undefined);
}

/** After a page has loaded, its screen still sends requests: prefetching must not delay them. */
const settleDelayMs = 3_000;

/** Runs a function when the page has loaded everything and the browser is idle. */
function runWhenSettled(act: () => void): void {
  const later = () => void setTimeout(() => runWhenIdle(act), settleDelayMs);
  if (document.readyState === "complete") later();
  else addEventListener("load", later, { once: true });
}

/** {@link prefetchRoute}, once this page has settled. */
export const prefetchRouteWhenIdle = (screen: Parameters<typeof prefetchRoute>[0]): void =>
  runWhenSettled(() => prefetchRoute(screen));

/** Prefetches the files of the next document that the build has listed in this one. */
export function prefetchNextDocumentWhenIdle(): void {
  const files = document.querySelector<HTMLMetaElement>("meta[name=next-files]")?.content.split(" ") ?? [];
  runWhenSettled(() => {
    if (!isSavingData())
      for (const href of files)
        document.head.append(Object.assign(document.createElement("link"), { rel: "prefetch", href }));
  });
}
