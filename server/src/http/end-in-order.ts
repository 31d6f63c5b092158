import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";

/** How often lines that have become idle are closed. */
const lookMs = 100;
/** A line over which nothing was asked yet may have its first word under way. */
const firstWordMs = 1_000;
/** Calls under way get so long, longer than the longest of them waits; then their lines are cut. */
export const patienceMs = 25_000;

/**
 * A program that is asked to end serves what it has begun, and waits for nobody who says nothing: browsers open lines ahead, and
 * Node's server, once closed, would wait for the first word over each of them until the line's own time is over.
 */
export function endInOrder(app: FastifyInstance): void {
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
      if (waited > firstWordMs) for (const socket of silent) socket.destroy();
      if (waited > patienceMs) app.server.closeAllConnections();
    }, lookMs);
    app.server.once("close", () => clearInterval(look));
  });
}
