/** Which letters our font files hold; a paper takes no other font for a single letter. A test compares this with the files. */

const ours =
  /^[\u0020-\u007e\u00a0\u00a9\u00ae\u00b0\u00b7\u00c0-\u00cf\u00d1-\u00dd\u00e0-\u00ef\u00f1-\u00f6\u00f8-\u00fd\u0100\u0101\u0112\u0113\u0128-\u012b\u0143\u0144\u014c\u014d\u0168-\u016b\u0181\u018a\u0198\u0199\u01b3\u01b4\u01f8\u01f9\u0253\u0257\u0300\u0301\u0303\u0304\u0323\u1e44\u1e45\u1e62\u1e63\u1ea0\u1ea1\u1eb8\u1eb9\u1ebc\u1ebd\u1eca-\u1ecd\u1ee4\u1ee5\u2013\u2014\u2018\u2019\u201c\u201d\u2022\u2026\u2039\u203a\u20a6\u20ac\u2212]*$/u;

/** Whether each letter of a text can be printed as it is. */
export const isOurs = (text: string): boolean => ours.test(text);

/** Stands for letters that the paper cannot print; what it means is said once on such a paper. */
export const unprintable = "[?]";

/** Marks that a program reads and nobody sees: they could turn the order of letters around. */
const unseen = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufe00-\ufe0f\ufeff]/gu;

const letters = new Intl.Segmenter("en", { granularity: "grapheme" });

/** A text as it can be printed: white space is one space, and letters that the font lacks become `[?]`, several at once one. */
export function printable(text: string): string {
  const seen = text
    .replace(unseen, "")
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim()
    .normalize("NFC");
  if (isOurs(seen)) return seen;
  const shown = Array.from(letters.segment(seen), ({ segment }) => printableLetter(segment)).join("");
  return shown.replace(/(?:\[\?\] ?)*\[\?\]/gu, unprintable);
}

/** One letter with its marks: as it is, taken apart into what the font has, or in its plain form. */
function printableLetter(letter: string): string {
  for (const form of [letter, letter.normalize("NFD"), letter.normalize("NFKC")]) if (isOurs(form)) return form;
  return { "\u2010": "-", "\u2011": "-", "\u2012": "\u2013", "\u02bc": "\u2019", "\u00d7": "x" }[letter] ?? unprintable;
}
