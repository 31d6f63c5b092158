import { english, type Messages } from "./english.ts";

/** A language is a file beside this one and a line here, by its BCP 47 name. Source: RESULT-VIN-06, O-37. */
const catalogues: Readonly<Record<string, Messages>> = { en: english };

/**
 * The words in the first language of a reader that there is, else in English.
 * @param wanted BCP 47 names in the reader's order, such as `navigator.languages`
 */
export function messagesFor(
  wanted: readonly string[],
  known: Readonly<Record<string, Messages>> = catalogues,
): { readonly language: string; readonly messages: Messages } {
  for (const name of wanted) {
    const language = name.toLowerCase().split("-")[0] ?? "";
    const messages = Object.hasOwn(known, language) ? known[language] : undefined;
    if (messages) return { language, messages };
  }
  return { language: "en", messages: english };
}
