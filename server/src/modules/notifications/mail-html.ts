import { brand } from "@idanimo/contract/brand";
import { html, type Html, emptyHtml } from "../../pages/html.ts";
import type { MailBlock, MailInline } from "./mail-blocks.ts";

/**
 * Renders the HTML of an email with tables and inline styles, because email clients support little else. The style
 * sheet only adds the dark theme. Nothing is loaded from the network. Colours are those of
 * `web/src/styles/tokens.css`.
 */

const lightTheme = {
  page: "#fbfaf6",
  surface: "#ffffff",
  text: "#14201a",
  quiet: "#55635b",
  rule: "#e5e2d8",
  primary: "#0f6b3f",
  onPrimary: "#ffffff",
} as const;
const darkTheme = {
  page: "#0e1512",
  surface: "#16201b",
  text: "#e9f1ec",
  quiet: "#a4b5ab",
  rule: "#26332c",
  primary: "#4cc38a",
  onPrimary: "#06150d",
} as const satisfies Record<keyof typeof lightTheme, string>;

const fontFamily = "Inter,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif";
/** `!important` overrides the inline styles. */
const styleSheet = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.page{background-color:${darkTheme.page}!important}
.card{background-color:${darkTheme.surface}!important;border-color:${darkTheme.rule}!important;color:${darkTheme.text}!important}
.text{color:${darkTheme.text}!important}
.quiet{color:${darkTheme.quiet}!important}
.logo{border-color:${darkTheme.primary}!important}
.dot{background-color:${darkTheme.primary}!important}
.brand,.link{color:${darkTheme.primary}!important}
.button{background-color:${darkTheme.primary}!important;color:${darkTheme.onPrimary}!important}
}`;

/** The logo and the name. Borders draw the logo, because email clients block images and remove SVG. */
const brandRow = html`<table role="presentation" cellpadding="0" cellspacing="0" border="0">
  <tr>
    <td
      class="logo"
      aria-hidden="true"
      align="center"
      width="16"
      height="22"
      style="width:16px;height:22px;border:4px solid ${lightTheme.primary};border-bottom:0;border-radius:12px 12px 0 0;font-size:0;line-height:0"
    >
      <div
        class="dot"
        style="width:8px;height:8px;margin:0 auto;border-radius:4px;background-color:${lightTheme.primary}"
      ></div>
    </td>
    <td
      class="brand"
      style="padding:0 0 0 10px;font-family:${fontFamily};font-size:21px;line-height:28px;font-weight:600;color:${lightTheme.primary}"
    >
      ${brand.name}
    </td>
  </tr>
</table>`;

/** Renders the HTML document and escapes every value. */
export function renderMailHtml(subject: string, blocks: readonly MailBlock[]): string {
  const cell = `font-family:${fontFamily};font-size:17px;line-height:28px;color:${lightTheme.text}`;
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>${subject}</title>
        <style>
          ${{ html: styleSheet }}
        </style>
      </head>
      <body class="page" style="margin:0;padding:0;background-color:${lightTheme.page}">
        <table
          role="presentation"
          class="page"
          width="100%"
          cellpadding="0"
          cellspacing="0"
          border="0"
          style="background-color:${lightTheme.page}"
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
                  <td style="padding:0 0 16px">${brandRow}</td>
                </tr>
                <tr>
                  <td
                    class="card"
                    style="padding:24px 20px 8px;background-color:${lightTheme.surface};border:1px solid ${lightTheme.rule};border-radius:10px;${cell}"
                  >
                    <h1
                      class="text"
                      style="margin:0 0 16px;font-size:21px;line-height:28px;font-weight:600;color:${lightTheme.text}"
                    >
                      ${subject}
                    </h1>
                    ${blocks.map(renderBlock)}
                  </td>
                </tr>
                <tr>
                  <td
                    class="quiet"
                    style="padding:16px 0 0;font-family:${fontFamily};font-size:13px;line-height:20px;color:${lightTheme.quiet}"
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

function renderBlock(of: MailBlock): Html {
  switch (of.kind) {
    case "paragraph":
      return html`<p class="text" style="margin:0 0 16px;color:${lightTheme.text}">${of.words.map(renderInline)}</p> `;
    case "facts":
      return html`<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 16px">
        ${of.rows.map(renderFact)}
      </table> `;
    case "button":
      return html`<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 8px">
          <tr>
            <td class="button" style="border-radius:10px;background-color:${lightTheme.primary}">
              <a
                class="button"
                href="${of.link}"
                style="display:inline-block;padding:10px 20px;border-radius:10px;background-color:${lightTheme.primary};color:${lightTheme.onPrimary};font-weight:600;text-decoration:none"
                >${of.label}</a
              >
            </td>
          </tr>
        </table>
        <p
          class="quiet"
          style="margin:0 0 16px;font-size:13px;line-height:20px;color:${lightTheme.quiet};word-break:break-word;overflow-wrap:anywhere"
        >
          ${of.note === undefined ? emptyHtml : html`${capitalise(of.note)}: `}${renderLink(of.link)}
        </p> `;
  }
}

function renderFact([label, value]: readonly [string, string]): Html {
  return html`<tr>
    <td class="quiet" valign="top" style="padding:0 16px 4px 0;color:${lightTheme.quiet}">${label}</td>
    <td class="text" valign="top" style="padding:0 0 4px;color:${lightTheme.text}">${value}</td>
  </tr> `;
}

function renderInline(part: MailInline): Html {
  if (typeof part === "string") return html`${part}`;
  return "link" in part
    ? renderLink(part.link)
    : html`<strong style="font-size:21px;font-weight:600;letter-spacing:1px">${part.strong}</strong>`;
}

const renderLink = (address: string) =>
  html`<a class="link" href="${address}" style="color:${lightTheme.primary};overflow-wrap:anywhere">${address}</a>`;

const capitalise = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);
