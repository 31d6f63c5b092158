import { ApiError, isObject, NoResponseError } from "./errors.ts";
import type { Calls, Files, PagedCall } from "./generated/calls.ts";
import { apiVersion, type CallSpec, calls, files } from "./generated/call-specs.ts";

export type ClientOptions = {
  /** An API key: `idn_live_…` or `idn_test_…`, which selects test mode. */
  readonly key: string;
  /** Where the API is: `https://idanimo.example`. */
  readonly baseUrl: string;
  /** The dated version of the responses; without it, the one of the types of this package. */
  readonly version?: string;
  /** Repetitions of a call that had no response or a 429 or 503, 2 if absent. */
  readonly retries?: number;
  /** How long each attempt may take, in milliseconds; 30,000 if absent. */
  readonly timeoutMs?: number;
};

export type CallOptions = {
  readonly signal?: AbortSignal;
  /** To repeat a call after a `NoResponseError`, pass its key; otherwise each call has a new one. */
  readonly idempotencyKey?: string;
};

type Method<Input, Output> = keyof Input extends never
  ? (input?: Input, options?: CallOptions) => Promise<Output>
  : Partial<Input> extends Input
    ? (input?: Input, options?: CallOptions) => Promise<Output>
    : (input: Input, options?: CallOptions) => Promise<Output>;

/** A method for each call and each file that a key may read. They throw `ApiError` and `NoResponseError`. */
export type Client = {
  readonly [Name in keyof Calls]: Method<Calls[Name]["input"], Calls[Name]["output"]>;
} & {
  /** The pages of a list, one after the other. */
  readonly pages: <Name extends PagedCall>(
    name: Name,
    input?: Omit<Calls[Name]["input"], "after">,
    options?: CallOptions,
  ) => AsyncGenerator<Calls[Name]["output"], void>;
  /** A PDF or CSV file. */
  readonly download: <Name extends keyof Files>(name: Name, input: Files[Name], options?: CallOptions) => Promise<Blob>;
};

type Input = Readonly<Record<string, unknown>>;
type Request = { readonly url: string; readonly init: RequestInit; readonly idempotencyKey: string | undefined };

const apiBase = "/api/v2";
const retriedStatuses: ReadonlySet<number> = new Set([429, 503]);
const longestWaitMs = 30_000;

/** Creates a client of the API. */
export function createClient(options: ClientOptions): Client {
  const callOf = async (spec: CallSpec, input: Input = {}, callOptions: CallOptions = {}) =>
    send(options, buildRequest(options, spec, input, callOptions), callOptions);
  const methods = Object.fromEntries(
    Object.entries(calls).map(([name, spec]) => [
      name,
      async (input?: Input, callOptions?: CallOptions): Promise<unknown> =>
        (await callOf(spec, input, callOptions)).json(),
    ]),
  );
  const pages = async function* (name: keyof typeof calls, input: Input = {}, callOptions?: CallOptions) {
    let after: unknown;
    do {
      const response = await callOf(
        calls[name],
        { ...input, ...(typeof after === "string" && { after }) },
        callOptions,
      );
      const page: unknown = await response.json();
      yield page;
      after = isObject(page) ? page["next"] : undefined;
    } while (typeof after === "string" && after !== "");
  };
  const download = async (name: keyof typeof files, input: Input, callOptions?: CallOptions) =>
    (await callOf(files[name], input, callOptions)).blob();
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one method for each of `calls`, which the type names
  return { ...methods, pages, download } as unknown as Client;
}

function buildRequest(options: ClientOptions, spec: CallSpec, input: Input, callOptions: CallOptions): Request {
  const rest: Record<string, unknown> = { ...input };
  const path = spec.path.replace(/\{(\w+)\}/g, (_braces, name: string) => {
    const value = rest[name];
    delete rest[name];
    if (typeof value !== "string" || value === "") throw new TypeError(`The input ${name} is missing.`);
    return encodeURIComponent(value);
  });
  const idempotencyKey = spec.idempotent ? (callOptions.idempotencyKey ?? crypto.randomUUID()) : undefined;
  const headers: Record<string, string> = {
    accept: "application/json, application/pdf, text/csv",
    authorization: `Bearer ${options.key}`,
    "idanimo-version": options.version ?? apiVersion,
    ...(idempotencyKey !== undefined && { "idempotency-key": idempotencyKey }),
  };
  const url = new URL(apiBase + path, options.baseUrl);
  if (spec.method === "POST") {
    headers["content-type"] = "application/json";
    return { url: url.href, init: { method: "POST", headers, body: JSON.stringify(rest) }, idempotencyKey };
  }
  for (const [name, value] of Object.entries(rest))
    if (typeof value === "string" || typeof value === "number" || typeof value === "boolean")
      url.searchParams.set(name, String(value));
  return { url: url.href, init: { method: spec.method, headers }, idempotencyKey };
}

/**
 * Sends a request, and repeats it where that is harmless: the server did nothing (429, 503), or it was a read or has
 * an idempotency key and there was no response.
 */
async function send(options: ClientOptions, request: Request, { signal }: CallOptions): Promise<Response> {
  const retries = options.retries ?? 2;
  const isRepeatable = request.init.method === "GET" || request.idempotencyKey !== undefined;
  for (let attempt = 0; ; attempt++) {
    const timeout = AbortSignal.timeout(options.timeoutMs ?? 30_000);
    let response: Response;
    try {
      response = await fetch(request.url, {
        ...request.init,
        redirect: "error",
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      });
    } catch (error) {
      signal?.throwIfAborted();
      if (!isRepeatable || attempt >= retries) throw new NoResponseError(error, request.idempotencyKey);
      await wait(backoffMs(attempt), signal);
      continue;
    }
    if (response.ok) return response;
    if (!retriedStatuses.has(response.status) || !isRepeatable || attempt >= retries)
      throw new ApiError(response, await response.json().catch(() => undefined));
    await response.body?.cancel();
    await wait(retryAfterMs(response) ?? backoffMs(attempt), signal);
  }
}

const backoffMs = (attempt: number) => 500 * 2 ** attempt * (0.5 + Math.random() / 2);

function retryAfterMs(response: Response): number | undefined {
  const seconds = Number(response.headers.get("retry-after") ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? Math.min(seconds * 1000, longestWaitMs) : undefined;
}

/** Waits, or throws the reason of a signal that is aborted meanwhile. */
async function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(end, ms);
    function end() {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      resolve();
    }
    signal?.addEventListener("abort", end);
  });
  signal?.throwIfAborted();
}
