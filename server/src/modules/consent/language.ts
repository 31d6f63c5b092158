/**
 * Languages of the subject's pages. A language is offered once a native reader has approved its copy, because
 * consent must be understood.
 */
export const languages = [
  { code: "en", name: "English", tag: "en-NG", approved: true },
  { code: "pcm", name: "Naijá", tag: "pcm-NG", approved: true },
  { code: "ha", name: "Hausa", tag: "ha-NG", approved: false },
  { code: "yo", name: "Yorùbá", tag: "yo-NG", approved: false },
  { code: "ig", name: "Igbo", tag: "ig-NG", approved: false },
] as const;
export type Language = (typeof languages)[number]["code"];

export const isLanguage = (value: unknown): value is Language => languages.some(({ code }) => code === value);

/** The language's own name. */
export const languageName = (language: Language): string =>
  languages.find(({ code }) => code === language)?.name ?? language;

export const offeredLanguages = languages.filter(({ approved }) => approved);

/** Reads the language from a query or form field (`lang=pcm`); English if it is not an offered language. */
export function parseLanguage(value: unknown): Language {
  return offeredLanguages.find(({ code }) => code === value)?.code ?? "en";
}
