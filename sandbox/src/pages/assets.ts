import { readFileSync } from "node:fs";
import type { FastifyInstance } from "fastify";

const contentTypes = {
  "sandbox.css": "text/css; charset=utf-8",
  "inbox.js": "text/javascript; charset=utf-8",
  "icon.svg": "image/svg+xml",
} as const;

/** The files that the pages share, read once at the start. */
export function assetRoutes(app: FastifyInstance): void {
  for (const [name, type] of Object.entries(contentTypes)) {
    const content = readFileSync(new URL(`../assets/${name}`, import.meta.url));
    app.get(`/assets/${name}`, async (_request, reply) =>
      reply.type(type).header("cache-control", "no-cache").send(content),
    );
  }
}
