import { randomBytes, randomInt } from "node:crypto";
import { v7 } from "uuid";
import { fewBytes } from "./random.ts";

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

/** The id that the same bytes always give; at least 16 of them. */
export const idFrom = (bytes: Buffer): string => asUuid(bytes.subarray(0, 16));

let last = { msecs: 0, seq: 0 };
/** Ids of one program stand in the order in which they were drawn, also within a millisecond. */
function timeOrdered(): string {
  const random = fewBytes(16);
  const now = Date.now();
  if (now > last.msecs) last = { msecs: now, seq: random.readUInt32BE(6) >>> 1 };
  else if (last.seq < 0xff_ff_ff_ff) last.seq += 1;
  else last = { msecs: last.msecs + 1, seq: 0 };
  return v7({ random, ...last });
}

export const randomIds: IdSource = {
  row: timeOrdered,
  open: () => asUuid(fewBytes(16)),
  token: () => randomBytes(32).toString("base64url"),
  shortToken: () => randomBytes(16).toString("base64url"),
  digits: (length) => Array.from({ length }, () => randomInt(10)).join(""),
  letters: (length, alphabet) => Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join(""),
};
