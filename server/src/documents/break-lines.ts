/** Line breaking. Pure: the caller passes the function that measures text. */

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/**
 * Breaks a text into lines no wider than `width`. A word too long for one line is broken between graphemes.
 * @param measure width of a text without spaces, in the unit of `width`
 * @param space   width of a space
 * @returns at least one line, which may be empty
 */
export function breakLines(
  text: string,
  width: number,
  measure: (text: string) => number,
  space: number,
): readonly string[] {
  const lines: string[] = [];
  let line: { readonly text: string; readonly wide: number } | undefined;
  for (const word of text.split(" ")) {
    const wide = measure(word);
    if (line && line.wide + space + wide <= width) {
      line = { text: `${line.text} ${word}`, wide: line.wide + space + wide };
      continue;
    }
    if (line) lines.push(line.text);
    const [last = "", ...full] = breakWord(word, width, measure).toReversed();
    lines.push(...full.toReversed());
    line = { text: last, wide: measure(last) };
  }
  return [...lines, line?.text ?? ""];
}

/** Breaks a word into pieces that fit; a single grapheme is never broken. */
function breakWord(word: string, width: number, measure: (text: string) => number): readonly string[] {
  if (measure(word) <= width) return [word];
  const pieces: string[] = [];
  let piece = "";
  for (const { segment } of graphemes.segment(word)) {
    if (piece !== "" && measure(piece + segment) > width) {
      pieces.push(piece);
      piece = "";
    }
    piece += segment;
  }
  return [...pieces, piece];
}
