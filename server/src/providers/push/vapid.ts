import { createECDH, hkdfSync } from "node:crypto";

/** The key pair that identifies the sender to push services. See RFC 8292. */
export type VapidKeys = {
  /** 65 bytes in base64url. */
  readonly publicKey: string;
  /** 32 bytes in base64url. */
  readonly privateKey: string;
};

/** The pair of a private key; undefined if the text is no valid key. */
export function vapidKeysOf(privateKey: string): VapidKeys | undefined {
  const bytes = Buffer.from(privateKey, "base64url");
  if (bytes.length !== 32 || !/^[A-Za-z0-9_-]{43}=?$/.test(privateKey)) return undefined;
  const curve = createECDH("prime256v1");
  try {
    curve.setPrivateKey(bytes);
  } catch {
    return undefined; // zero, or beyond the curve's order
  }
  return { publicKey: curve.getPublicKey("base64url"), privateKey: bytes.toString("base64url") };
}

/** A private key for a demonstration, the same for the same master secret, so that devices stay subscribed. */
export function vapidKeyFrom(secret: string): string {
  return Buffer.from(hkdfSync("sha256", secret, "idanimo", "vapid", 32)).toString("base64url");
}
