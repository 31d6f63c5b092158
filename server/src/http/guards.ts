import type { FastifyRequest } from "fastify";
import { hasApiKey } from "./cookies.ts";

/**
 * Whether a change came from our own pages. A browser always sends these headers and no page can forge them, so a
 * change that is authenticated by a cookie but lacks both is rejected too. [T-11]
 * @param origins the origins of this product, without a trailing slash
 */
export function isSameOrigin(request: FastifyRequest, origins: readonly string[], hasCookie: boolean): boolean {
  if (hasApiKey(request)) return true;
  const site = request.headers["sec-fetch-site"];
  const origin = request.headers.origin;
  if (site !== undefined && site !== "same-origin") return false;
  if (origin !== undefined && !origins.includes(origin)) return false;
  return !hasCookie || site !== undefined || origin !== undefined;
}

/** Whether a page of another site, including a sibling subdomain, caused the request. */
export function isCrossSite(request: FastifyRequest): boolean {
  if (hasApiKey(request)) return false;
  const site = request.headers["sec-fetch-site"];
  return site === "cross-site" || site === "same-site";
}

/**
 * Whether another site's page loads this as a subresource, such as an image or a frame. It could not read the
 * response, but would use up the rate limits of the visitor's address. A link to this site is accepted. [T-06 T-67]
 */
export function isCrossSiteSubresource(request: FastifyRequest): boolean {
  return isCrossSite(request) && request.headers["sec-fetch-dest"] !== "document";
}

/** Whether the content type is JSON. A form's is not, so that no form of another site reaches a handler. */
export function isJsonRequest(request: FastifyRequest): boolean {
  return /^application\/json(;|$)/i.test(request.headers["content-type"] ?? "");
}
