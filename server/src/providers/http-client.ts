import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate } from "node:zlib";
import type { Agent, Dispatcher } from "undici";
import { parseWireJson } from "./wire-json.ts";

/**
 * The one way a call leaves us. It never throws, never repeats by itself, follows no redirect, writes nothing to a log, and
 * always ends within its time. undici's `dispatch` and not `fetch`: only here can be told whether a question may have reached the
 * other side, and only a question that cannot have may be asked again where asking costs money.
 */
export type HttpClient = {
  request(question: HttpRequest): Promise<HttpOutcome>;
  /** Ends what is under way. Nothing is asked any more. */
  close(): void;
};

export type HttpRequest = {
  readonly method: "GET" | "POST";
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as they are, in place of a body; the headers say what they are. */
  readonly bytes?: Buffer;
  /** From the first step to the last byte of the answer. */
  readonly totalMs?: number;
  /** The answer is a file: it is handed over as bytes, at most so many, and nothing is read from it. */
  readonly fileBytes?: number;
};

export type HttpResponse = {
  readonly kind: "answer";
  readonly status: number;
  /** The header as it came; empty without one. */
  readonly contentType: string;
  /** Empty where a file was asked for. */
  readonly text: string;
  /** Where a file was asked for. */
  readonly bytes?: Buffer;
  /** Undefined where the text is no JSON. Numbers keep the text they had on the wire: no amount passes through a float. */
  readonly json: unknown;
};

/**
 * `refused_connection`: nothing left us, so nothing was taken. `timeout`: it may have been taken and perhaps done. `broken`:
 * likewise, but the answer cannot be used: cut, too large, too deep, no text, a redirect. `why` is a code, never a value.
 */
export type HttpOutcome =
  HttpResponse | { readonly kind: "refused_connection" | "timeout" | "broken"; readonly why: string };

export type HttpClientLimits = {
  readonly connectMs: number;
  readonly totalMs: number;
  /** Of the body after unpacking. */
  readonly bytes: number;
};

/** Source: providers 0, T-62. */
export const defaultHttpClientLimits: HttpClientLimits = { connectMs: 5_000, totalMs: 30_000, bytes: 5 * 1024 * 1024 };
/** Shorter than any server keeps an idle connection, so that a question never meets one that is just being closed. */
const idleMs = 4_000;
/** Packing makes an answer that cannot be made smaller longer by some bytes. */
const decompressionHeadroomBytes = 1_024;

class UnusableBodyError extends Error {}

/** @param isHttpsOnly in a production: no key or personal value leaves without TLS, whichever address it goes to */
export function openHttpClient(given: Partial<HttpClientLimits> = {}, isHttpsOnly = false): HttpClient {
  const limits = { ...defaultHttpClientLimits, ...given };
  let opened: Promise<Agent> | undefined;
  let isClosed = false;
  return {
    async request(question) {
      const url = URL.parse(question.url);
      if (!url || !(isHttpsOnly ? /^https:$/ : /^https?:$/).test(url.protocol)) return refused("bad_address");
      if (isClosed) return refused("closed");
      let agent: Agent;
      try {
        agent = await (opened ??= openAgent(limits)); // a start that asks nobody does without
      } catch (error) {
        opened = undefined;
        return refused(errorCodeOf(error));
      }
      const most = question.fileBytes ?? limits.bytes;
      const isFile = question.fileBytes !== undefined;
      const sent = { question, url, isFile, most, ms: question.totalMs ?? limits.totalMs };
      const end = await new Promise<HttpOutcome | Received>((resolve) => send(agent, sent, resolve));
      if (end.kind !== "received") return end;
      return readResponse(end, most, isFile).catch((error: unknown) => broken(errorCodeOf(error)));
    },
    close() {
      isClosed = true;
      void opened?.then(
        (agent) => agent.destroy(),
        () => {}, // whoever asked was told
      );
    },
  };
}

const refused = (why: string) => ({ kind: "refused_connection", why }) as const;
const broken = (why: string) => ({ kind: "broken", why }) as const;

/** Its own clocks for headers and bodies stay off: a question's time is one, from its first step to its last byte. */
async function openAgent({ connectMs }: HttpClientLimits): Promise<Agent> {
  const { Agent } = await import("undici");
  return new Agent({
    connect: { timeout: connectMs }, // over TLS until the other side has proved who it is
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
  /** Bytes of the answer's body. */
  readonly most: number;
  /** Until all of it has come. */
  readonly ms: number;
};
type Received = {
  readonly kind: "received";
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** As it came, packed perhaps. */
  readonly body: Buffer;
};

/** Puts one question and calls `end` once. */
function send(
  agent: Agent,
  { question, url, isFile, most, ms }: Sent,
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
  const fail = (why: string, late = false) => {
    finish({ kind: sending ? (late ? "timeout" : "broken") : "refused_connection", why });
    sending?.abort(new UnusableBodyError(why));
  };
  const options = optionsOf(question, url);
  const timer = setTimeout(() => fail("too_late", true), ms);
  agent.dispatch(options, {
    // called before its first byte goes out, on a connection that stands; what was said to have never left us must not
    onRequestStart(controller) {
      if (isOver || sending) return controller.abort(new UnusableBodyError("not_again"));
      sending = controller;
    },
    onResponseStart(controller, statusCode, its) {
      [status, headers] = [statusCode, its];
      bound = contentEncodingOf(headers) === "" ? most : most + decompressionHeadroomBytes;
      if (status < 200) return; // a word on the way: the answer is still to come
      // the library takes a broken line for the end of a body whose length nobody told: half a file would pass for one
      const isTold = headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined;
      if (status >= 300 && status < 400) controller.abort(new UnusableBodyError("redirect"));
      else if (isFile && status === 200 && !isTold) controller.abort(new UnusableBodyError("cut"));
      else if (Number(headers["content-length"] ?? 0) > bound) controller.abort(new UnusableBodyError("too_large"));
    },
    onResponseData(controller, part) {
      size += part.length;
      if (size > bound) controller.abort(new UnusableBodyError("too_large"));
      else parts.push(part);
    },
    onResponseEnd() {
      finish({ kind: "received", status, headers, body: Buffer.concat(parts) });
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

async function readResponse(
  { status, headers, body }: Received,
  mostBytes: number,
  isFile: boolean,
): Promise<HttpResponse> {
  const bytes = await decompress(body, contentEncodingOf(headers), mostBytes);
  const contentType = textOf(headers["content-type"]);
  if (isFile) return { kind: "answer", status, contentType, text: "", bytes, json: undefined };
  const text = decode(bytes);
  const parsed = parseWireJson(text);
  if (typeof parsed === "string") throw new UnusableBodyError(parsed);
  return { kind: "answer", status, contentType, text, json: parsed?.value };
}

const textOf = (header: string | string[] | undefined): string =>
  typeof header === "string" ? header : (header ?? []).join(", ");

/** Empty where it is not packed. */
function contentEncodingOf(headers: Received["headers"]): string {
  const said = textOf(headers["content-encoding"]).trim().toLowerCase();
  return said === "identity" ? "" : said;
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
  ERR_BUFFER_TOO_LARGE: "too_large", // once unpacked
  UND_ERR_CONNECT_TIMEOUT: "connect_too_late",
  UND_ERR_SOCKET: "cut",
};

/** A code such as `econnrefused`; an error's message may hold an address and is left out. */
function errorCodeOf(error: unknown): string {
  if (error instanceof UnusableBodyError) return error.message;
  const code: unknown = error instanceof Error && "code" in error ? error.code : undefined;
  if (typeof code !== "string" || !/^[A-Z0-9_]{1,60}$/.test(code)) return "unknown";
  return failureOutcome[code] ?? code.toLowerCase();
}
