import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";

/** How often idle connections are closed. */
const idleCheckIntervalMs = 100;
/** A connection without a request gets this long for its first one to arrive. */
const firstRequestGraceMs = 1_000;
/** Requests in progress get this long, more than the longest of them waits; then their connections are closed. */
export const shutdownTimeoutMs = 25_000;

/**
 * On close, serves requests in progress and does not wait for silent connections: browsers open some in advance,
 * and Node's server would wait for their first request until the connection times out.
 */
export function gracefulShutdown(app: FastifyInstance): void {
  const silent = new Set<Socket>();
  app.server.on("connection", (socket: Socket) => {
    silent.add(socket);
    socket.once("close", () => silent.delete(socket));
  });
  app.server.on("request", (request) => silent.delete(request.socket));
  app.addHook("preClose", async () => {
    const began = performance.now();
    const look = setInterval(() => {
      const waited = performance.now() - began;
      app.server.closeIdleConnections();
      if (waited > firstRequestGraceMs) for (const socket of silent) socket.destroy();
      if (waited > shutdownTimeoutMs) app.server.closeAllConnections();
    }, idleCheckIntervalMs);
    app.server.once("close", () => clearInterval(look));
  });
}
