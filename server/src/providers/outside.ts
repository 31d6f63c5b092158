import {
  Agent as HttpAgent,
  type ClientRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as httpRequest,
} from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import { pipeline, type Readable } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { parseWireJson } from "./wire-json.ts";

/**
 * The one way a call leaves us. It never throws, never repeats by itself, follows no redirect, writes nothing to a log, and
 * always ends within its time. `node:http` and not `fetch`: only here can be told whether a question may have reached the
 * other side, and only a question that cannot have may be asked again where asking costs money.
 */
export type Outside = {
  call(question: Question): Promise<End>;
  /** Drops connections that wait for a next call. */
  close(): void;
};

export type Question = {
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

export type Answer = {
  readonly kind: "answer";
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
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
export type End = Answer | { readonly kind: "refused_connection" | "timeout" | "broken"; readonly why: string };

export type OutsideLimits = {
  readonly connectMs: number;
  readonly totalMs: number;
  /** Of the body after unpacking. */
  readonly bytes: number;
};

/** Source: providers 0, T-62. */
export const usualLimits: OutsideLimits = { connectMs: 5_000, totalMs: 30_000, bytes: 5 * 1024 * 1024 };
/** Shorter than any server keeps an idle connection, so that a question never meets one that is just being closed. */
const idleMs = 4_000;

class Unusable extends Error {}

export function openOutside(given: Partial<OutsideLimits> = {}): Outside {
  const limits = { ...usualLimits, ...given };
  const http = new HttpAgent({ keepAlive: true, timeout: idleMs });
  const https = new HttpsAgent({ keepAlive: true, timeout: idleMs });

  function start(question: Question, url: URL): ClientRequest {
    const json = question.body === undefined ? undefined : Buffer.from(JSON.stringify(question.body));
    const body = question.bytes ?? json;
    const headers = {
      accept: "application/json",
      "accept-encoding": "gzip, deflate, br",
      ...(body === json && json && { "content-type": "application/json" }),
      ...question.headers,
      ...(body && { "content-length": String(body.length) }),
    };
    const options = { method: question.method, headers, maxHeaderSize: 32 * 1024 };
    const request =
      url.protocol === "https:"
        ? httpsRequest(url, { ...options, agent: https })
        : httpRequest(url, { ...options, agent: http });
    request.end(body);
    return request;
  }

  return {
    call: (question) =>
      new Promise((resolve) => {
        const url = URL.parse(question.url);
        if (!url || !/^https?:$/.test(url.protocol)) return resolve({ kind: "refused_connection", why: "bad_address" });
        let connected = false;
        const request = start(question, url);
        const end = (ended: End) => {
          clearTimeout(totalTimer);
          clearTimeout(connectTimer);
          resolve(ended);
          if (ended.kind !== "answer") request.destroy();
        };
        const fail = (why: string, late = false) =>
          end({ kind: connected ? (late ? "timeout" : "broken") : "refused_connection", why });
        const totalTimer = setTimeout(() => fail("too_late", true), question.totalMs ?? limits.totalMs);
        let connectTimer: NodeJS.Timeout | undefined;

        request.once("socket", (socket) => {
          if (request.reusedSocket) {
            connected = true;
            return;
          }
          connectTimer = setTimeout(() => fail("connect_too_late"), limits.connectMs);
          // over TLS no byte of the question leaves before the other side has proved who it is
          socket.once(url.protocol === "https:" ? "secureConnect" : "connect", () => {
            connected = true;
            clearTimeout(connectTimer);
          });
        });
        request.once("response", (response) => {
          read(response, question.fileBytes ?? limits.bytes, question.fileBytes !== undefined).then(
            end,
            (error: unknown) => fail(codeOf(error)),
          );
        });
        request.on("error", (error) => fail(codeOf(error)));
      }),
    close() {
      http.destroy();
      https.destroy();
    },
  };
}

async function read(response: IncomingMessage, mostBytes: number, isFile: boolean): Promise<Answer> {
  const status = response.statusCode ?? 0;
  if (status < 200 || (status >= 300 && status < 400)) throw new Unusable("redirect");
  if (Number(response.headers["content-length"] ?? 0) > mostBytes) throw new Unusable("too_large");
  const bytes = await bytesOf(unpacked(response), mostBytes);
  const { headers } = response;
  if (isFile) return { kind: "answer", status, headers, text: "", bytes, json: undefined };
  const text = decode(bytes);
  const parsed = parseWireJson(text);
  if (typeof parsed === "string") throw new Unusable(parsed);
  return { kind: "answer", status, headers, text, json: parsed?.value };
}

/** A whole body. By its events: reading it as an iterator costs a tenth of the call. */
const bytesOf = (body: Readable, most: number): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    let size = 0;
    body.on("data", (part: Buffer) => {
      size += part.length;
      if (size > most) body.destroy(new Unusable("too_large"));
      else parts.push(part);
    });
    body.once("end", () => resolve(Buffer.concat(parts)));
    body.once("error", reject);
    body.once("close", () => {
      if (!body.readableEnded) reject(new Unusable("cut")); // without an end, where nobody said why
    });
  });

function unpacked(response: IncomingMessage): Readable {
  const encoding = response.headers["content-encoding"]?.trim().toLowerCase() ?? "identity";
  if (encoding === "identity" || encoding === "") return response;
  const unpacker = unpackers[encoding]?.();
  if (!unpacker) throw new Unusable("unknown_packing");
  return pipeline(response, unpacker, () => {}); // a cut answer ends the unpacker with the same error, which the reader sees
}

const unpackers: Readonly<
  Record<string, () => ReturnType<typeof createGunzip> | ReturnType<typeof createBrotliDecompress>>
> = {
  gzip: createGunzip,
  "x-gzip": createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

const utf8 = new TextDecoder("utf-8", { fatal: true });

function decode(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new Unusable("no_text");
  }
}

/** A code such as `econnrefused`; an error's message may hold an address and is left out. */
function codeOf(error: unknown): string {
  if (error instanceof Unusable) return error.message;
  const code: unknown = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" && /^[A-Z0-9_]{1,60}$/.test(code) ? code.toLowerCase() : "unknown";
}
