import { createHmac } from "node:crypto";

const base32Alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const stepMs = 30_000;

/**
 * The six digits that an authenticator shows. Source: RFC 6238, SHA-1, steps of 30 seconds.
 * @param secret base32; spaces are ignored
 * @param later number of steps from now: each code is accepted once, and the next one already
 */
export function totpCode(secret: string, later = 0): string {
  const bits = [...secret.replaceAll(" ", "")].map((letter) =>
    base32Alphabet.indexOf(letter).toString(2).padStart(5, "0"),
  );
  const bytes = bits.join("").match(/.{8}/g) ?? [];
  const key = Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / stepMs) + later));
  const digest = createHmac("sha1", key).update(counter).digest();
  const at = (digest.at(-1) ?? 0) & 15;
  return String((digest.readUInt32BE(at) & 0x7f_ff_ff_ff) % 1_000_000).padStart(6, "0");
}
