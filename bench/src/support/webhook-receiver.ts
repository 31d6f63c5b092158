import { once } from "node:events";
import { createServer } from "node:http";
import { isDeepStrictEqual } from "node:util";
import { Webhook } from "standardwebhooks";
import * as z from "zod/mini";
import { onCleanup } from "./cleanup.ts";

/** The server of a customer: verifies webhooks with the library of the specification and stores their bodies. */

const webhookBody = z.object({ id: z.string(), type: z.string(), data: z.record(z.string(), z.unknown()) });
export type WebhookBody = z.output<typeof webhookBody>;

export type WebhookReceiver = {
  urlOf(endpoint: string): string;
  /** Sets the secret of an endpoint, as its creation returned it. */
  setSecret(endpoint: string, secret: string): void;
  /** Bodies by event id. */
  received(endpoint: string): ReadonlyMap<string, WebhookBody>;
  /** Webhooks that arrived more than once. */
  repeats(): number;
  /** Webhooks without a valid signature, and ids that came with two bodies. */
  readonly wrong: readonly string[];
};

/** @param fails whether the first attempt with an id at an endpoint is rejected */
export async function openWebhookReceiver(fails: (endpoint: string) => boolean): Promise<WebhookReceiver> {
  const secrets = new Map<string, Webhook>();
  const bodies = new Map<string, Map<string, WebhookBody>>();
  const failed = new Set<string>();
  const wrong: string[] = [];
  let repeats = 0;
  const received = (endpoint: string) => {
    const known = bodies.get(endpoint) ?? new Map<string, WebhookBody>();
    bodies.set(endpoint, known);
    return known;
  };
  /** @returns the status of the response */
  function take(endpoint: string, text: string, headers: Readonly<Record<string, string>>): number {
    let body: WebhookBody;
    try {
      const verifier = secrets.get(endpoint);
      if (!verifier) throw new Error("it is for no endpoint");
      body = webhookBody.parse(verifier.verify(text, headers));
      if (headers["webhook-id"] !== body.id) throw new Error("its id differs from that of its body");
    } catch (error) {
      wrong.push(`a webhook to ${endpoint} was not valid: ${String(error)}`);
      return 400;
    }
    const before = received(endpoint).get(body.id);
    if (before) {
      repeats += 1;
      if (!isDeepStrictEqual(before, body)) wrong.push(`${body.id} came with two bodies`);
    }
    received(endpoint).set(body.id, body);
    const attempt = `${endpoint} ${body.id}`;
    if (failed.has(attempt) || !fails(endpoint)) return 200;
    failed.add(attempt);
    return 500;
  }
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
      response.writeHead(take((request.url ?? "").slice(1), Buffer.concat(parts).toString(), headers)).end();
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onCleanup(async () => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return {
    urlOf: (endpoint) => `http://127.0.0.1:${port}/${endpoint}`,
    setSecret: (endpoint, secret) => void secrets.set(endpoint, new Webhook(secret)),
    received,
    repeats: () => repeats,
    wrong,
  };
}
