import { downloads } from "@idanimo/contract/downloads";
import type { FastifyInstance } from "fastify";

/** Paths that no message links to; the API's are excluded too. */
const excludedPaths = /^\/(?:docs|assets|health)(?:\/|$)/;
/** The one operation that a message links to. */
const receiptPath = downloads.receipt("").replace(/[^/]*$/, "");

/** What email programs and people add to the end of a link. Our links end with a letter, a digit, `-` or `_`. */
const trailingCharacters = /[^\p{L}\p{N}_-]+$/u;

/**
 * Returns the URL without a full stop, bracket, space, slash or the like after its last segment, or undefined if it
 * has none. The result is always a path of this server: it cannot become `//other.example`.
 * @param url path and query, percent-encoded
 */
export function cleanLink(url: string): string | undefined {
  const end = url.indexOf("?");
  const path = end === -1 ? url : url.slice(0, end);
  const parts = path.split("/").map(decodeURIComponent);
  while (parts.length > 0) {
    const last = parts.pop() ?? "";
    const clean = last.replace(trailingCharacters, "");
    if (clean === "") continue;
    parts.push(clean);
    break;
  }
  const link = `/${parts.filter(Boolean).map(encodeURIComponent).join("/")}`;
  const isSame = parts.join("/") === path.split("/").map(decodeURIComponent).join("/");
  return isSame || link === "/" ? undefined : link + (end === -1 ? "" : url.slice(end));
}

/**
 * Redirects a link that was copied with trailing characters to the link itself. Only GET is redirected, and opening
 * a link decides nothing.
 */
export function redirectToCleanLinks(app: FastifyInstance): void {
  app.addHook("onRequest", async (request, reply) => {
    const { method, url } = request;
    if ((method !== "GET" && method !== "HEAD") || excludedPaths.test(url)) return;
    if (url.startsWith("/api/") && !url.startsWith(receiptPath)) return;
    const link = cleanLink(url);
    if (link !== undefined) return reply.header("cache-control", "no-store").redirect(link, 302);
  });
}
