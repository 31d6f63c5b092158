import { isIP, type LookupFunction } from "node:net";
import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate } from "node:zlib";
import type { Agent, Dispatcher } from "undici";
import { createCheckedLookup } from "./public-addresses.ts";
import { parseWireJson } from "./wire-json.ts";

/**
 * The only way to send HTTP requests. It never throws, retries, follows redirects or logs, and always ends in time.
 * Uses undici's `dispatch` instead of `fetch`, because only there can it tell whether a request may have reached
 * the server; only one that cannot have reached it may be repeated if it costs money.
 */
export type HttpClient = {
  request(question: HttpRequest): Promise<HttpOutcome>;
  /** Ends running requests, and accepts no more. */
  close(): void;
};

export type HttpRequest = {
  readonly method: "GET" | "POST";
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent unchanged, instead of a body; the headers describe them. */
  readonly bytes?: Buffer;
  /** From the start to the last byte of the response. */
  readonly totalMs?: number;
  /**
   * Only the status matters: at most so many bytes of the response are read, as text, whatever it is. A redirect is
   * a response like any other, and so is one whose body breaks off.
   */
  readonly startBytes?: number;
  /** The response is a file: returned as bytes, at most this many, and not parsed. */
  readonly fileBytes?: number;
};

export type HttpResponse = {
  readonly kind: "response";
  readonly status: number;
  /** The header as received; empty without one. */
  readonly contentType: string;
  /** Empty if a file was requested. */
  readonly text: string;
  /** Set if a file was requested. */
  readonly bytes?: Buffer;
  /** Undefined if the text is not JSON. Numbers are the text that was sent, so that no amount becomes a float. */
  readonly json: unknown;
};

/**
 * `refused_connection`: nothing was sent, so nothing was done. `timeout`: it may have been received and done.
 * `broken`: likewise, but the response is unusable: cut, too large, too deep, not text, a redirect. `why` is a
 * code, never a value.
 */
export type HttpOutcome =
  | HttpResponse
  | { readonly kind: "refused_connection" | "timeout" | "broken"; readonly why: string };

export type HttpClientLimits = {
  readonly connectMs: number;
  readonly totalMs: number;
  /** Of the decompressed body. */
  readonly bytes: number;
};

export type HttpClientReach = {
  readonly accepts?: ((address: string) => boolean) | undefined;
  readonly lookupAddress?: LookupFunction | undefined;
};

/** Limits for responses of providers. [T-62] */
export const defaultHttpClientLimits: HttpClientLimits = { connectMs: 5_000, totalMs: 30_000, bytes: 5 * 1024 * 1024 };
/** Shorter than any server keeps idle connections, so that no request meets one that is being closed. */
const idleMs = 4_000;
/** Compression makes an incompressible response some bytes longer. */
const decompressionHeadroomBytes = 1_024;

class UnusableBodyError extends Error {}

/**
 * @param isHttpsOnly in production: no key or personal value leaves without TLS, whatever the URL
 * @param accepts for URLs that customers name: connects to no other address [T-60]
 * @param lookupAddress resolves names; replaced in tests
 */
export function openHttpClient(
  given: Partial<HttpClientLimits> = {},
  isHttpsOnly = false,
  { accepts, lookupAddress = accepts && createCheckedLookup(accepts) }: HttpClientReach = {},
): HttpClient {
  const limits = { ...defaultHttpClientLimits, ...given };
  let opened: Promise<Agent> | undefined;
  let isClosed = false;
  return {
    async request(question) {
      const url = URL.parse(question.url);
      if (!url || !(isHttpsOnly ? /^https:$/ : /^https?:$/).test(url.protocol)) return rejection("bad_address");
      if (isClosed) return rejection("closed");
      if (accepts && !isAcceptedHost(url.hostname, accepts)) return rejection("not_public"); // a literal needs no lookup
      let agent: Agent;
      try {
        agent = await (opened ??= openAgent(limits, lookupAddress)); // not loaded at start-up
      } catch (error) {
        opened = undefined;
        return rejection(errorCodeOf(error));
      }
      const most = question.fileBytes ?? limits.bytes;
      const isFile = question.fileBytes !== undefined;
      const ms = question.totalMs ?? limits.totalMs;
      const sent = { question, url, isFile, most, ms, startBytes: question.startBytes };
      const end = await new Promise<HttpOutcome | Received>((resolve) => send(agent, sent, resolve));
      if (end.kind !== "received") return end;
      if (question.startBytes !== undefined) return readStart(end);
      return readResponse(end, most, isFile).catch((error: unknown) => broken(errorCodeOf(error)));
    },
    close() {
      isClosed = true;
      void opened?.then(
        (agent) => agent.destroy(),
        () => {}, // the outcome was reported already
      );
    },
  };
}

const rejection = (why: string) => ({ kind: "refused_connection", why }) as const;
/** Whether a URL's host is a name or an accepted address. URLs have one notation for each address. */
function isAcceptedHost(hostname: string, accepts: (address: string) => boolean): boolean {
  const plain = hostname.replace(/^\[|\]$/g, "");
  return isIP(plain) === 0 || accepts(plain);
}
const broken = (why: string) => ({ kind: "broken", why }) as const;

/** The library's own timeouts for headers and bodies are off: a request has one timeout from start to last byte. */
async function openAgent({ connectMs }: HttpClientLimits, lookupAddress: LookupFunction | undefined): Promise<Agent> {
  const { Agent } = await import("undici");
  return new Agent({
    connect: { timeout: connectMs, ...(lookupAddress && { lookup: lookupAddress }) }, // for TLS until the server is authenticated
    keepAliveTimeout: idleMs,
    keepAliveMaxTimeout: idleMs,
    maxHeaderSize: 32 * 1024,
    headersTimeout: 0,
    bodyTimeout: 0,
    allowH2: false,
  });
}

type Sent = {
  readonly question: HttpRequest;
  readonly url: URL;
  readonly isFile: boolean;
  /** Bytes of the response body. */
  readonly most: number;
  /** Until the complete response was received. */
  readonly ms: number;
  readonly startBytes: number | undefined;
};
type Received = {
  readonly kind: "received";
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** As received, possibly compressed. */
  readonly body: Buffer;
};

/** Sends one request and calls `end` once. */
function send(
  agent: Agent,
  { question, url, isFile, most, ms, startBytes }: Sent,
  end: (ended: HttpOutcome | Received) => void,
): void {
  let sending: Dispatcher.DispatchController | undefined;
  let [status, headers, size, bound]: [number, Received["headers"], number, number] = [0, {}, 0, most];
  const parts: Buffer[] = [];
  let isOver = false;
  const finish = (ended: HttpOutcome | Received) => {
    if (isOver) return;
    isOver = true;
    clearTimeout(timer);
    end(ended);
  };
  const isStartReceived = () => startBytes !== undefined && status >= 200;
  const succeed = () => finish({ kind: "received", status, headers, body: Buffer.concat(parts) });
  const fail = (why: string, late = false) => {
    if (isStartReceived()) succeed();
    finish({ kind: sending ? (late ? "timeout" : "broken") : "refused_connection", why });
    sending?.abort(new UnusableBodyError(why));
  };
  const options = optionsOf(question, url);
  const timer = setTimeout(() => fail("too_late", true), ms);
  agent.dispatch(options, {
    // called on an open connection before the first byte is sent; a request already reported as not sent must stop
    // here
    onRequestStart(controller) {
      if (isOver || sending) return controller.abort(new UnusableBodyError("not_again"));
      sending = controller;
    },
    onResponseStart(controller, statusCode, its) {
      [status, headers] = [statusCode, its];
      bound = contentEncodingOf(headers) === "" ? most : most + decompressionHeadroomBytes;
      if (status < 200 || startBytes !== undefined) return; // informational: the response follows
      // undici takes a broken connection for the end of a body without a stated length, so an incomplete file would
      // be accepted
      const hasKnownLength = headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined;
      if (status >= 300 && status < 400) controller.abort(new UnusableBodyError("redirect"));
      else if (isFile && status === 200 && !hasKnownLength) controller.abort(new UnusableBodyError("cut"));
      else if (Number(headers["content-length"] ?? 0) > bound) controller.abort(new UnusableBodyError("too_large"));
    },
    onResponseData(controller, part) {
      size += part.length;
      if (startBytes !== undefined) {
        parts.push(part.subarray(0, Math.max(0, part.length - (size - startBytes))));
        if (size >= startBytes) controller.abort(new UnusableBodyError("enough"));
      } else if (size > bound) controller.abort(new UnusableBodyError("too_large"));
      else parts.push(part);
    },
    onResponseEnd() {
      succeed();
    },
    onResponseError: (_controller, error) => fail(errorCodeOf(error)),
  });
}

function optionsOf(question: HttpRequest, url: URL): Agent.DispatchOptions {
  const json = question.bytes || question.body === undefined ? undefined : JSON.stringify(question.body);
  return {
    origin: url.origin,
    path: url.pathname + url.search,
    method: question.method,
    headers: {
      accept: "application/json",
      "accept-encoding": "gzip, deflate, br",
      ...(json !== undefined && { "content-type": "application/json" }),
      ...question.headers,
    },
    body: question.bytes ?? json,
  };
}

const lenientUtf8 = new TextDecoder("utf-8");

/** The status, and the beginning of the body as it came. */
const readStart = ({ status, headers, body }: Received): HttpResponse => ({
  kind: "response",
  status,
  contentType: textOf(headers["content-type"]),
  text: lenientUtf8.decode(body),
  json: undefined,
});

async function readResponse(
  { status, headers, body }: Received,
  mostBytes: number,
  isFile: boolean,
): Promise<HttpResponse> {
  const bytes = await decompress(body, contentEncodingOf(headers), mostBytes);
  const contentType = textOf(headers["content-type"]);
  if (isFile) return { kind: "response", status, contentType, text: "", bytes, json: undefined };
  const text = decode(bytes);
  const parsed = parseWireJson(text);
  if (typeof parsed === "string") throw new UnusableBodyError(parsed);
  return { kind: "response", status, contentType, text, json: parsed?.value };
}

const textOf = (header: string | string[] | undefined): string =>
  typeof header === "string" ? header : (header ?? []).join(", ");

/** Empty if it is not compressed. */
function contentEncodingOf(headers: Received["headers"]): string {
  const message = textOf(headers["content-encoding"]).trim().toLowerCase();
  return message === "identity" ? "" : message;
}

async function decompress(body: Buffer, packing: string, maxOutputLength: number): Promise<Buffer> {
  if (packing === "") return body;
  const unpack = decompressors[packing];
  if (!unpack) throw new UnusableBodyError("unknown_packing");
  return unpack(body, { maxOutputLength });
}

const decompressors: Readonly<Record<string, (body: Buffer, bound: { maxOutputLength: number }) => Promise<Buffer>>> = {
  gzip: promisify(gunzip),
  "x-gzip": promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
};

const utf8 = new TextDecoder("utf-8", { fatal: true });

function decode(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new UnusableBodyError("no_text");
  }
}

const failureOutcome: Readonly<Record<string, string>> = {
  ERR_BUFFER_TOO_LARGE: "too_large", // once decompressed
  UND_ERR_CONNECT_TIMEOUT: "connect_too_late",
  UND_ERR_SOCKET: "cut",
};

/** A code such as `econnrefused`; the error's message is left out, because it may contain an address. */
function errorCodeOf(error: unknown): string {
  if (error instanceof UnusableBodyError) return error.message;
  const code: unknown = error instanceof Error && "code" in error ? error.code : undefined;
  if (typeof code !== "string" || !/^[A-Z0-9_]{1,60}$/.test(code)) return "unknown";
  return failureOutcome[code] ?? code.toLowerCase();
}
