import type { FastifyRequest } from "fastify";

/**
 * Whether a change came from our own pages. A browser always says where a request comes from, and no page can forge these
 * headers, so a cookie-authenticated change without them is refused too. Source: threats 2, rule 4; T-11.
 * @param origins the origins of this product, without a trailing slash
 */
export function isSameOrigin(request: FastifyRequest, origins: readonly string[], hasCookie: boolean): boolean {
  const site = request.headers["sec-fetch-site"];
  const origin = request.headers.origin;
  if (site !== undefined && site !== "same-origin") return false;
  if (origin !== undefined && !origins.includes(origin)) return false;
  return !hasCookie || site !== undefined || origin !== undefined;
}

/** Whether a page of another site, also a neighbour's below the same domain, made a browser ask. */
export function isCrossSite(request: FastifyRequest): boolean {
  const site = request.headers["sec-fetch-site"];
  return site === "cross-site" || site === "same-site";
}

/**
 * Whether another site's page makes a browser ask behind its reader's back, as its pictures and frames do. It could not read the
 * answer, but would use up what this reader's address may try. A link that leads the reader here is fine. Source: T-06, T-67.
 */
export function isCrossSiteSubresource(request: FastifyRequest): boolean {
  return isCrossSite(request) && request.headers["sec-fetch-dest"] !== "document";
}

/** Whether a body is JSON by its own word. A form or a plain text is not, so that no other site's form reaches a handler. */
export function isJsonRequest(request: FastifyRequest): boolean {
  return /^application\/json(;|$)/i.test(request.headers["content-type"] ?? "");
}
