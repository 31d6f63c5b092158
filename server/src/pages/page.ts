import { readFileSync } from "node:fs";
import type { FastifyInstance, FastifyReply } from "fastify";
import { brand } from "@idanimo/contract/brand";
import { type Theme, themeCookieName, themes } from "@idanimo/contract/theme";
import { html, type Html, emptyHtml } from "./html.ts";

/** Server-rendered pages: small documents without scripts, for low-end phones on slow connections. */

const readStylesheet = (name: string) => readFileSync(new URL(`./styles/${name}.css`, import.meta.url), "utf8");
const chosenDark = readStylesheet("dark");
const deviceDark = `@media (prefers-color-scheme: dark) {\n${chosenDark.replace('"dark"', '"device"')}}\n`;
/** The style sheet of all these pages. */
export const styleSheet =
  ["fonts", "base", "consent", "forms", "links", "wide"].map(readStylesheet).join("") + chosenDark + deviceDark;

/** The logo, as on the web. Hidden from screen readers because the name follows it. */
const mark = html`<svg viewBox="0 0 28 28" width="28" height="28" fill="currentColor" aria-hidden="true">
  <path d="M4 26V14a10 10 0 0 1 20 0v4" fill="none" stroke="currentColor" stroke-width="4" />
  <circle cx="14" cy="13" r="4" />
  <path d="M8 26a6 6 0 0 1 12 0Z" />
</svg>`;

/** Language and links of a page. */
export type PageLanguage = {
  /** BCP 47 tag for `lang`, such as `pcm-NG`. */
  readonly lang: string;
  /** Target of the logo link. */
  readonly home: string;
  /** Links to the page in other languages, in the header. */
  readonly switcher: Html;
  /** Label of the footer's first link. */
  readonly policy: string;
  readonly checkReport: string;
  /** Label of the link to the public statistics; undefined on that page itself. */
  readonly counts: string | undefined;
};

/** English, with the label of the link to the subject's own data. */
export const englishPage = {
  lang: "en-NG",
  home: "/",
  switcher: emptyHtml,
  policy: `How ${brand.name} keeps your data`,
  checkReport: "Check a report",
  counts: "Transparency report",
  mine: "Who asked about you?",
} as const satisfies PageLanguage & { readonly mine: string };

/** A page that is rendered per response with the visitor's theme; without one it follows the device. */
export type Page = { readonly draw: (theme: Theme | undefined) => string };

/**
 * Creates a page.
 * @param styles address of its style sheet
 * @param note   a line above the footer's links
 * @param inLanguage English if absent
 * @param description for search engines; a page without one is `noindex`
 */
export function createPage(
  title: string,
  brandName: string,
  styles: string,
  note: string,
  body: Html,
  inLanguage: PageLanguage = englishPage,
  description?: string,
): Page {
  const { lang, home, switcher, policy, checkReport, counts } = inLanguage;
  const draw = (theme: Theme | undefined) =>
    html`<!doctype html>
      <html lang="${lang}" data-theme="${theme ?? "device"}">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          ${description === undefined ? html`<meta name="robots" content="noindex" />` : html`<meta name="description" content="${description}" />`}
          <title>${title} - ${brandName}</title>
          <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
          <link rel="stylesheet" href="${styles}" />
        </head>
        <body>
          <header>
            <a class="brand" href="${home}">${mark}${brandName}</a>
            ${switcher}
          </header>
          <main>${body}</main>
          <footer>
            <p>${note}</p>
            <ul>
              <li><a href="/privacy_policy">${policy}</a></li>
              <li><a href="/verify">${checkReport}</a></li>
              ${counts === undefined ? emptyHtml : html`<li><a href="/transparency">${counts}</a></li>`}
            </ul>
          </footer>
        </body>
      </html>`.html;
  return { draw };
}

/** Serves the style sheet of server-rendered pages. @param further CSS appended to it */
export function serveStyles(app: FastifyInstance, path: string, further = ""): void {
  app.get(path, (_request, reply) =>
    reply
      .header("cache-control", "public, max-age=3600")
      .type("text/css; charset=utf-8")
      .send(styleSheet + further),
  );
}

/** Sends a page that must not be cached. */
export function sendPage(reply: FastifyReply, status: number, page: Page): FastifyReply {
  const theme = themes.find((known) => known === reply.request.cookies[themeCookieName]);
  return (
    reply
      .code(status)
      .header("cache-control", "no-store")
      // "no-referrer" would make browsers send `Origin: null` with forms, which the origin check rejects
      .header("referrer-policy", "same-origin")
      .type("text/html; charset=utf-8")
      .send(page.draw(theme))
  );
}
