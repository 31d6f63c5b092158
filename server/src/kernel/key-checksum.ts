import { crc32 } from "node:zlib";
import { keyAlphabet } from "@idanimo/contract/developers/key-format";

/** Characters at the end of every key. */
export const checksumLength = 6;

/** CRC-32 of a key without its checksum, in six base-62 digits: a mistyped key is recognised without a query. */
export function checksumOf(body: string): string {
  let rest = crc32(body);
  let digits = "";
  for (let place = 0; place < checksumLength; place += 1) {
    digits = (keyAlphabet[rest % keyAlphabet.length] ?? "") + digits;
    rest = Math.floor(rest / keyAlphabet.length);
  }
  return digits;
}

/** Whether a key ends with its own checksum. */
export const hasRightChecksum = (key: string): boolean => key.endsWith(checksumOf(key.slice(0, -checksumLength)));
