import { renderPage } from "./render.tsx";

/** A public page as the build draws it, with made-up names of files; empty where there is none. For tests. */
export const renderTestPage = (path: string): string =>
  renderPage(path, {
    styles: ["/s.css"],
    script: "/p.js",
    theme: "/t.js",
    font: "/f.woff2",
    origin: "https://idanimo.test",
  }) ?? "";
