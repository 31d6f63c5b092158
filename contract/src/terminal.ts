/**
 * What may be printed on an operator's terminal. Stored texts are untrusted: an escape sequence in one moves the
 * cursor, changes earlier output or sets the window's title, and an invisible character reorders or hides text.
 */

/** Replaces each control, format and line separator character. */
export const replaceUnsafe = (text: string, replacer: (found: string) => string): string =>
  text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, replacer);

/** One line without effect on the terminal: each unsafe character becomes `�`. */
export const terminalLine = (text: string): string => replaceUnsafe(text, () => "�");

/** Returns a function that prints each text as one line. Every program for operators prints through it. */
export const linePrinter =
  (stream: { write(text: string): unknown }) =>
  (...lines: readonly string[]): void => {
    for (const line of lines) stream.write(`${terminalLine(line)}\n`);
  };

/**
 * Before each line of untrusted text. A terminal of 80 columns never wraps such a line, which would lose the
 * margin.
 */
const margin = "  | ";
const quoteColumns = 74;
/** Letters beyond the European alphabets may take two columns. */
const columnWidth = (letter: string) => (letter < "\u0300" ? 1 : 2);

/** Untrusted text as lines with a margin, so that it never looks like the program's own output. */
export function quoteForTerminal(text: string): readonly string[] {
  return text
    .replace(/\r\n?/g, "\n")
    .split(/[\n\u0085\u2028\u2029]/)
    .flatMap(wrapLine)
    .map((line) => (margin + line).trimEnd());
}

function wrapLine(line: string): readonly string[] {
  const wrapped: string[] = [];
  let current = "";
  let columns = 0;
  for (const letter of line) {
    if (columns + columnWidth(letter) > quoteColumns) {
      wrapped.push(current);
      [current, columns] = ["", 0];
    }
    current += letter;
    columns += columnWidth(letter);
  }
  return [...wrapped, current];
}
