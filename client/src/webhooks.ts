import { isObject } from "./errors.ts";

/** What a webhook reports. `data` has ids, codes, timestamps and amounts, and never a value of a person. */
export type WebhookEvent = {
  readonly id: string;
  readonly type: string;
  /** When it happened, ISO 8601 in UTC. */
  readonly timestamp: string;
  readonly mode: "live" | "test";
  readonly data: Readonly<Record<string, unknown>>;
};

/** A delivery that is not signed with the secret, is too old, or is not an event. */
export class WebhookVerificationError extends Error {
  override readonly name = "WebhookVerificationError";
}

type Headers =
  | { readonly get: (name: string) => string | null }
  | Readonly<Record<string, string | string[] | undefined>>;

const secretPrefix = "whsec_";
const toleranceSeconds = 5 * 60;

/**
 * Checks the signature of a delivery, by the Standard Webhooks specification.
 * @param rawBody the body as it arrived, before any parsing
 * @param headers of the request, from Node or `fetch`
 * @param secret of the endpoint: `whsec_` and base64
 * @throws {WebhookVerificationError}
 */
export async function verifyWebhook(
  rawBody: string | Uint8Array<ArrayBuffer>,
  headers: Headers,
  secret: string,
): Promise<WebhookEvent> {
  const id = headerOf(headers, "webhook-id");
  const timestamp = headerOf(headers, "webhook-timestamp");
  const age = Math.abs(Date.now() / 1000 - Number(timestamp));
  if (!/^\d+$/.test(timestamp) || age > toleranceSeconds)
    throw new WebhookVerificationError("The timestamp is more than five minutes off.");
  const key = await importKey(secret);
  const body = typeof rawBody === "string" ? rawBody : new TextDecoder().decode(rawBody);
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
  const signatures = headerOf(headers, "webhook-signature").split(" ");
  for (const signature of signatures) if (await isSignedWith(key, signature, signed)) return parseEvent(body);
  throw new WebhookVerificationError("No signature of the delivery matches the secret.");
}

async function isSignedWith(key: CryptoKey, signature: string, signed: Uint8Array<ArrayBuffer>): Promise<boolean> {
  const [version, value] = signature.split(",");
  const bytes = version === "v1" && value !== undefined ? decodeBase64(value) : undefined;
  return bytes !== undefined && crypto.subtle.verify("HMAC", key, bytes, signed);
}

function importKey(secret: string): Promise<CryptoKey> {
  const bytes = decodeBase64(secret.startsWith(secretPrefix) ? secret.slice(secretPrefix.length) : secret);
  if (!bytes || bytes.length === 0) throw new WebhookVerificationError("The secret is not whsec_ and base64.");
  return crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["verify"]);
}

function headerOf(headers: Headers, name: string): string {
  const value =
    typeof headers["get"] === "function" ? headers["get"](name) : (headers as Record<string, unknown>)[name];
  if (typeof value !== "string" || value === "") throw new WebhookVerificationError(`The header ${name} is missing.`);
  return value;
}

function decodeBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

const isEvent = (value: unknown): value is WebhookEvent =>
  isObject(value) &&
  ["id", "type", "timestamp", "mode"].every((name) => typeof value[name] === "string") &&
  isObject(value["data"]);

function parseEvent(body: string): WebhookEvent {
  const event: unknown = JSON.parse(body);
  if (!isEvent(event)) throw new WebhookVerificationError("The body is not an event.");
  return event;
}
