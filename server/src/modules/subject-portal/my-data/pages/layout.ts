import { fillPlaceholders } from "@idanimo/contract/problems";
import { type Page, createPage } from "../../../../pages/page.ts";
import { html, type Html, emptyHtml } from "../../../../pages/html.ts";
import type { Language } from "../../../consent/index.ts";
import { myDataPath } from "../../consent-page/layout.ts";
import { localisedPath, languageField, languageSwitcher, languageTag } from "../../language-switcher.ts";
import { type LocalisedCopy, copyInLanguage } from "../my-data-copy.ts";

/** Layout of the "my data" pages: small HTML documents without script, with one form per action. */

export { myDataPath };
export const myDataStylesPath = "/my-data/page.css";

/** Brand, language and path of a page. */
export type PageContext = { readonly brandName: string; readonly language: Language; readonly path: string };

export const copyForPage = (page: PageContext): LocalisedCopy => copyInLanguage(page.language);

export function renderMyDataPage(page: PageContext, title: string, body: Html): Page {
  const { brandName, language, path } = page;
  const { own, shared } = copyForPage(page);
  return createPage(title, brandName, myDataStylesPath, own.frame.neverAsk, body, {
    lang: languageTag(language),
    home: localisedPath(myDataPath, language),
    switcher: languageSwitcher(path, language, shared.frame.languages),
    policy: fillPlaceholders(shared.frame.policy, { brand: brandName }),
    checkReport: shared.frame.checkReport,
    counts: shared.frame.counts,
  });
}

/** A form with one button. @param about id of the element that names the requester of this button */
export function actionForm(
  page: PageContext,
  path: string,
  words: string,
  {
    kind = "no",
    about,
    fields = {},
  }: { kind?: "yes" | "no" | "danger" | "plain"; about?: string; fields?: Record<string, string> } = {},
): Html {
  return html`<form method="post" action="${myDataPath}${path}">
    ${languageField(page.language)}
    ${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
    <button class="${kind}" ${about === undefined ? emptyHtml : html`aria-describedby="${about}"`}>${words}</button>
  </form>`;
}

export const pageLink = (page: PageContext, path: string, words: string): Html =>
  html`<a href="${localisedPath(myDataPath + path, page.language)}">${words}</a>`;

export const backLink = (page: PageContext): Html =>
  html`<p class="onward">${pageLink(page, "", copyForPage(page).own.frame.back)}</p>`;

/** A status message about the last action. */
export const statusMessage = (kind: "good" | "bad", words: string): Html =>
  html`<p class="${kind}" role="status">${words}</p>`;
