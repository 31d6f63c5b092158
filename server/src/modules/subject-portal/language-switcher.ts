import { html, type Html } from "../../pages/html.ts";
import { type Language, languages, offeredLanguages } from "../consent/index.ts";

/** The BCP 47 tag, for example `pcm-NG`. */
export const languageTag = (language: Language): string =>
  languages.find(({ code }) => code === language)?.tag ?? "en-NG";

/** Adds the language to a path; English needs no parameter. */
export const localisedPath = (path: string, language: Language): string =>
  language === "en" ? path : `${path}?lang=${language}`;

/**
 * Links to the same page in every offered language.
 * @param path path of the page; an empty string links relative to the current page
 */
export const languageSwitcher = (path: string, current: Language, label: string): Html =>
  html`<nav class="languages" aria-label="${label}">
    ${offeredLanguages.map(({ code, name, tag }) =>
      code === current
        ? html`<span aria-current="true" lang="${tag}">${name}</span>`
        : html`<a href="${path}?lang=${code}" lang="${tag}" hreflang="${tag}">${name}</a>`,
    )}
  </nav>`;

/** A hidden form field with the language. */
export const languageField = (language: Language): Html =>
  html`<input type="hidden" name="lang" value="${language}" />`;
