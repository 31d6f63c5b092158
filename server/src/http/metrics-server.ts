import { createServer } from "node:http";
import type { Registry } from "prom-client";

/**
 * Serves Prometheus metrics and health checks on a port of its own on loopback, also in a process without the API.
 * @returns a function that closes the server
 */
export async function metricsServer(options: {
  readonly registry: Registry;
  readonly port: number;
  readonly isReady: () => Promise<boolean>;
}): Promise<() => Promise<void>> {
  const { registry, port, isReady } = options;
  const responses: Readonly<Record<string, () => Promise<{ status: number; type: string; text: string }>>> = {
    "/metrics": async () => ({ status: 200, type: registry.contentType, text: await registry.metrics() }),
    "/health/live": async () => ({ status: 200, type: "text/plain", text: "ok\n" }),
    "/health/ready": async () => {
      const ready = await isReady().catch(() => false);
      return { status: ready ? 200 : 503, type: "text/plain", text: ready ? "ok\n" : "not ready\n" };
    },
  };
  const server = createServer((request, response) => {
    const createResponse = Object.hasOwn(responses, request.url ?? "") ? responses[request.url ?? ""] : undefined;
    if (!createResponse) {
      response.writeHead(404).end();
      return;
    }
    createResponse().then(
      ({ status, type, text }) => response.writeHead(status, { "content-type": type }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(port, "127.0.0.1", resolve);
  });
  return () => new Promise((resolve) => server.close(() => resolve()));
}
