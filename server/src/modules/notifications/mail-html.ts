import { brand } from "@idanimo/contract/brand";
import { html, type Html, nothing } from "../../pages/html.ts";
import type { Block, Inline } from "./mail-blocks.ts";

/**
 * The HTML of an email. Tables and inline styles, since mail programs know little else; the style sheet only adds the dark theme. It
 * loads nothing from anywhere. Colours are those of `web/src/styles/tokens.css`.
 */

const light = {
  page: "#fbfaf6",
  surface: "#ffffff",
  text: "#14201a",
  quiet: "#55635b",
  rule: "#e5e2d8",
  primary: "#0f6b3f",
  onPrimary: "#ffffff",
} as const;
const dark = {
  page: "#0e1512",
  surface: "#16201b",
  text: "#e9f1ec",
  quiet: "#a4b5ab",
  rule: "#26332c",
  primary: "#4cc38a",
  onPrimary: "#06150d",
} as const satisfies Record<keyof typeof light, string>;

const font = "Inter,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif";
/** `!important`, because the inline styles would win otherwise. */
const sheet = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.page{background-color:${dark.page}!important}
.card{background-color:${dark.surface}!important;border-color:${dark.rule}!important;color:${dark.text}!important}
.text{color:${dark.text}!important}
.quiet{color:${dark.quiet}!important}
.brand,.link{color:${dark.primary}!important}
.button{background-color:${dark.primary}!important;color:${dark.onPrimary}!important}
}`;

/** The whole document. Every value is escaped. */
export function mailHtml(subject: string, blocks: readonly Block[]): string {
  const cell = `font-family:${font};font-size:17px;line-height:28px;color:${light.text}`;
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>${subject}</title>
        <style>
          ${{ html: sheet }}
        </style>
      </head>
      <body class="page" style="margin:0;padding:0;background-color:${light.page}">
        <table
          role="presentation"
          class="page"
          width="100%"
          cellpadding="0"
          cellspacing="0"
          border="0"
          style="background-color:${light.page}"
        >
          <tr>
            <td align="center" style="padding:24px 16px">
              <table
                role="presentation"
                width="100%"
                cellpadding="0"
                cellspacing="0"
                border="0"
                style="max-width:560px"
              >
                <tr>
                  <td
                    class="brand"
                    style="padding:0 0 16px;font-family:${font};font-size:21px;line-height:28px;font-weight:600;color:${light.primary}"
                  >
                    ${brand.name}
                  </td>
                </tr>
                <tr>
                  <td
                    class="card"
                    style="padding:24px 20px 8px;background-color:${light.surface};border:1px solid ${light.rule};border-radius:10px;${cell}"
                  >
                    <h1
                      class="text"
                      style="margin:0 0 16px;font-size:21px;line-height:28px;font-weight:600;color:${light.text}"
                    >
                      ${subject}
                    </h1>
                    ${blocks.map(blockHtml)}
                  </td>
                </tr>
                <tr>
                  <td
                    class="quiet"
                    style="padding:16px 0 0;font-family:${font};font-size:13px;line-height:20px;color:${light.quiet}"
                  >
                    ${brand.name}
                  </td>
                </tr>
              </table>
            </td>
          </tr>
        </table>
      </body>
    </html> `.html;
}

function blockHtml(of: Block): Html {
  switch (of.kind) {
    case "paragraph":
      return html`<p class="text" style="margin:0 0 16px;color:${light.text}">${of.words.map(inlineHtml)}</p> `;
    case "facts":
      return html`<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 16px">
        ${of.rows.map(factHtml)}
      </table> `;
    case "button":
      return html`<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 8px">
          <tr>
            <td class="button" style="border-radius:10px;background-color:${light.primary}">
              <a
                class="button"
                href="${of.link}"
                style="display:inline-block;padding:10px 20px;border-radius:10px;background-color:${light.primary};color:${light.onPrimary};font-weight:600;text-decoration:none"
                >${of.label}</a
              >
            </td>
          </tr>
        </table>
        <p
          class="quiet"
          style="margin:0 0 16px;font-size:13px;line-height:20px;color:${light.quiet};word-break:break-word;overflow-wrap:anywhere"
        >
          ${of.note === undefined ? nothing : html`${capital(of.note)}: `}${linkHtml(of.link)}
        </p> `;
  }
}

function factHtml([label, value]: readonly [string, string]): Html {
  return html`<tr>
    <td class="quiet" valign="top" style="padding:0 16px 4px 0;color:${light.quiet}">${label}</td>
    <td class="text" valign="top" style="padding:0 0 4px;color:${light.text}">${value}</td>
  </tr> `;
}

function inlineHtml(part: Inline): Html {
  if (typeof part === "string") return html`${part}`;
  return "link" in part
    ? linkHtml(part.link)
    : html`<strong style="font-size:21px;font-weight:600;letter-spacing:1px">${part.strong}</strong>`;
}

const linkHtml = (address: string) =>
  html`<a class="link" href="${address}" style="color:${light.primary};overflow-wrap:anywhere">${address}</a>`;

const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);
