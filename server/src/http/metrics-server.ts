import { createServer } from "node:http";
import type { Registry } from "prom-client";

/** Prometheus' text on a port of its own, on loopback: a scraper on this machine or a proxy reads it. Answers what closes it. */
export async function metricsServer(registry: Registry, port: number): Promise<() => Promise<void>> {
  const server = createServer((request, response) => {
    if (request.url !== "/metrics") {
      response.writeHead(404).end();
      return;
    }
    registry.metrics().then(
      (text) => response.writeHead(200, { "content-type": registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(port, "127.0.0.1", resolve);
  });
  return () => new Promise((resolve) => server.close(() => resolve()));
}
