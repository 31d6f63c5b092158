import { readFileSync } from "node:fs";
import type { FastifyInstance, FastifyReply } from "fastify";
import { html, type Html } from "./html.ts";

/** Pages that the server draws: small documents that need no script, for a cheap phone on a slow line. Source: design 7. */

const styleSheet = readFileSync(new URL("./page.css", import.meta.url), "utf8");

/**
 * One such page.
 * @param styles address of its style sheet
 * @param note   a line above the foot's link
 */
export function pageOf(title: string, brandName: string, styles: string, note: string, body: Html): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title} - ${brandName}</title>
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="${styles}" />
      </head>
      <body>
        <header><p class="brand">${brandName}</p></header>
        <main>${body}</main>
        <footer>
          <p>${note}</p>
          <p><a href="/privacy_policy">How ${brandName} keeps your data</a></p>
        </footer>
      </body>
    </html>`.html;
}

/** Serves the sheet of these pages at an address of their own. */
export function serveStyles(app: FastifyInstance, path: string): void {
  app.get(path, (_request, reply) =>
    reply.header("cache-control", "public, max-age=3600").type("text/css; charset=utf-8").send(styleSheet),
  );
}

/** Answers a page that is of this moment alone. */
export function sendPage(reply: FastifyReply, status: number, page: string): FastifyReply {
  return (
    reply
      .code(status)
      .header("cache-control", "no-store")
      // not "no-referrer": with that a browser hides where a form comes from, and every answer would be refused
      .header("referrer-policy", "same-origin")
      .type("text/html; charset=utf-8")
      .send(page)
  );
}
