/**
 * The first script of the application's drawn documents: what every document begins with, asks for what the build has named in this
 * one, and fetches the code once what the build has drawn was seen, so that on a slow line neither styles nor letters wait for it.
 */
import "./theme.ts";
import { preloadResponse } from "../lib/preloaded-responses.ts";
import { waitForFirstPaint } from "../lib/first-paint.ts";
import { sharedComputer } from "../lib/storage.ts";

const metaList = (name: string) =>
  document.querySelector<HTMLMetaElement>(`meta[name=${name}]`)?.content.split(" ").filter(Boolean) ?? [];

// a query wants something else, and on a shared computer it is first looked whether the visit goes on (T-19)
if (location.search === "" && !sharedComputer.get()) metaList("ask-ahead").forEach(preloadResponse);

/** The document's own script, and before it what that imports: all of it at once, not one after the other as it is read. */
function loadScripts() {
  const [main = "", ...imported] = metaList("code");
  for (const address of imported)
    document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href: address }));
  document.head.append(Object.assign(document.createElement("script"), { type: "module", src: main }));
}
void waitForFirstPaint().then(loadScripts);
