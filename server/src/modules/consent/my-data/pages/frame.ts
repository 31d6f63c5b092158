import { fill } from "@idanimo/contract/problems";
import { type Page, pageOf } from "../../../../pages/document.ts";
import { html, type Html, nothing } from "../../../../pages/html.ts";
import type { Language } from "../../language.ts";
import { myDataPath } from "../../page/frame.ts";
import { inLanguage, languageField, switcher, tagOf } from "../../switcher.ts";
import { type Words, wordsIn } from "../words.ts";

/** What all pages of one's own data share. Small documents without script; a form for each act. Source: design 7, look.md. */

export { myDataPath };
/** Where their style sheet is. */
export const myDataStyles = "/my-data/page.css";

/** In which language, of which product, and at which address a page stands. */
export type Place = { readonly brandName: string; readonly language: Language; readonly path: string };

export const wordsOf = (place: Place): Words => wordsIn(place.language);

export function framed(place: Place, title: string, body: Html): Page {
  const { brandName, language, path } = place;
  const { own, shared } = wordsOf(place);
  return pageOf(title, brandName, myDataStyles, own.frame.neverAsk, body, {
    lang: tagOf(language),
    home: inLanguage(myDataPath, language),
    switcher: switcher(path, language, shared.frame.languages),
    policy: fill(shared.frame.policy, { brand: brandName }),
    checkReport: shared.frame.checkReport,
    counts: shared.frame.counts,
  });
}

/** A form with one button. @param about id of what tells whom the button is about */
export function act(
  place: Place,
  path: string,
  words: string,
  {
    kind = "no",
    about,
    fields = {},
  }: { kind?: "yes" | "no" | "danger" | "plain"; about?: string; fields?: Record<string, string> } = {},
): Html {
  return html`<form method="post" action="${myDataPath}${path}">
    ${languageField(place.language)}
    ${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
    <button class="${kind}" ${about === undefined ? nothing : html`aria-describedby="${about}"`}>${words}</button>
  </form>`;
}

export const link = (place: Place, path: string, words: string): Html =>
  html`<a href="${inLanguage(myDataPath + path, place.language)}">${words}</a>`;

export const backHome = (place: Place): Html =>
  html`<p class="onward">${link(place, "", wordsOf(place).own.frame.back)}</p>`;

/** A word about what was just done. */
export const told = (kind: "good" | "bad", words: string): Html => html`<p class="${kind}" role="status">${words}</p>`;
