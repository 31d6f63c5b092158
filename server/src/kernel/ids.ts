import { randomBytes, randomInt } from "node:crypto";
import { v7 } from "uuid";

/** Where ids, tokens and codes come from; a test may replace it. */
export type IdSource = {
  /** A time-ordered id for rows that no browser names. */
  row(): string;
  /** An id given to a browser: 128 random bits, printed as a uuid. Source: threats 2, rule 3. */
  open(): string;
  /** A secret of 256 random bits in base64url, 43 characters: sign-in tokens, links. */
  token(): string;
  /** 128 random bits in base64url, 22 characters: a purchase's session code. */
  shortToken(): string;
  /** A code of so many digits. */
  digits(length: number): string;
  /** A code of so many letters of an alphabet. */
  letters(length: number, alphabet: string): string;
};

function asUuid(bytes: Buffer): string {
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

export const randomIds: IdSource = {
  row: () => v7(),
  open: () => asUuid(randomBytes(16)),
  token: () => randomBytes(32).toString("base64url"),
  shortToken: () => randomBytes(16).toString("base64url"),
  digits: (length) => Array.from({ length }, () => randomInt(10)).join(""),
  letters: (length, alphabet) => Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join(""),
};
