import type { Line } from "../line.ts";

/** Nobody answered, or the provider itself was at fault; what was asked is neither right nor wrong. */
export class NoAnswer extends Error {}

type Given = {
  readonly method: string;
  readonly headers: Headers | Readonly<Record<string, string>>;
  readonly body?: unknown;
};

/** A `fetch` for libraries whose calls go out on a line, with its limits and its breaker. Throws `NoAnswer`. */
export const fetchOn =
  (line: Line, totalMs: number) =>
  async (url: string, { method, headers, body }: Given): Promise<Response> => {
    const end = await line.ask({
      method: method === "POST" ? "POST" : "GET",
      url,
      headers: { ...Object.fromEntries(new Headers(headers)), accept: "application/json" },
      ...(body instanceof URLSearchParams && { bytes: Buffer.from(body.toString()) }),
      ...(typeof body === "string" && { bytes: Buffer.from(body) }),
      totalMs,
    });
    if (end.kind !== "answer") throw new NoAnswer(end.why);
    if (end.status >= 500 || end.status === 429) throw new NoAnswer(`http_${end.status}`);
    return new Response(end.text === "" ? null : end.text, {
      status: end.status,
      headers: { "content-type": end.contentType },
    });
  };

/** Whether an error of a library comes from a call that nobody answered. */
export function isNoAnswer(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error instanceof NoAnswer || error.name === "TimeoutError" || isNoAnswer(error.cause);
}
