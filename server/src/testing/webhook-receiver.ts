import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A customer's server for webhooks, on loopback. */

export type ReceivedWebhook = {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** The body as received, for its signature. */
  readonly text: string;
  readonly body: {
    readonly id: string;
    readonly type: string;
    readonly timestamp: string;
    readonly mode: string;
    readonly data: Readonly<Record<string, unknown>>;
  };
};

type Respond = (response: ServerResponse, received: ReceivedWebhook) => void;

const respondWith =
  (status: number, text = "ok", headers: Readonly<Record<string, string>> = {}): Respond =>
  (response) =>
    void response.writeHead(status, headers).end(text);

export type WebhookReceiver = {
  /** Where it listens, ending with a slash. */
  readonly url: string;
  readonly received: ReceivedWebhook[];
  /** Sets the next responses; the last one repeats. */
  respond(...next: readonly (number | Respond)[]): void;
  close(): Promise<void>;
};

export async function openWebhookReceiver(): Promise<WebhookReceiver> {
  const received: ReceivedWebhook[] = [];
  let script: readonly Respond[] = [respondWith(200)];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const text = Buffer.concat(parts).toString();
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the product sends
      const body = JSON.parse(text) as ReceivedWebhook["body"];
      const one = { path: request.url ?? "", headers: request.headers, text, body };
      received.push(one);
      const [next, ...rest] = script;
      if (rest.length > 0) script = rest;
      next?.(response, one);
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo; // oxlint-disable-line typescript/no-unsafe-type-assertion -- of a TCP server
  return {
    url: `http://127.0.0.1:${port}/`,
    received,
    respond(...next) {
      script = next.map((one) => (typeof one === "number" ? respondWith(one) : one));
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
