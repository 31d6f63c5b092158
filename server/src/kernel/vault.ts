import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  hash,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from "node:crypto";

/**
 * Envelope encryption of personal values: AES-256-GCM under a key per record, which is itself wrapped by a master key.
 * What a value belongs to (table, id, field) is bound into it, so a ciphertext moved elsewhere does not open. Source: T-53.
 */

/** `table‖id‖field`: where a sealed value stands. */
export type SealContext = { readonly table: string; readonly id: string; readonly field: string };

const version = 1;
const nonceBytes = 12;
const tagBytes = 16;
const keyBytes = 32;

function encrypt(key: Buffer, plain: Buffer, bound: string): Buffer {
  const nonce = randomBytes(nonceBytes);
  // bytes in place of a key object cost a cipher twice as much
  const cipher = createCipheriv("aes-256-gcm", createSecretKey(key), nonce, { authTagLength: tagBytes });
  cipher.setAAD(Buffer.from(`${version}|${bound}`));
  return Buffer.concat([Buffer.of(version), nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

function decrypt(key: Buffer, sealed: Buffer, bound: string): Buffer {
  if (sealed[0] !== version) throw new Error("vault: unknown version of a sealed value");
  const body = sealed.subarray(1 + nonceBytes, sealed.length - tagBytes);
  const decipher = createDecipheriv("aes-256-gcm", createSecretKey(key), sealed.subarray(1, 1 + nonceBytes), {
    authTagLength: tagBytes,
  });
  decipher.setAAD(Buffer.from(`${version}|${bound}`));
  decipher.setAuthTag(sealed.subarray(sealed.length - tagBytes));
  return Buffer.concat([decipher.update(body), decipher.final()]);
}

const authenticatedData = (place: SealContext) => `${place.table}|${place.id}|${place.field}`;

/** Seals a value under its record's key. */
export function seal(recordKey: Buffer, plain: Buffer, place: SealContext): Buffer {
  return encrypt(recordKey, plain, authenticatedData(place));
}

/** Opens a sealed value. Throws where the key, the place or a single bit differs. */
export function unseal(recordKey: Buffer, sealed: Buffer, place: SealContext): Buffer {
  return decrypt(recordKey, sealed, authenticatedData(place));
}

/** The secrets of the program, derived from configured ones. All keys are 32 bytes. */
export class Vault {
  readonly #masters: ReadonlyMap<string, Buffer>;
  readonly #active: string;
  readonly #index: Buffer;
  readonly #pepper: Buffer;

  /** @param secrets one or two texts of at least 32 characters; the first one wraps, all of them open (rotation, T-73) */
  constructor(secrets: readonly [string, ...string[]]) {
    const derive = (secret: string, use: string) => Buffer.from(hkdfSync("sha256", secret, "idanimo", use, keyBytes));
    const named = secrets.map((secret) => {
      const master = derive(secret, "master");
      return [createHash("sha256").update(master).digest("hex").slice(0, 8), master] as const;
    });
    this.#masters = new Map(named);
    this.#active = named[0]?.[0] ?? "";
    // the last secret is the oldest one: hashes made with it must stay findable while keys rotate
    const oldest = secrets[secrets.length - 1] ?? secrets[0];
    this.#index = derive(oldest, "index");
    this.#pepper = derive(oldest, "pepper");
  }

  /** A new record key and its wrapped form, to be kept in the key database. */
  newKey(recordId: string): { readonly key: Buffer; readonly wrapped: Buffer } {
    const key = randomBytes(keyBytes);
    const master = this.#masters.get(this.#active);
    if (!master) throw new Error("vault: no master key");
    return { key, wrapped: Buffer.concat([Buffer.from(this.#active, "hex"), encrypt(master, key, `key|${recordId}`)]) };
  }

  /** The record key inside its wrapped form. */
  unwrap(recordId: string, wrapped: Buffer): Buffer {
    const master = this.#masters.get(wrapped.subarray(0, 4).toString("hex"));
    if (!master) throw new Error("vault: this key was wrapped with a master key that is not configured");
    return decrypt(master, wrapped.subarray(4), `key|${recordId}`);
  }

  /** A keyed hash for exact search; the same value of another kind gives another hash. */
  indexHash(kind: string, value: string): Buffer {
    return createHmac("sha256", this.#index).update(`${kind}|${value}`).digest();
  }

  /** A keyed hash of a short secret (one-time codes); useless without the pepper. Source: T-03. */
  codeHash(use: string, id: string, code: string): Buffer {
    return createHmac("sha256", this.#pepper).update(`${use}|${id}|${code}`).digest();
  }
}

/** SHA-256 of a long random token: enough, since it cannot be guessed. */
export function tokenHash(token: string): Buffer {
  return hash("sha256", token, "buffer");
}

/** The same in hexadecimal digits. */
export function tokenHashHex(token: string): string {
  return hash("sha256", token, "hex");
}

/** A key made of a long random token, for what only its holder may open; the token's hash does not tell it. */
export function tokenKey(token: string): Buffer {
  return Buffer.from(hkdfSync("sha256", token, "idanimo", "token", keyBytes));
}

/** Whether two secrets are equal, in constant time for equal lengths. */
export function secretsEqual(left: string, right: string): boolean {
  const [one, other] = [createHash("sha256").update(left).digest(), createHash("sha256").update(right).digest()];
  return timingSafeEqual(one, other);
}
