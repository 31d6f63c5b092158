import type { FastifyReply } from "fastify";
import { type Html, html } from "./html.ts";

type Page = {
  readonly title: string;
  readonly body: Html;
  /** Path of the page's own script. */
  readonly script?: string;
  /** On every page of the sandbox except the payment page, which is shown in a frame. */
  readonly withNavigation?: boolean;
};

/** A complete HTML document of the sandbox. */
function renderDocument({ title, body, script, withNavigation = true }: Page): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        <link rel="icon" href="/assets/icon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="/assets/sandbox.css" />
        ${script !== undefined && html`<script src="${script}" defer></script>`}
      </head>
      <body>
        ${withNavigation && navigation} ${body}
      </body>
    </html> `.markup;
}

const navigation = html`<header class="bar">
  <nav aria-label="Sandbox">
    <a class="brand" href="/"><span class="mark" aria-hidden="true"></span>Sandbox</a>
    <a href="/inbox">Inbox</a>
    <a href="/__sandbox/stats">Counts</a>
  </nav>
</header>`;

/** Who may frame a page, and where its forms may lead; everything else is forbidden. */
type PageRules = { readonly framedByAnyone?: boolean; readonly formsLeadTo?: string };

export function sendPage(reply: FastifyReply, page: Page, rules: PageRules = {}): FastifyReply {
  return reply
    .header("content-security-policy", contentSecurityPolicy(rules))
    .header("cache-control", "no-store")
    .type("text/html; charset=utf-8")
    .send(renderDocument(page));
}

function contentSecurityPolicy({ framedByAnyone = false, formsLeadTo = "" }: PageRules): string {
  return [
    "default-src 'none'",
    "style-src 'self'",
    "script-src 'self'",
    "connect-src 'self'",
    "img-src 'self' data:",
    "frame-src 'self'",
    `form-action 'self' ${formsLeadTo}`.trim(), // a browser applies this rule to a form's redirect as well
    "base-uri 'none'",
    `frame-ancestors ${framedByAnyone ? "*" : "'none'"}`,
  ].join("; ");
}
