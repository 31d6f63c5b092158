import { html, type Html } from "../../pages/html.ts";
import { type Language, languages, offeredLanguages } from "./language.ts";

/** `pcm-NG`, as a page says it. */
export const languageTag = (language: Language): string =>
  languages.find(({ code }) => code === language)?.tag ?? "en-NG";

/** The address of a page in a language; English needs no word. */
export const localisedPath = (path: string, language: Language): string =>
  language === "en" ? path : `${path}?lang=${language}`;

/**
 * Links to the same page in every language that is offered.
 * @param path its address; of the page itself where it is empty
 */
export const languageSwitcher = (path: string, current: Language, label: string): Html =>
  html`<nav class="languages" aria-label="${label}">
    ${offeredLanguages.map(({ code, name, tag }) =>
      code === current
        ? html`<span aria-current="true" lang="${tag}">${name}</span>`
        : html`<a href="${path}?lang=${code}" lang="${tag}" hreflang="${tag}">${name}</a>`,
    )}
  </nav>`;

/** Carries the language through a form. */
export const languageField = (language: Language): Html =>
  html`<input type="hidden" name="lang" value="${language}" />`;
