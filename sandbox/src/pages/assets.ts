import { readFileSync } from "node:fs";
import type { FastifyInstance } from "fastify";

/** Parts of the style sheet, in the order in which they apply. */
const styleSheets = ["base", "payment", "inbox", "home", "sign-in", "captcha"];

const assets = {
  "sandbox.css": { type: "text/css; charset=utf-8", files: styleSheets.map((name) => `styles/${name}.css`) },
  "inbox.js": { type: "text/javascript; charset=utf-8", files: ["inbox.js"] },
  "icon.svg": { type: "image/svg+xml", files: ["icon.svg"] },
} as const;

/** The files that the pages share, read once at the start. */
export function assetRoutes(app: FastifyInstance): void {
  for (const [name, { type, files }] of Object.entries(assets)) {
    const content = Buffer.concat(files.map((file) => readFileSync(new URL(`../assets/${file}`, import.meta.url))));
    app.get(`/assets/${name}`, async (_request, reply) =>
      reply.type(type).header("cache-control", "no-cache").send(content),
    );
  }
}
