import { once } from "node:events";
import { createServer, request as ask } from "node:http";
import { gzipSync } from "node:zlib";

export type StaticPage = { readonly url: string; close(): Promise<void> };

/**
 * Serves one document with these lines, and no script.
 * @param dress style sheets and letters of a page of the product: lines of its head, and the origin that serves their files;
 * without one the page is bare and has the system's letters
 */
export async function serveText(
  title: string,
  lines: readonly string[],
  dress?: { readonly origin: string; readonly head: readonly string[] },
): Promise<StaticPage> {
  const escaped = (text: string) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;");
  const body = lines.map((line, at) => (at === 0 ? `<h1>${escaped(line)}</h1>` : `<p>${escaped(line)}</p>`)).join("\n");
  const html = gzipSync(
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(title)}</title>${dress?.head.join("") ?? ""}</head><body><main>${body}</main></body></html>`,
  );
  const server = createServer((request, response) => {
    if (dress && request.url?.startsWith("/assets/")) {
      const { accept = "*/*", "accept-encoding": packed = "" } = request.headers;
      const headers = { accept, "accept-encoding": packed };
      return ask(dress.origin + request.url, { headers }, (file) => {
        response.writeHead(file.statusCode ?? 502, file.headers);
        file.pipe(response);
      }).end();
    }
    if (request.url !== "/") return response.writeHead(404).end();
    response.writeHead(200, { "content-type": "text/html; charset=utf-8", "content-encoding": "gzip" });
    return response.end(html);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (typeof address !== "object" || !address) throw new Error("no port");
  return {
    url: `http://localhost:${address.port}/`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
