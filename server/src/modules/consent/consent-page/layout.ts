import { fillPlaceholders } from "@idanimo/contract/problems";
import { type Page, createPage } from "../../../pages/page.ts";
import { type Html, emptyHtml } from "../../../pages/html.ts";
import type { Language } from "../language.ts";
import { localisedPath, languageSwitcher, languageTag } from "../language-switcher.ts";
import type { PageCopy } from "../translations/consent-page/en.ts";
import { pageCopy } from "./page-copy.ts";

/**
 * The subject's own pages: small documents without script, for a cheap phone on a slow line. Short sentences, one question.
 * Opening them decides nothing. Source: design 7, T-39, T-46; look.md.
 */

/** Where their style sheet is. */
export const consentStylesPath = "/consent/page.css";

/** Where a person sees everybody who asked about them, whoever they are. */
export const myDataPath = "/my-data";

/** Who draws a page, in which language, at which address. */
export type PageContext = {
  readonly brandName: string;
  readonly language: Language;
  /** Of the request. */ readonly path: string;
  /** Of this page; undefined where it cannot be asked for again. */ readonly here: string | undefined;
};

/** One page with what stands around every one of them. */
export function renderConsentPage(
  { brandName, language, here }: PageContext,
  write: (words: PageCopy) => { readonly title: string; readonly body: Html },
): Page {
  const words = pageCopy[language];
  const { title, body } = write(words);
  return createPage(title, brandName, consentStylesPath, words.frame.neverAsk, body, {
    lang: languageTag(language),
    home: localisedPath(myDataPath, language),
    switcher: here === undefined ? emptyHtml : languageSwitcher(here, language, words.frame.languages),
    policy: fillPlaceholders(words.frame.policy, { brand: brandName }),
    checkReport: words.frame.checkReport,
    counts: words.frame.counts,
  });
}
