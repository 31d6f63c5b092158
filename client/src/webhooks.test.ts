import { randomBytes } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { describe, expect, test } from "vitest";
import { verifyWebhook, WebhookVerificationError } from "./webhooks.ts";

const newSecret = () => `whsec_${randomBytes(32).toString("base64")}`;
const secret = newSecret();
const event = { id: "e1", type: "request.decided", timestamp: "2026-11-28T14:20:00.000Z", mode: "live", data: {} };
const body = JSON.stringify(event);

/** Headers as the library of the specification signs them. */
function headersOf(signed: string, by: readonly string[] = [secret], at = new Date()) {
  const signatures = by.map((one) => new Webhook(one).sign("msg_1", at, signed));
  return {
    "webhook-id": "msg_1",
    "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
    "webhook-signature": signatures.join(" "),
  };
}

describe("verifyWebhook", () => {
  test("accepts a delivery signed by the library of the specification [DP-07 DP-19]", async () => {
    expect(await verifyWebhook(body, headersOf(body), secret)).toEqual(event);
    const bytes = new TextEncoder().encode(body);
    expect(await verifyWebhook(bytes, new Headers(headersOf(body)), secret)).toEqual(event);
  });

  test("accepts either of two secrets while one replaces the other [DP-11]", async () => {
    const next = newSecret();
    for (const one of [secret, next])
      expect(await verifyWebhook(body, headersOf(body, [secret, next]), one)).toEqual(event);
  });

  test.each([
    ["another body", () => [body.replace("decided", "closed"), headersOf(body), secret]],
    ["another secret", () => [body, headersOf(body), newSecret()]],
    ["another id", () => [body, { ...headersOf(body), "webhook-id": "msg_2" }, secret]],
    ["a delivery of six minutes ago", () => [body, headersOf(body, [secret], new Date(Date.now() - 360_000)), secret]],
    ["a timestamp that is no number", () => [body, { ...headersOf(body), "webhook-timestamp": "soon" }, secret]],
    ["no signature", () => [body, { ...headersOf(body), "webhook-signature": "" }, secret]],
    ["a signature of another version", () => [body, { ...headersOf(body), "webhook-signature": "v2,AAAA" }, secret]],
    ["a secret that is not base64", () => [body, headersOf(body), "whsec_%%%"]],
    ["a body that is not an event", () => ["[1]", headersOf("[1]"), secret]],
  ] as const satisfies readonly (readonly [string, () => readonly [string, Record<string, string>, string]])[])(
    "rejects %s [DP-19]",
    async (_name, delivery) => {
      const [sent, headers, used] = delivery();
      await expect(verifyWebhook(sent, headers, used)).rejects.toThrow(WebhookVerificationError);
    },
  );
});
