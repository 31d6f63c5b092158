import { randomBytes, randomInt } from "node:crypto";
import { v7 } from "uuid";

/** Source of ids, tokens and codes; tests may replace it. */
export type IdSource = {
  /** A time-ordered id for rows that no browser names. */
  rowId(): string;
  /** An id for browsers: 128 random bits, printed as a uuid. */
  publicId(): string;
  /** A secret of 256 random bits in base64url, 43 characters: sign-in tokens, links. */
  token(): string;
  /** 128 random bits in base64url, 22 characters: the session code of a purchase. */
  shortToken(): string;
  /** A code of `length` digits. */
  digits(length: number): string;
  /** A code of `length` letters of an alphabet. */
  letters(length: number, alphabet: string): string;
};

/**
 * Prints 16 bytes as PostgreSQL prints a uuid.
 * @param bytes at least 16
 */
export function formatUuid(bytes: Buffer): string {
  const hex = bytes.toString("hex", 0, 16);
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}

export const randomIds: IdSource = {
  rowId: () => v7(), // ordered within a millisecond too
  publicId: () => formatUuid(randomBytes(16)),
  token: () => randomBytes(32).toString("base64url"),
  shortToken: () => randomBytes(16).toString("base64url"),
  digits: (length) => Array.from({ length }, () => randomInt(10)).join(""),
  letters: (length, alphabet) => Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join(""),
};
