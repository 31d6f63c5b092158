/** The characters in our font files; a PDF has no fallback font. A test compares this list with the files. */

/** Code points, hexadecimal. */
const ranges = `20-7e a0 a9 ae b0 b7 c0-cf d1-dd e0-ef f1-f6 f8-fd 100-101 112-113 128-12b 143-144 14c-14d 168-16b 181 18a
  198-199 1b3-1b4 1f8-1f9 253 257 300-301 303-304 323 1e44-1e45 1e62-1e63 1ea0-1ea1 1eb8-1eb9 1ebc-1ebd 1eca-1ecd 1ee4-1ee5
  2013-2014 2018-2019 201c-201d 2022 2026 2039-203a 20a6 20ac 2212`;

const coveredCodePoints: ReadonlySet<number> = new Set(
  ranges.split(/\s+/).flatMap((range) => {
    const [from = 0, to = from] = range.split("-").map((end) => Number.parseInt(end, 16));
    return Array.from({ length: to - from + 1 }, (_none, at) => from + at);
  }),
);

export const isPrintable = (text: string): boolean =>
  Array.from(text).every((letter) => coveredCodePoints.has(letter.codePointAt(0) ?? 0));

/** Replaces letters that the font lacks. A document that has any explains it once. */
export const replacementText = "[?]";

/** Invisible format characters: they could reorder the visible ones. */
const invisibleCharacters = /[\p{Cf}\p{Variation_Selector}]/gu;

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Converts a text to printable characters: white space becomes one space, a run of missing letters one `[?]`. */
export function toPrintable(text: string): string {
  const seen = text
    .replace(invisibleCharacters, "")
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim()
    .normalize("NFC");
  if (isPrintable(seen)) return seen;
  const shown = Array.from(graphemes.segment(seen), ({ segment }) => printableGrapheme(segment)).join("");
  return shown.replace(/(?:\[\?\] ?)*\[\?\]/gu, replacementText);
}

/** A grapheme as it is, decomposed into characters of the font, or in its compatibility form. */
function printableGrapheme(letter: string): string {
  for (const form of [letter, letter.normalize("NFD"), letter.normalize("NFKC")]) if (isPrintable(form)) return form;
  return (
    { "\u2010": "-", "\u2011": "-", "\u2012": "\u2013", "\u02bc": "\u2019", "\u00d7": "x" }[letter] ?? replacementText
  );
}
