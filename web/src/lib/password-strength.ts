import { passwordMinLength } from "@idanimo/contract/limits";

/** `none`: nothing typed yet. `short`: the rules reject it. The others are advice only; the server decides. */
export type StrengthLevel = "none" | "short" | "weak" | "fair" | "strong";

const sequences = ["abcdefghijklmnopqrstuvwxyz", "01234567890", "qwertyuiop", "asdfghjkl", "zxcvbnm"];
const minFairBits = 40;
const minStrongBits = 60;

/**
 * Estimates how hard a password is to guess, while the user types. A rough estimate on purpose: an exact dictionary
 * weighs more than the whole page. The server rejects leaked passwords.
 * @param personalWords names and email of the user; words that repeat them count for little
 */
export function estimateStrength(password: string, personalWords: readonly string[] = []): StrengthLevel {
  if (!password) return "none";
  if (password.length < passwordMinLength) return "short";
  const bits = effectiveLength(password, personalWords) * Math.log2(alphabetSize(password));
  if (bits < minFairBits) return "weak";
  return bits < minStrongBits ? "fair" : "strong";
}

/** How many different characters each position could have. */
function alphabetSize(password: string): number {
  const kinds = [
    [/\p{Ll}/u, 26],
    [/\p{Lu}/u, 26],
    [/\p{Nd}/u, 10],
    [/[^\p{L}\p{Nd}]/u, 20],
  ] as const;
  return kinds.reduce((sum, [pattern, count]) => sum + (pattern.test(password) ? count : 0), 0) || 1;
}

/** The number of characters that an attacker cannot predict. A known word counts as two. */
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
  // repeated characters count once
  return Math.min(worth, new Set(letters).size * 2);
}

const isPredictable = (before: string, letter: string) =>
  before === letter || sequences.some((row) => row.includes(before + letter) || row.includes(letter + before));
