import { renderPage } from "./render.tsx";

/** Renders a public page as the build does, with fictitious file names; empty if there is none. For tests. */
export const renderTestPage = (path: string): string =>
  renderPage(path, {
    styles: ["/s.css"],
    script: "/p.js",
    theme: "/t.js",
    font: "/f.woff2",
    origin: "https://idanimo.test",
  }) ?? "";
