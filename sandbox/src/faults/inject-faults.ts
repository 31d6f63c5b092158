import { Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Clock } from "../kernel/clock.ts";
import { cutConnection, hangConnection, slowResponseMs, abortOnClose } from "./connections.ts";
import type { Faults } from "./faults.ts";
import type { FaultKind, Target } from "./fault-kinds.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The fault of this call; a handler reads it only for faults of the response's content. */
    fault?: FaultKind | undefined;
  }
}

/** Builds a provider's error body, so that an injected error looks like one of its own. */
export type ErrorBody = (message: string) => Record<string, unknown>;

type FaultInjectionDeps = {
  readonly target: Target;
  readonly faults: Faults;
  readonly clock: Clock;
  readonly errorBody: ErrorBody;
  /** Counts a call that reached this provider, with or without a fault. */
  readonly countCall: (target: Target) => void;
};

const retryAfterSeconds = 30;
const hugeBytes = 64 * 1024 * 1024;
const dripPieces = 24;
const dripPauseMs = 500;
const gatewayPage = "<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>";

/** Injects faults into every route of this Fastify scope: before the handler, or into its response. */
export function injectFaults(scope: FastifyInstance, needs: FaultInjectionDeps): void {
  scope.addHook("onRequest", async (request, reply) => {
    needs.countCall(needs.target);
    request.fault = needs.faults.forCall(needs.target, request.url);
    if (request.fault) await applyRequestFault(request.fault, request, reply, needs);
  });
  scope.addHook("onSend", async (request, reply, payload) => {
    const { fault } = request;
    // a response without a body can be lost, but not changed
    const body = fault === "answer_lost" ? (payload ?? "") : payload;
    return fault && typeof body === "string"
      ? applyResponseFault(fault, { request, reply, body, clock: needs.clock })
      : payload;
  });
}

async function applyRequestFault(
  fault: FaultKind,
  request: FastifyRequest,
  reply: FastifyReply,
  needs: FaultInjectionDeps,
) {
  const { errorBody, clock } = needs;
  switch (fault) {
    case "refuse":
      return cutConnection(request, reply);
    case "hang":
      return hangConnection(request, reply, clock);
    case "slow_first_byte":
      return clock.sleep(slowResponseMs, abortOnClose(reply));
    case "http_500":
    case "flapping":
      return reply.code(500).send(errorBody("Something went wrong, please try again"));
    case "http_502_html":
      return reply.code(502).type("text/html").send(gatewayPage);
    case "http_429":
      return reply.code(429).header("retry-after", String(retryAfterSeconds)).send(errorBody("Too many requests"));
    case "http_401":
      return reply.code(401).send(errorBody("Unauthorized"));
    case "ok_with_error":
      return reply.code(200).send(errorBody("An error occurred. Please contact support"));
    default:
      return undefined; // changes the response, not the call
  }
}

type FaultedResponse = {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly body: string;
  readonly clock: Clock;
};

function applyResponseFault(fault: FaultKind, { request, reply, body, clock }: FaultedResponse): unknown {
  const half = Math.ceil(body.length / 2);
  switch (fault) {
    case "answer_lost":
      cutConnection(request, reply);
      return body;
    case "cut_mid_body":
      return streamWithoutLength(reply, Readable.from(sendHalfThenCut(body.slice(0, half), request)));
    case "slow_drip":
      return streamWithoutLength(reply, Readable.from(sendSlowly(body, clock, abortOnClose(reply))));
    case "garbled_json":
      return garble(body);
    case "bad_utf8":
      return Buffer.concat([
        Buffer.from(body.slice(0, half)),
        Buffer.from([0xc3, 0x28, 0xff]),
        Buffer.from(body.slice(half)),
      ]);
    case "huge_body":
      return streamWithoutLength(reply, Readable.from(appendBlanks(body)));
    case "gzip_bomb":
      reply.header("content-encoding", "gzip");
      return Buffer.concat([gzipSync(body), gzipBlanksOnce()]); // gzip files may be concatenated
    default:
      return body;
  }
}

/** A body that starts like the true one and ends in garbage. */
export function garble(body: string): string {
  return `${body.slice(0, Math.ceil(body.length / 3))}\u0000{]~~ \uFFFD`;
}

function streamWithoutLength(reply: FastifyReply, stream: Readable): Readable {
  reply.removeHeader("content-length");
  return stream;
}

async function* sendHalfThenCut(half: string, request: FastifyRequest) {
  yield half;
  await new Promise((resolve) => setTimeout(resolve, 20)); // send the half before the connection is cut
  request.raw.socket.destroy();
}

async function* sendSlowly(body: string, clock: Clock, disconnected: AbortSignal) {
  const bytes = Buffer.from(body);
  const size = Math.max(1, Math.ceil(bytes.length / dripPieces));
  for (let start = 0; start < bytes.length && !disconnected.aborted; start += size) {
    yield bytes.subarray(start, start + size);
    await clock.sleep(dripPauseMs, disconnected);
  }
}

let gzippedBlanks: Buffer | undefined;
/** Compressed once, since it takes most of a second. */
function gzipBlanksOnce(): Buffer {
  gzippedBlanks ??= gzipSync(Buffer.alloc(hugeBytes, " "), { level: 9 });
  return gzippedBlanks;
}

function* appendBlanks(body: string) {
  yield Buffer.from(body);
  const blanks = Buffer.alloc(1024 * 1024, " ");
  for (let sent = 0; sent < hugeBytes; sent += blanks.length) yield blanks;
}
