/**
 * The first script of the application's prerendered documents: sets the theme, sends the first API requests and
 * loads the application's code after the first paint, so that on a slow connection styles and fonts load first.
 */
import "./theme.ts";
import { preloadResponse } from "../lib/preloaded-responses.ts";
import { waitForFirstPaint } from "../lib/first-paint.ts";
import { sharedComputer } from "../lib/storage.ts";

const metaList = (name: string) =>
  document.querySelector<HTMLMetaElement>(`meta[name=${name}]`)?.content.split(" ").filter(Boolean) ?? [];

// a query needs other requests, and on a shared computer the session must be checked first [T-19]
if (location.search === "" && !sharedComputer.get()) metaList("ask-ahead").forEach(preloadResponse);

/** Loads the document's entry script and its imports in parallel. */
function loadScripts() {
  const [main = "", ...imported] = metaList("code");
  for (const address of imported)
    document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href: address }));
  document.head.append(Object.assign(document.createElement("script"), { type: "module", src: main }));
}
void waitForFirstPaint().then(loadScripts);
