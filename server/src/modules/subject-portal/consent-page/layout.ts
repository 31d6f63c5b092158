import { fillPlaceholders } from "@idanimo/contract/problems";
import { type Page, createPage } from "../../../pages/page.ts";
import { type Html, emptyHtml } from "../../../pages/html.ts";
import type { Language } from "../../consent/index.ts";
import { localisedPath, languageSwitcher, languageTag } from "../language-switcher.ts";
import type { PageCopy } from "../translations/consent-page/en.ts";
import { pageCopy } from "./page-copy.ts";

/**
 * Layout of the subject's pages: small HTML documents without script, for cheap phones on slow connections. A GET
 * never decides anything. [T-39 T-46]
 */

export const consentStylesPath = "/consent/page.css";

/** Path of the page that lists every request about a subject. */
export const myDataPath = "/my-data";

/** Brand, language and addresses of a page. */
export type PageContext = {
  readonly brandName: string;
  readonly language: Language;
  /** Path of the request. */ readonly path: string;
  /** Path of this page; undefined if it cannot be loaded again. */ readonly here: string | undefined;
};

/** Renders a page with the header and footer that all pages share. */
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
