import { english, type Messages } from "./english.ts";

/**
 * The message catalogues by BCP 47 name: one file per language in this folder, and one line here [RESULT-VIN-06
 * O-37].
 */
const catalogues: Readonly<Record<string, Messages>> = { en: english };

/**
 * The messages in the first available language of the reader, else in English.
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
