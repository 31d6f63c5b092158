import type { ProviderClient } from "../provider-client.ts";

/** Nobody answered, or the provider itself was at fault; what was asked is neither right nor wrong. */
export class NoResponseError extends Error {}

type FetchOptions = {
  readonly method: string;
  readonly headers: Headers | Readonly<Record<string, string>>;
  readonly body?: unknown;
};

/** A `fetch` for libraries whose calls go out on a line, with its limits and its breaker. Throws `NoAnswer`. */
export const createProviderFetch =
  (line: ProviderClient, totalMs: number) =>
  async (url: string, { method, headers, body }: FetchOptions): Promise<Response> => {
    const end = await line.request({
      method: method === "POST" ? "POST" : "GET",
      url,
      headers: { ...Object.fromEntries(new Headers(headers)), accept: "application/json" },
      ...(body instanceof URLSearchParams && { bytes: Buffer.from(body.toString()) }),
      ...(typeof body === "string" && { bytes: Buffer.from(body) }),
      totalMs,
    });
    if (end.kind !== "answer") throw new NoResponseError(end.why);
    if (end.status >= 500 || end.status === 429) throw new NoResponseError(`http_${end.status}`);
    return new Response(end.text === "" ? null : end.text, {
      status: end.status,
      headers: { "content-type": end.contentType },
    });
  };

/** Whether an error of a library comes from a call that nobody answered. */
export function isNoResponse(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error instanceof NoResponseError || error.name === "TimeoutError" || isNoResponse(error.cause);
}
