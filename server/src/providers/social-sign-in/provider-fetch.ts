import type { HttpClient } from "../http-client.ts";

/** A provider's client, or any other that ends in time. */
type Requester = Pick<HttpClient, "request">;

/** The provider gave no response or failed, so the token is neither valid nor invalid. */
export class NoResponseError extends Error {}

type FetchOptions = {
  readonly method: string;
  readonly headers: Headers | Readonly<Record<string, string>>;
  readonly body?: unknown;
};

/**
 * A `fetch` for libraries, whose calls use a provider's client with its limits and breaker. @throws NoResponseError
 */
export const createProviderFetch =
  (client: Requester, totalMs: number) =>
  async (url: string, { method, headers, body }: FetchOptions): Promise<Response> => {
    const end = await client.request({
      method: method === "POST" ? "POST" : "GET",
      url,
      headers: { ...Object.fromEntries(new Headers(headers)), accept: "application/json" },
      ...(body instanceof URLSearchParams && { bytes: Buffer.from(body.toString()) }),
      ...(typeof body === "string" && { bytes: Buffer.from(body) }),
      totalMs,
    });
    if (end.kind !== "response") throw new NoResponseError(end.why);
    if (end.status >= 500 || end.status === 429) throw new NoResponseError(`http_${end.status}`);
    return new Response(end.text === "" ? null : end.text, {
      status: end.status,
      headers: { "content-type": end.contentType },
    });
  };

/** Whether an error of a library comes from a call without a response. */
export function isNoResponse(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error instanceof NoResponseError || error.name === "TimeoutError" || isNoResponse(error.cause);
}
