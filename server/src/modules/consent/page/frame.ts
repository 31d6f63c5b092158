import { fill } from "@idanimo/contract/problems";
import { type Page, pageOf } from "../../../pages/document.ts";
import { type Html, nothing } from "../../../pages/html.ts";
import type { Language } from "../language.ts";
import { inLanguage, switcher, tagOf } from "../switcher.ts";
import type { PageWords } from "../words/page/en.ts";
import { pageWords } from "./words.ts";

/**
 * The subject's own pages: small documents without script, for a cheap phone on a slow line. Short sentences, one question.
 * Opening them decides nothing. Source: design 7, T-39, T-46; look.md.
 */

/** Where their style sheet is. */
export const subjectStyles = "/consent/page.css";

/** Where a person sees everybody who asked about them, whoever they are. */
export const myDataPath = "/my-data";

/** Who draws a page, in which language, at which address. */
export type Place = {
  readonly brandName: string;
  readonly language: Language;
  /** Of the request. */ readonly path: string;
  /** Of this page; undefined where it cannot be asked for again. */ readonly here: string | undefined;
};

/** One page with what stands around every one of them. */
export function frame(
  { brandName, language, here }: Place,
  write: (words: PageWords) => { readonly title: string; readonly body: Html },
): Page {
  const words = pageWords[language];
  const { title, body } = write(words);
  return pageOf(title, brandName, subjectStyles, words.frame.neverAsk, body, {
    lang: tagOf(language),
    home: inLanguage(myDataPath, language),
    switcher: here === undefined ? nothing : switcher(here, language, words.frame.languages),
    policy: fill(words.frame.policy, { brand: brandName }),
    checkReport: words.frame.checkReport,
    counts: words.frame.counts,
  });
}
