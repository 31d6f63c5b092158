import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";

/** How often lines that have become idle are closed. */
const idleCheckIntervalMs = 100;
/** A line over which nothing was asked yet may have its first word under way. */
const firstRequestGraceMs = 1_000;
/** Calls under way get so long, longer than the longest of them waits; then their lines are cut. */
export const shutdownTimeoutMs = 25_000;

/**
 * A program that is asked to end serves what it has begun, and waits for nobody who says nothing: browsers open lines ahead, and
 * Node's server, once closed, would wait for the first word over each of them until the line's own time is over.
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
