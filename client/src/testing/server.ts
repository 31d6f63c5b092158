import { createServer, type IncomingHttpHeaders } from "node:http";

type Received = {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
};
/** Null ends the connection without a response. */
type Response = {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
} | null;

/** A server that gives the responses one after the other, and keeps what it received. */
export async function openServer(responses: readonly Response[]) {
  const received: Received[] = [];
  const server = createServer((request, reply) => {
    void (async () => {
      const body = Buffer.concat(await request.toArray()).toString();
      const response = responses[received.length] ?? null;
      received.push({ method: request.method, url: request.url, headers: request.headers, body });
      if (response === null) return void request.socket.destroy();
      reply.writeHead(response.status ?? 200, { "content-type": "application/json", ...response.headers });
      reply.end(JSON.stringify(response.body ?? {}));
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("the server has no port");
  return {
    received,
    baseUrl: `http://127.0.0.1:${address.port}`,
    close: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  };
}
