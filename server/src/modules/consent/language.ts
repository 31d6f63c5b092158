/** Languages of the subject's pages. One is offered once a native reader has approved its words: consent that is not understood is none. */
export const languages = [
  { code: "en", name: "English", tag: "en-NG", approved: true },
  { code: "pcm", name: "Naijá", tag: "pcm-NG", approved: true },
  { code: "ha", name: "Hausa", tag: "ha-NG", approved: false },
  { code: "yo", name: "Yorùbá", tag: "yo-NG", approved: false },
  { code: "ig", name: "Igbo", tag: "ig-NG", approved: false },
] as const;
export type Language = (typeof languages)[number]["code"];

/** The languages a person can choose. */
export const offeredLanguages = languages.filter(({ approved }) => approved);

/** The language a person chose, as an address or a form says it (`lang=pcm`); English where it says nothing we offer. */
export function parseLanguage(value: unknown): Language {
  return offeredLanguages.find(({ code }) => code === value)?.code ?? "en";
}
