import { passwordMinLength } from "@idanimo/contract/limits";

/** `none`: nothing typed yet. `short`: the rules refuse it. The others are advice only; the server decides. */
export type StrengthLevel = "none" | "short" | "weak" | "fair" | "strong";

const sequences = ["abcdefghijklmnopqrstuvwxyz", "01234567890", "qwertyuiop", "asdfghjkl", "zxcvbnm"];
const minFairBits = 40;
const minStrongBits = 60;

/**
 * How hard a password is to guess, in one word, as it is typed.
 * @param personalWords what others know about the person: names, mail. What repeats them counts for little
 *
 * A rough sum on purpose: a dictionary good enough to be exact weighs more than the whole page. The server refuses stolen ones.
 */
export function estimateStrength(password: string, personalWords: readonly string[] = []): StrengthLevel {
  if (!password) return "none";
  if (password.length < passwordMinLength) return "short";
  const bits = effectiveLength(password, personalWords) * Math.log2(alphabetSize(password));
  if (bits < minFairBits) return "weak";
  return bits < minStrongBits ? "fair" : "strong";
}

/** How many characters could stand in each place. */
function alphabetSize(password: string): number {
  const kinds = [
    [/\p{Ll}/u, 26],
    [/\p{Lu}/u, 26],
    [/\p{Nd}/u, 10],
    [/[^\p{L}\p{Nd}]/u, 20],
  ] as const;
  return kinds.reduce((sum, [pattern, count]) => sum + (pattern.test(password) ? count : 0), 0) || 1;
}

/** How many of its characters a guesser cannot foresee. A known word counts as two. */
function effectiveLength(password: string, own: readonly string[]): number {
  let rest = password.toLowerCase();
  let worth = 0;
  for (const word of own.flatMap((text) => text.toLowerCase().split(/[^\p{L}\p{Nd}]+/u))) {
    if (word.length < 3 || !rest.includes(word)) continue;
    rest = rest.replaceAll(word, " ");
    worth += 1;
  }
  for (const word of ["password", "idanimo", "welcome", "nigeria"]) {
    if (!rest.includes(word)) continue;
    rest = rest.replaceAll(word, " ");
    worth += 2;
  }
  const letters = [...rest];
  letters.forEach((letter, at) => {
    const before = letters[at - 1];
    worth += before === undefined || !isPredictable(before, letter) ? 1 : 0.25;
  });
  // the same few letters over and over are worth what they are once
  return Math.min(worth, new Set(letters).size * 2);
}

const isPredictable = (before: string, letter: string) =>
  before === letter || sequences.some((row) => row.includes(before + letter) || row.includes(letter + before));
