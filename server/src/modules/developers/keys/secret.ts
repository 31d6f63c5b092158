import { keyAlphabet, keyPattern, keyRandomLength } from "@idanimo/contract/developers/key-format";
import { keyPrefixes, type Mode } from "@idanimo/contract/developers/mode";
import type { IdSource } from "../../../kernel/ids.ts";
import { checksumOf, hasRightChecksum } from "../../../kernel/key-checksum.ts";

/** Characters after `idn_live_` that are stored and shown. */
const shownLength = 8;

/** A new secret: prefix, 238 random bits and their checksum. */
export function createSecret(ids: Pick<IdSource, "letters">, mode: Mode): string {
  const body = keyPrefixes[mode] + ids.letters(keyRandomLength, keyAlphabet);
  return body + checksumOf(body);
}

/** What may be stored of a secret: `idn_live_` and 8 characters. */
export const shownPrefix = (secret: string): string => secret.slice(0, keyPrefixes.live.length + shownLength);

/** Whether a text is a complete secret, so that a mistyped one needs no query. */
export const isSecret = (text: string): boolean => keyPattern.test(text) && hasRightChecksum(text);
