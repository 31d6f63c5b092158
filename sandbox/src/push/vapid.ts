import { createPublicKey, verify } from "node:crypto";
import { numberIn, textIn } from "../kernel/fields.ts";

/** A sender's token may be valid for a day at most (RFC 8292, section 2). */
const maxTokenLifetimeSeconds = 86_400;

/**
 * Identifies the sender of a push by its Authorization header: `vapid t=<signed token>, k=<public key>`.
 * @returns the sender's key, or an error message
 */
export function verifyVapid(
  header: string | undefined,
  origin: string,
  nowSeconds: number,
): { readonly key: string } | { readonly wrong: string } {
  const [, token = "", key = ""] = /^vapid t=([\w-]+\.[\w-]+\.[\w-]+), ?k=([\w-]+)$/.exec(header ?? "") ?? [];
  if (token === "") return { wrong: "The Authorization header names no VAPID sender." };
  const [head = "", body = "", signature = ""] = token.split(".");
  const point = Buffer.from(key, "base64url");
  if (point.length !== 65 || point[0] !== 4) return { wrong: "The VAPID key is no point of P-256." };
  const claims = decodeJson(body);
  if (textIn(decodeJson(head), "alg") !== "ES256" || !hasValidSignature(`${head}.${body}`, signature, point))
    return { wrong: "The VAPID token's signature does not fit." };
  const ends = numberIn(claims, "exp") ?? 0;
  if (textIn(claims, "aud") !== origin) return { wrong: "The VAPID token is for another push service." };
  if (ends <= nowSeconds || ends > nowSeconds + maxTokenLifetimeSeconds)
    return { wrong: "The VAPID token is over, or lives for more than a day." };
  if (!/^(mailto:|https:)/.test(textIn(claims, "sub") ?? "")) return { wrong: "The VAPID token names no contact." };
  return { key };
}

function hasValidSignature(text: string, signature: string, point: Buffer): boolean {
  try {
    const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString("base64url"));
    const key = createPublicKey({ key: { kty: "EC", crv: "P-256", x: x ?? "", y: y ?? "" }, format: "jwk" });
    return verify("sha256", Buffer.from(text), { key, dsaEncoding: "ieee-p1363" }, Buffer.from(signature, "base64url"));
  } catch {
    return false; // 65 bytes that are not a point on the curve
  }
}

function decodeJson(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, "base64url").toString());
  } catch {
    return undefined;
  }
}
