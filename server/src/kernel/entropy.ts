/** Whether a secret consists of at most two different characters. */
export const isRepeated = (secret: string): boolean => new Set(secret).size < 3;

/**
 * Random hexadecimal digits, the smallest usual alphabet, have fewer distinct characters than this once in tens of
 * thousands of secrets.
 */
const minDistinctCharacters = (length: number) => (length < 32 ? 6 : 8);
const keyboardRows = ["abcdefghijklmnopqrstuvwxyz", "01234567890", "qwertyuiop", "asdfghjkl", "zxcvbnm"];
const neighbourPairs = new Set(
  keyboardRows.flatMap((row) =>
    [...row].slice(1).flatMap((letter, at) => [`${row[at]}${letter}`, `${letter}${row[at]}`]),
  ),
);

/**
 * Whether a long secret is easy to guess: few distinct characters, a repeated part, or sequences of the alphabet or
 * the keyboard. Does not detect a sentence from a book: only a generator makes a good secret.
 */
export function isLowEntropy(secret: string): boolean {
  const text = secret.toLowerCase();
  if (new Set(text).size < minDistinctCharacters(text.length)) return true;
  if (isPeriodic(text)) return true;
  let inRow = 0;
  for (let at = 1; at < text.length; at += 1) if (neighbourPairs.has(text.slice(at - 1, at + 1))) inRow += 1;
  return inRow * 2 >= text.length;
}

/** Whether a text is a shorter one repeated at least twice. */
function isPeriodic(text: string): boolean {
  for (let period = 1; period * 2 <= text.length; period += 1)
    if (text.slice(period) === text.slice(0, -period)) return true;
  return false;
}
