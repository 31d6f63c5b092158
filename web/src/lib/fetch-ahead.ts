import { whenIdle } from "./when-idle.ts";

/** Whether the reader has asked for few bytes, or the line is too slow to spend any on what may not be wanted. */
export function sparesBytes(browser: object = navigator): boolean {
  const line: unknown = "connection" in browser ? browser.connection : undefined;
  if (typeof line !== "object" || line === null) return false;
  const slow = "effectiveType" in line && (line.effectiveType === "slow-2g" || line.effectiveType === "2g");
  return slow || ("saveData" in line && line.saveData === true);
}

/** Fetches the code of a screen that is likely to be next. One that does not come is asked for again when it is opened. */
export function fetchAhead(screen: { readonly load: () => Promise<unknown> } | undefined): void {
  if (screen && !sparesBytes()) screen.load().catch(() => undefined);
}

/** After a page has loaded, what it shows still asks the server: what may be wanted later must not come in between. */
const settledMs = 3_000;

/** Does something once this page has all it shows and the browser has nothing better to do. */
function whenSettled(act: () => void): void {
  const later = () => void setTimeout(() => whenIdle(act), settledMs);
  if (document.readyState === "complete") later();
  else addEventListener("load", later, { once: true });
}

/** The same, once this page is settled. */
export const fetchAheadWhenIdle = (screen: Parameters<typeof fetchAhead>[0]): void =>
  whenSettled(() => fetchAhead(screen));

/** Has the browser keep the files of the document that comes next, where the build has named them in this one. */
export function fetchNextDocumentWhenIdle(): void {
  const files = document.querySelector<HTMLMetaElement>("meta[name=next-files]")?.content.split(" ") ?? [];
  whenSettled(() => {
    if (!sparesBytes())
      for (const href of files)
        document.head.append(Object.assign(document.createElement("link"), { rel: "prefetch", href }));
  });
}
