import { fillPlaceholders } from "./problems.ts";
import * as texts from "./texts.ts";

/** The letters that ISO 3779 leaves out of a VIN, each with the digit that it is confused with. */
const digitFor = { I: "1 (one)", O: "0 (zero)", Q: "0 (zero)" } as const;

const alternatives = new Intl.ListFormat("en-GB", { type: "disjunction" });

/** The message about letters that no VIN contains, with the digits that are probably meant. */
export function vinLettersMessage(vin: string): string {
  const letters = (["I", "O", "Q"] as const).filter((letter) => vin.includes(letter));
  const digits = new Set(letters.map((letter) => digitFor[letter]));
  return fillPlaceholders(texts.vinLetters, {
    letters: alternatives.format(letters),
    digits: alternatives.format(digits),
  });
}
