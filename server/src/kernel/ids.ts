import { randomBytes, randomInt } from "node:crypto";
import { v7 } from "uuid";
import { pooledRandomBytes } from "./random-pool.ts";

/** Where ids, tokens and codes come from; a test may replace it. */
export type IdSource = {
  /** A time-ordered id for rows that no browser names. */
  rowId(): string;
  /** An id given to a browser: 128 random bits, printed as a uuid. Source: threats 2, rule 3. */
  publicId(): string;
  /** A secret of 256 random bits in base64url, 43 characters: sign-in tokens, links. */
  token(): string;
  /** 128 random bits in base64url, 22 characters: a purchase's session code. */
  shortToken(): string;
  /** A code of so many digits. */
  digits(length: number): string;
  /** A code of so many letters of an alphabet. */
  letters(length: number, alphabet: string): string;
};

const hexDigitBytes = Buffer.from("0123456789abcdef");
const uuidBuffer = Buffer.from("00000000-0000-0000-0000-000000000000");
/** Where each byte's two digits stand. */
const digitPositions = [...uuidBuffer.toString().matchAll(/00/g)].map(({ index }) => index);

/**
 * The id that the same bytes always give, as PostgreSQL prints a uuid. One text and not parts put together: whoever reads those copies
 * them first.
 * @param bytes at least 16
 */
export function formatUuid(bytes: Uint8Array): string {
  digitPositions.forEach((place, at) => {
    const byte = bytes[at] ?? 0;
    uuidBuffer[place] = hexDigitBytes[byte >> 4] ?? 0;
    uuidBuffer[place + 1] = hexDigitBytes[byte & 15] ?? 0;
  });
  return uuidBuffer.toString("latin1");
}

let last = { msecs: 0, seq: 0 };
/** Ids of one program stand in the order in which they were drawn, also within a millisecond. */
function timeOrderedUuid(): string {
  const random = pooledRandomBytes(16);
  const now = Date.now();
  if (now > last.msecs) last = { msecs: now, seq: random.readUInt32BE(6) >>> 1 };
  else if (last.seq < 0xff_ff_ff_ff) last.seq += 1;
  else last = { msecs: last.msecs + 1, seq: 0 };
  return formatUuid(v7({ random, ...last }, new Uint8Array(16)));
}

export const randomIds: IdSource = {
  rowId: timeOrderedUuid,
  publicId: () => formatUuid(pooledRandomBytes(16)),
  token: () => randomBytes(32).toString("base64url"),
  shortToken: () => randomBytes(16).toString("base64url"),
  digits: (length) => Array.from({ length }, () => randomInt(10)).join(""),
  letters: (length, alphabet) => Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join(""),
};
