import { readFileSync } from "node:fs";
import type { FastifyInstance, FastifyReply } from "fastify";
import { brand } from "@idanimo/contract/brand";
import { type Theme, themeCookieName, themes } from "@idanimo/contract/theme";
import { html, type Html, emptyHtml } from "./html.ts";

/** Pages that the server draws: small documents that need no script, for a cheap phone on a slow line. Source: design 7. */

const readStylesheet = (name: string) => readFileSync(new URL(name, import.meta.url), "utf8");
const chosenDark = readStylesheet("./dark.css");
const deviceDark = `@media (prefers-color-scheme: dark) {\n${chosenDark.replace('"dark"', '"device"')}}\n`;
const styleSheet = readStylesheet("./page.css") + chosenDark + deviceDark;

/** The product's mark, as the web draws it. The name beside it is what is read. */
const mark = html`<svg viewBox="0 0 28 28" width="28" height="28" fill="currentColor" aria-hidden="true">
  <path d="M4 26V14a10 10 0 0 1 20 0v4" fill="none" stroke="currentColor" stroke-width="4" />
  <circle cx="14" cy="13" r="4" />
  <path d="M8 26a6 6 0 0 1 12 0Z" />
</svg>`;

/** What a page in another language than English, or with a choice of languages, says of itself. */
export type PageLanguage = {
  /** As `lang` has it: `pcm-NG`. */
  readonly lang: string;
  /** Where the brand leads. */
  readonly home: string;
  /** Stands beside the brand: links to the same page in other languages. */
  readonly switcher: Html;
  /** Words of the foot's first link. */
  readonly policy: string;
  /** Label of the link to the page that checks a report. */
  readonly checkReport: string;
  /** Words of the link to the counts that everybody may see; undefined on their own page. */
  readonly counts: string | undefined;
};

/** The same in English, with the words of the link to one's own data. */
export const englishPage = {
  lang: "en-NG",
  home: "/",
  switcher: emptyHtml,
  policy: `How ${brand.name} keeps your data`,
  checkReport: "Check a report",
  counts: "What people decide here",
  mine: "Who asked about you?",
} as const satisfies PageLanguage & { readonly mine: string };

/** A page that is drawn once it is known whether its reader chose a theme; without one it follows the device. */
export type Page = { readonly draw: (theme: Theme | undefined) => string };

/**
 * One such page.
 * @param styles address of its style sheet
 * @param note   a line above the foot's links
 * @param inLanguage English without it
 * @param description what search engines say of it; without one they are asked to stay away
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

/** Serves the sheet of these pages at an address of their own. @param further what these alone have */
export function serveStyles(app: FastifyInstance, path: string, further = ""): void {
  app.get(path, (_request, reply) =>
    reply
      .header("cache-control", "public, max-age=3600")
      .type("text/css; charset=utf-8")
      .send(styleSheet + further),
  );
}

/** Answers a page that is of this moment alone. */
export function sendPage(reply: FastifyReply, status: number, page: Page): FastifyReply {
  const theme = themes.find((known) => known === reply.request.cookies[themeCookieName]);
  return (
    reply
      .code(status)
      .header("cache-control", "no-store")
      // not "no-referrer": with that a browser hides where a form comes from, and every answer would be refused
      .header("referrer-policy", "same-origin")
      .type("text/html; charset=utf-8")
      .send(page.draw(theme))
  );
}
