/**
 * Serves `build/` as the server would, without an API, for viewing and measuring the pages. Prints its URL. Usage:
 * `node tools/serve.mjs [port]`
 */
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import path from "node:path";
import { brotliCompressSync } from "node:zlib";

const out = path.resolve(import.meta.dirname, "..", process.env["BUILD_DIR"] ?? "build");
const kinds = /** @type {Record<string, string>} */ ({
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
  ".json": "application/json",
  ".txt": "text/plain",
  ".xml": "application/xml",
  ".webmanifest": "application/manifest+json",
  ".png": "image/png",
});
const list = JSON.parse(await readFile(path.join(out, "documents.json"), "utf8"));
const fits = (/** @type {string} */ pattern, /** @type {string} */ address) =>
  new RegExp(`^${pattern.replace(/:\w+/g, "[^/]+")}/?$`).test(address);

/** The file for a path. @param {string} address */
function fileFor(address) {
  if (path.extname(address) && !address.startsWith("/reset-password/")) return address.slice(1);
  const known = [...list.documents, ...list.signIn.drawn].find((/** @type {{ path: string }} */ entry) =>
    fits(entry.path, address),
  );
  if (known) return known.file;
  return list.signIn.paths.some((/** @type {string} */ entry) => fits(entry, address))
    ? list.signIn.file
    : list.app.file;
}

// oxlint-disable-next-line typescript/no-misused-promises -- every path through the handler responds
const server = createServer(async (request, response) => {
  const { pathname } = new URL(request.url ?? "/", "http://localhost");
  if (pathname.startsWith("/api/")) return void response.writeHead(404).end();
  const file = path.join(out, path.normalize(`/${fileFor(pathname)}`));
  const built = await readFile(`${file}.br`).catch(() => undefined);
  const plain = built ?? (await readFile(file).catch(() => undefined));
  if (!plain) return void response.writeHead(404).end();
  const kind = kinds[path.extname(file)] ?? "application/octet-stream";
  const isFilled = list.fill.files.includes(path.relative(out, file));
  const here = `http://${request.headers.host}`;
  const body = isFilled ? brotliCompressSync(plain.toString().replaceAll(list.fill.origin, here)) : plain;
  const isPacked = isFilled || built !== undefined;
  response.writeHead(200, { "content-type": kind, ...(isPacked && { "content-encoding": "br" }) }).end(body);
});
server.listen(Number(process.argv[2] ?? 0), "127.0.0.1", () => {
  const address = server.address();
  if (address && typeof address === "object") console.log(`http://127.0.0.1:${address.port}`);
});
