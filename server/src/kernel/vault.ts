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
 * Envelope encryption of personal values: AES-256-GCM with a key per record, which is itself encrypted with a
 * master key. Table, id and field are authenticated data, so that a ciphertext moved elsewhere does not decrypt.
 * [T-53]
 */

/** Where a sealed value is stored: `table|id|field`. */
export type SealContext = { readonly table: string; readonly id: string; readonly field: string };

const version = 1;
const nonceBytes = 12;
const tagBytes = 16;
const keyBytes = 32;

function encrypt(key: Buffer, plain: Buffer, bound: string): Buffer {
  const nonce = randomBytes(nonceBytes);
  // faster than passing the bytes
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

const authenticatedData = (context: SealContext) => `${context.table}|${context.id}|${context.field}`;

/** Encrypts a value with its record's key. */
export function seal(recordKey: Buffer, plain: Buffer, context: SealContext): Buffer {
  return encrypt(recordKey, plain, authenticatedData(context));
}

/**
 * Decrypts a value.
 * @throws if the key, the context or a single bit differs
 */
export function unseal(recordKey: Buffer, sealed: Buffer, context: SealContext): Buffer {
  return decrypt(recordKey, sealed, authenticatedData(context));
}

/** The program's secrets, derived from the configured ones. All keys are 32 bytes. */
export class Vault {
  readonly #masters: ReadonlyMap<string, Buffer>;
  readonly #active: string;
  readonly #index: Buffer;
  readonly #pepper: Buffer;

  /**
   * @param secrets one or two texts of at least 32 characters; the first one encrypts, all of them decrypt
   * (rotation) [T-73]
   */
  constructor(secrets: readonly [string, ...string[]]) {
    const derive = (secret: string, use: string) => Buffer.from(hkdfSync("sha256", secret, "idanimo", use, keyBytes));
    const named = secrets.map((secret) => {
      const master = derive(secret, "master");
      return [createHash("sha256").update(master).digest("hex").slice(0, 8), master] as const;
    });
    this.#masters = new Map(named);
    this.#active = named[0]?.[0] ?? "";
    // the last secret is the oldest one: its hashes must be found while keys rotate
    const oldest = secrets[secrets.length - 1] ?? secrets[0];
    this.#index = derive(oldest, "index");
    this.#pepper = derive(oldest, "pepper");
  }

  /** A new record key and its wrapped form for the key database. */
  newKey(recordId: string): { readonly key: Buffer; readonly wrapped: Buffer } {
    const key = randomBytes(keyBytes);
    const master = this.#masters.get(this.#active);
    if (!master) throw new Error("vault: no master key");
    return { key, wrapped: Buffer.concat([Buffer.from(this.#active, "hex"), encrypt(master, key, `key|${recordId}`)]) };
  }

  /** Unwraps a record key. */
  unwrap(recordId: string, wrapped: Buffer): Buffer {
    const master = this.#masters.get(wrapped.subarray(0, 4).toString("hex"));
    if (!master) throw new Error("vault: this key was wrapped with a master key that is not configured");
    return decrypt(master, wrapped.subarray(4), `key|${recordId}`);
  }

  /** A keyed hash for exact search; the same value of another kind has another hash. */
  indexHash(kind: string, value: string): Buffer {
    return createHmac("sha256", this.#index).update(`${kind}|${value}`).digest();
  }

  /** A keyed hash of a short secret such as a one-time code, useless without the pepper. [T-03] */
  codeHash(use: string, id: string, code: string): Buffer {
    return createHmac("sha256", this.#pepper).update(`${use}|${id}|${code}`).digest();
  }
}

/** SHA-256 of a long random token, which cannot be guessed. */
export function tokenHash(token: string): Buffer {
  return hash("sha256", token, "buffer");
}

/** The same in hexadecimal digits. */
export function tokenHashHex(token: string): string {
  return hash("sha256", token, "hex");
}

/**
 * Derives a key from a long random token, for data that only its holder may decrypt. The token's hash does not
 * reveal it.
 */
export function tokenKey(token: string): Buffer {
  return Buffer.from(hkdfSync("sha256", token, "idanimo", "token", keyBytes));
}

/** Compares two secrets in constant time. */
export function secretsEqual(left: string, right: string): boolean {
  const [one, other] = [createHash("sha256").update(left).digest(), createHash("sha256").update(right).digest()];
  return timingSafeEqual(one, other);
}
