import { once } from "node:events";
import { createServer } from "node:http";
import { createServer as createTcpServer } from "node:net";
import { Webhook } from "standardwebhooks";
import { onCleanup } from "../../support/cleanup.ts";

/** Servers of customers on loopback addresses of their own, all behind one port: `127.1.0.0` to `127.1.255.255`. */

const hostOf = (at: number) => `127.1.${Math.floor(at / 256)}.${at % 256}`;

type Arrival = { readonly at: number; readonly host: string; readonly text: string; readonly headers: WebhookHeaders };
type WebhookHeaders = Readonly<Record<string, string>>;

export type HealthyReceiver = {
  urlOf(at: number): string;
  /** The first arrival of each event since the last call of `clear`. */
  readonly arrivals: ReadonlyMap<string, Arrival>;
  clear(): void;
  /** Throws unless the signature of each arrival is valid. @param secrets by position */
  verify(secrets: readonly string[]): void;
};

/** Answers at once. */
export async function openHealthyReceiver(): Promise<HealthyReceiver> {
  const arrivals = new Map<string, Arrival>();
  const server = createServer((request, response) => {
    const at = performance.now();
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const names = ["webhook-id", "webhook-timestamp", "webhook-signature"];
      const headers = Object.fromEntries(names.map((name) => [name, String(request.headers[name])]));
      const id = headers["webhook-id"] ?? "";
      const host = (request.headers.host ?? "").split(":")[0] ?? "";
      if (!arrivals.has(id)) arrivals.set(id, { at, host, text: Buffer.concat(parts).toString(), headers });
      response.writeHead(200).end();
    });
  });
  const port = await listen(server);
  onCleanup(async () => {
    server.closeAllConnections();
    server.close();
  });
  return {
    urlOf: (at) => `http://${hostOf(at)}:${port}/`,
    arrivals,
    clear: () => arrivals.clear(),
    verify: (secrets) => {
      const verifiers = new Map(secrets.map((secret, at) => [hostOf(at), new Webhook(secret)]));
      for (const { host, text, headers } of arrivals.values()) {
        const verifier = verifiers.get(host);
        if (!verifier) throw new Error(`a webhook came to ${host}`);
        verifier.verify(text, headers);
      }
    },
  };
}

/** Accepts connections and never answers. @returns the address of each of its endpoints */
export async function openSilentReceiver(): Promise<(at: number) => string> {
  const sockets = new Set<{ destroy(): unknown }>();
  const server = createTcpServer((socket) => {
    sockets.add(socket);
    socket.resume();
    socket.on("error", () => undefined); // the product gave up
    socket.on("close", () => sockets.delete(socket));
  });
  const port = await listen(server);
  onCleanup(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (at) => `http://${hostOf(at)}:${port}/`;
}

async function listen(server: ReturnType<typeof createTcpServer>): Promise<number> {
  server.listen(0, "0.0.0.0");
  await once(server, "listening");
  const address = server.address();
  if (typeof address !== "object" || !address) throw new Error("no port");
  return address.port;
}
